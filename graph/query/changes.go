package query

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/projects"
)

// A Change is a change of an entity after a time.
type Change struct {
	At     time.Time
	What   ChangeKind
	Entity graph.Entity // light; the last state of a deleted one
	// By is the name of the actor of the last event about the entity, "" if
	// there is no event.
	By string
}

// attribute sets By of the changes.
func (s *Service) attribute(ctx context.Context, list []Change) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Entity.Self().ID
	}
	by, err := s.store.LastActors(ctx, ids)
	for i, id := range ids {
		list[i].By = by[id].Shown()
	}
	return err
}

// A ChangeKind is a kind of change.
type ChangeKind string

// The kinds of change, the most important to a reader first.
const (
	ChangeDeleted   ChangeKind = "deleted"
	ChangeCompleted ChangeKind = "completed"
	ChangeCreated   ChangeKind = "created"
	ChangeUpdated   ChangeKind = "changed"
)

// ChangeKinds are the kinds of change.
var ChangeKinds = []ChangeKind{ChangeCreated, ChangeUpdated, ChangeCompleted, ChangeDeleted}

// ChangesSince returns the changes after a time in a project, or in all that
// the actor may read if projectID is nil. The latest come first, and each
// entity occurs once. The times of creation, the last change and completion are
// those of the entity's row, because imports keep the times of their source.
// Deletions and actors are those of the events.
func (s *Service) ChangesSince(ctx context.Context, projectID *string, since time.Time) ([]Change, error) {
	set, err := s.some(ctx, projectID)
	if err != nil {
		return nil, err
	}
	var list []Change
	for _, p := range set {
		for _, e := range p.Graph.Entities() {
			if change, changed := changeOf(e, since, s.clock(nil)); changed && !e.Self().IsScratch() {
				list = append(list, change)
			}
		}
	}
	if list, err = s.addDeleted(ctx, list, set, since); err != nil {
		return nil, err
	}
	if err := s.attribute(ctx, list); err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b Change) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	return list, nil
}

// some returns the project with an id, or all if that is nil.
func (s *Service) some(ctx context.Context, projectID *string) (projects.Set, error) {
	if projectID == nil {
		return s.projects.Get(ctx, nil, projects.Parts{})
	}
	return s.project(ctx, *projectID, projects.Parts{})
}

// completing are the columns with the time at which an entity was completed.
var completing = []string{"completed_at", "decision_at", "mitigated_at"}

// changeOf returns the most important change of a live entity after a time, and
// whether there is one.
func changeOf(e graph.Entity, since, now time.Time) (Change, bool) {
	c := e.Self()
	for _, column := range completing {
		if field := c.Spec().Field(column); field != nil {
			if at, ok := field.Value(e).(time.Time); ok && at.After(since) && !at.After(now) {
				return Change{At: at, What: ChangeCompleted, Entity: e}, true
			}
		}
	}
	switch {
	case c.CreatedAt.After(since):
		return Change{At: c.CreatedAt, What: ChangeCreated, Entity: e}, true
	case c.UpdatedAt.After(since):
		return Change{At: c.UpdatedAt, What: ChangeUpdated, Entity: e}, true
	}
	return Change{}, false
}

// addDeleted adds the entities of projects that were deleted after a time and
// still are.
func (s *Service) addDeleted(ctx context.Context, list []Change, set projects.Set, since time.Time) ([]Change, error) {
	ids := make([]string, len(set))
	for i, p := range set {
		ids[i] = p.ID()
	}
	gone, err := s.store.Deleted(ctx, ids, since)
	for _, e := range gone {
		if set.With(e.Self().ID) == nil { // else it was deleted after the set was read
			list = append(list, Change{At: *e.Self().DeletedAt, What: ChangeDeleted, Entity: e})
		}
	}
	return list, err
}

// ShortIDs returns a function that shortens some ids to prefixes that are unique in
// the projects that the actor may read. If these are too many to be loaded, it reads
// the ids with the same beginnings by one statement.
func (s *Service) ShortIDs(ctx context.Context, ids []string) (func(id string) string, error) {
	set, few, err := s.projects.All(ctx, projects.Parts{})
	if err != nil || few {
		return set.ShortID, err
	}
	var beginnings []string
	for _, id := range ids {
		beginnings = append(beginnings, graph.ShortID(nil, id))
	}
	sorted, err := s.store.IDs(ctx, beginnings)
	return func(id string) string { return graph.ShortID(sorted, id) }, err
}

// ShortID returns a function that shortens ids to prefixes that are unique in
// the projects that the actor may read or, if these are too many to be loaded, in
// the projects with the given ids. [Service.Expander] names the entities of an
// ambiguous prefix.
func (s *Service) ShortID(ctx context.Context, projectIDs []string) (func(id string) string, error) {
	set, few, err := s.projects.All(ctx, projects.Parts{})
	if err == nil && !few {
		set, err = s.projects.Get(ctx, projectIDs, projects.Parts{})
	}
	return set.ShortID, err
}
