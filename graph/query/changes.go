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

// attribute sets By of the changes from events about their entities, of which
// the latest come first.
func attribute(list []Change, events []graph.ChangeEvent) {
	by := map[string]string{}
	for i := range events {
		if _, later := by[events[i].ID]; !later {
			by[events[i].ID] = events[i].By()
		}
	}
	for i := range list {
		list[i].By = by[list[i].Entity.Self().ID]
	}
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
	events, err := s.events(ctx, set, since)
	if err != nil {
		return nil, err
	}
	deleted, err := s.deleted(ctx, set, events)
	if err != nil {
		return nil, err
	}
	list = append(list, deleted...)
	attribute(list, events)
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

// mostEvents is the maximum number of events read for changes, by eye.
const mostEvents = 20_000

// deleted returns the entities that were deleted in projects after a time and
// are still deleted. It reads the rows that changed since the first deletion
// among the events.
func (s *Service) deleted(ctx context.Context, set projects.Set, events []graph.ChangeEvent) (list []Change, err error) {
	var from []graph.Revision
	for _, p := range set {
		revision := p.Graph.Revision
		for i := range events {
			if e := &events[i]; e.ProjectID == p.ID() && e.Operation == graph.OpDeleted {
				revision.Number = min(revision.Number, e.Revision-1)
			}
		}
		if revision.Number < p.Graph.Revision.Number {
			revision.Number = max(revision.Number, 1) // revision 1 deletes nothing
			from = append(from, revision)
		}
	}
	changes, err := s.store.Changes(ctx, from)
	if err != nil {
		return nil, err
	}
	gone := map[string]graph.Entity{}
	for _, change := range changes {
		for _, e := range change.Entities {
			if e.Self().DeletedAt != nil {
				gone[e.Self().ID] = e
			}
		}
	}
	for i := range events {
		if e := gone[events[i].ID]; e != nil && events[i].Operation == graph.OpDeleted {
			list = append(list, Change{At: *e.Self().DeletedAt, What: ChangeDeleted, Entity: e})
			delete(gone, events[i].ID)
		}
	}
	return list, nil
}

// events returns the latest events of projects after a time.
func (s *Service) events(ctx context.Context, set projects.Set, since time.Time) ([]graph.ChangeEvent, error) {
	ids := make([]string, len(set))
	for i, p := range set {
		ids[i] = p.ID()
	}
	return s.store.History(ctx, graph.History{ProjectIDs: ids, After: since, Limit: mostEvents})
}

// ShortID returns a function that shortens ids to prefixes that are unique in
// the projects that the actor may read.
func (s *Service) ShortID(ctx context.Context) (func(id string) string, error) {
	set, err := s.projects.Get(ctx, nil, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return set.ShortID, nil
}
