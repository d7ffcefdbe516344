package query

import (
	"context"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/view"
	"dossier/graph/viewdoc"
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

// ReadyTasks are tasks that can start now, the best first.
type ReadyTasks struct {
	*viewdoc.List
	owners map[string]graph.Owner
}

// readyView is the name of the view of which the first section has the tasks.
const readyView = "ready"

// ReadyTasks returns the tasks that the view "ready" has. Its conditions see no owners,
// because only those of its tasks are read.
func (s *graphs) ReadyTasks(ctx context.Context, in ReadyInput) (*ReadyTasks, error) {
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
	found := &ReadyTasks{owners: map[string]graph.Owner{}}
	var scenes []*viewdoc.Scene
	for _, id := range slices.Sorted(maps.Keys(graphs)) {
		g := graphs[id]
		scene := &viewdoc.Scene{
			Graph: g, Now: s.clock(ctx, nil), Kinds: []graph.Kind{graph.KindTask},
			Matcher: &filter.Matcher{Graph: g, Owners: found.ownersOf, Values: filter.Values},
		}
		if in.PlanID != nil {
			scene.Subjects = []graph.Entity{g.Entity(*in.PlanID)}
		}
		if in.PlanID == nil || scene.Subjects[0] != nil {
			scenes = append(scenes, scene)
		}
	}
	list := view.Named(s.views(), readyView)
	if list == nil {
		list = view.Named(view.BuiltIn(), readyView)
	}
	found.List = viewdoc.ListOf(list, scenes...)
	found.Keep(func(e graph.Entity) bool { return hasLabels(e, in.Labels) })
	if found.owners, err = s.store.Owners(ctx, found.Refs(0, found.Len())); err != nil {
		return nil, err
	}
	found.Keep(func(e graph.Entity) bool { return in.has(found.owners[e.Self().ID]) })
	return found, nil
}

func (r *ReadyTasks) ownersOf(e graph.Entity) []graph.Owner {
	if owner := r.owners[e.Self().ID]; owner != (graph.Owner{}) {
		return []graph.Owner{owner}
	}
	return nil
}

// Task returns a task, its owner, "" for none, and its project, nil for none.
func (r *ReadyTasks) Task(i int) (task *graph.Task, owner string, project *graph.Project) {
	e, g := r.At(i)
	return e.(*graph.Task), r.owners[e.Self().ID].Name, g.Project()
}

// Markdown returns the number of tasks, and those from one up to but not including
// another, with the names of their projects if naming is set.
func (r *ReadyTasks) Markdown(from, to int, naming bool, short func(id string) string) string {
	return r.Text(&viewdoc.Style{ShortID: short}, from, to, naming)
}

// First leaves out all tasks but the first, which has a new owner.
func (r *ReadyTasks) First(owner string) {
	first, _ := r.At(0)
	r.Keep(func(e graph.Entity) bool { return e == first })
	r.owners[first.Self().ID] = graph.Owner{Name: owner}
}

// has reports whether a task may have an owner.
func (in *ReadyInput) has(owner graph.Owner) bool {
	isOwn := strings.EqualFold(owner.Name, in.Owner) || owner.ID != "" && owner.ID == in.Owner
	isNobody := owner == (graph.Owner{})
	return isOwn || isNobody && in.OrNobody || in.Owner == "" && !in.OrNobody
}

// hasLabels reports whether an entity has all labels, in any case.
func hasLabels(e graph.Entity, labels []string) bool {
	return !slices.ContainsFunc(labels, func(label string) bool {
		return !slices.ContainsFunc(e.Self().Labels, func(own string) bool { return strings.EqualFold(own, label) })
	})
}
