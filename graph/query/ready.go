package query

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A ReadyInput limits the tasks of [Service.ReadyTasks]. The zero value is all.
type ReadyInput struct {
	ProjectID, PlanID *string
	Labels            []string // all of which a task must have
	// Owner is the name or id of the owner. With OrNobody, tasks without an owner
	// are ready as well.
	Owner    string
	OrNobody bool
}

// A ReadyTask is a task that can start now.
type ReadyTask struct {
	Task    *graph.Task // light
	Project *graph.Project
	Owner   string         // "" for none
	Done    []graph.Entity // for which it waited
	Waiting []graph.Entity // which wait for it and are not done
}

// ReadyTasks returns the tasks that have not started and wait for nothing that is not
// done: those with the highest priority first, then those that are due first,
// then those with the highest score, then by id.
func (s *Service) ReadyTasks(ctx context.Context, in ReadyInput) ([]ReadyTask, error) {
	ctx, end := s.called(ctx, "readyTasks")
	defer end()
	var ids []string
	if in.ProjectID != nil {
		ids = []string{*in.ProjectID}
	}
	graphs, err := s.Graphs(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := s.clock(ctx, nil)
	var list []ReadyTask
	for _, id := range slices.Sorted(maps.Keys(graphs)) {
		list = append(list, readyIn(graphs[id], in.PlanID, now)...)
	}
	if list, err = s.withOwners(ctx, list, in); err != nil {
		return nil, err
	}
	if list, err = s.withLabels(ctx, list, in.Labels); err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b ReadyTask) int {
		return cmp.Or(
			cmp.Compare(graph.Or(a.Task.Priority, noPriority), graph.Or(b.Task.Priority, noPriority)),
			compareDue(a.Task, b.Task),
			cmp.Compare(graph.Score(b.Task, now), graph.Score(a.Task, now)),
			cmp.Compare(a.Task.ID, b.Task.ID),
		)
	})
	return list, nil
}

// noPriority is lower than any priority of a task.
const noPriority = 6

// compareDue compares when tasks are due; those without a date are last.
func compareDue(a, b *graph.Task) int {
	switch {
	case a.DueAt == nil && b.DueAt == nil:
		return 0
	case a.DueAt == nil:
		return 1
	case b.DueAt == nil:
		return -1
	}
	return a.DueAt.Compare(*b.DueAt)
}

// readyIn returns the ready tasks of a graph, or of a plan in it.
func readyIn(g *graph.Graph, planID *string, now time.Time) (list []ReadyTask) {
	for _, e := range g.OfKind(graph.KindTask) {
		task := e.(*graph.Task)
		isReady := task.State() == task.Spec().States[0] && !graph.IsPutOff(task, now) && len(g.Blockers(task.ID)) == 0
		if !isReady || planID != nil && !isPartOf(g, task.ID, *planID) {
			continue
		}
		waiting := slices.DeleteFunc(g.InRole(task.ID, graph.TaskDependents),
			func(e graph.Entity) bool { return e.Self().Spec().IsDone(e.Self().State()) })
		list = append(list, ReadyTask{Task: task, Project: g.Project(), Done: g.InRole(task.ID, graph.TaskDependsOn), Waiting: waiting})
	}
	return list
}

// mostLevels is the maximum number of tasks, goals and milestones between a task
// and its plan. By eye.
const mostLevels = 6

// isPartOf reports whether a plan, or another entity, contains a task, also by
// entities in between.
func isPartOf(g *graph.Graph, id, whole string) bool {
	level, seen := []string{id}, map[string]bool{id: true}
	for range mostLevels {
		var above []string
		for _, id := range level {
			for _, parent := range containersOf(g, id) {
				if !seen[parent] {
					seen[parent] = true
					above = append(above, parent)
				}
			}
		}
		if seen[whole] {
			return true
		}
		level = above
	}
	return false
}

// containersOf returns the ids of the entities that contain one.
func containersOf(g *graph.Graph, id string) (ids []string) {
	ord, known := g.Ordinal(id)
	if !known {
		return nil
	}
	for _, link := range g.Links(ord) {
		rel := g.EdgeAt(link.Edge).Rel
		at := slices.IndexFunc(graph.Relations, func(spec graph.RelationSpec) bool { return spec.Name == rel })
		if !link.Outgoing && at >= 0 && graph.Relations[at].Role == graph.RoleContainment {
			ids = append(ids, g.At(link.Other).Self().ID)
		}
	}
	return ids
}

// withOwners returns the tasks of the owner of the input, with their owners.
func (s *Service) withOwners(ctx context.Context, list []ReadyTask, in ReadyInput) ([]ReadyTask, error) {
	if len(list) == 0 {
		return nil, nil
	}
	refs := make([]graph.Ref, len(list))
	for i := range list {
		refs[i] = list[i].Task.Ref()
	}
	owners, err := s.store.Owners(ctx, refs)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Owner = owners[list[i].Task.ID].Name
	}
	return slices.DeleteFunc(list, func(one ReadyTask) bool {
		owner := owners[one.Task.ID]
		isNobody := owner == (graph.Owner{})
		isOwn := strings.EqualFold(owner.Name, in.Owner) || owner.ID != "" && owner.ID == in.Owner
		return !isOwn && (!isNobody || !in.OrNobody) && (in.Owner != "" || in.OrNobody)
	}), nil
}

// withLabels returns the tasks that have all labels, in any case.
func (s *Service) withLabels(ctx context.Context, list []ReadyTask, labels []string) ([]ReadyTask, error) {
	if len(labels) == 0 || len(list) == 0 {
		return list, nil
	}
	refs := make([]graph.Ref, len(list))
	for i := range list {
		refs[i] = list[i].Task.Ref()
	}
	full, err := s.Entities(ctx, refs, graph.Full)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(one ReadyTask) bool {
		e := full[one.Task.ID]
		if e == nil {
			return true
		}
		has := labelsOf(e)
		return slices.ContainsFunc(labels, func(label string) bool {
			return !slices.ContainsFunc(has, func(own string) bool { return strings.EqualFold(own, label) })
		})
	}), nil
}

// labelKeys are the names of columns and props that have labels.
var labelKeys = []string{"labels", "tags", "label"}

// labelsOf returns the labels of a full entity.
func labelsOf(e graph.Entity) (labels []string) {
	props := e.Self().Props.Object()
	for _, key := range labelKeys {
		labels = append(labels, graph.NamesIn(props[key])...)
		if field := e.Self().Spec().Field(key); field != nil {
			var own []string
			_ = json.Unmarshal([]byte(graph.EncodeJSON(field.Value(e))), &own) // none if it is no list
			labels = append(labels, own...)
		}
	}
	return labels
}
