package query

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/projects"
)

// A Change is what happened to an entity after a time.
type Change struct {
	At     time.Time
	What   ChangeKind
	Entity graph.Entity // light; of a deleted one what it was
}

// A ChangeKind is a sort of change.
type ChangeKind string

// The sorts of change, in the order of their worth to a reader.
const (
	ChangeDeleted   ChangeKind = "deleted"
	ChangeCompleted ChangeKind = "completed"
	ChangeCreated   ChangeKind = "created"
	ChangeUpdated   ChangeKind = "changed"
)

// ChangeKinds are the sorts of change.
var ChangeKinds = []ChangeKind{ChangeCreated, ChangeUpdated, ChangeCompleted, ChangeDeleted}

// ChangesSince returns what happened after a time in a project, or in all that
// the actor may read if it is nil, the latest first and each entity once. It
// knows what the rows say: when an entity was created, last changed, completed
// or deleted, and neither who did it nor what it was before.
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
	deleted, err := s.deleted(ctx, set, since)
	if err != nil {
		return nil, err
	}
	list = append(list, deleted...)
	slices.SortFunc(list, func(a, b Change) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	return list, nil
}

// some returns a project, or all.
func (s *Service) some(ctx context.Context, projectID *string) (projects.Set, error) {
	if projectID == nil {
		return s.projects.Get(ctx, nil, projects.Parts{})
	}
	return s.project(ctx, *projectID, projects.Parts{})
}

// completing are the columns that say when an entity was over.
var completing = []string{"completed_at", "decision_at", "mitigated_at"}

// changeOf returns what happened to a live entity after a time, and whether
// anything did.
func changeOf(e graph.Entity, since, now time.Time) (Change, bool) {
	c := e.Self()
	for _, column := range completing {
		if field := c.Spec().Field(column); field != nil {
			if at, ok := field.Value(e).(time.Time); ok && at.After(since) && !at.After(now) {
				return Change{at, ChangeCompleted, e}, true
			}
		}
	}
	switch {
	case c.CreatedAt.After(since):
		return Change{c.CreatedAt, ChangeCreated, e}, true
	case c.UpdatedAt.After(since):
		return Change{c.UpdatedAt, ChangeUpdated, e}, true
	}
	return Change{}, false
}

// firstRevision is that of the write that made a project. Nothing was deleted in
// it.
const firstRevision = 1

// deleted returns what was deleted in projects after a time, by the tombstones.
func (s *Service) deleted(ctx context.Context, set projects.Set, since time.Time) (list []Change, err error) {
	var from []graph.Revision
	for _, p := range set {
		revision := p.Graph.Revision
		revision.Number = firstRevision
		from = append(from, revision)
	}
	changes, err := s.store.Changes(ctx, from)
	if err != nil {
		return nil, err
	}
	for _, change := range changes {
		for _, e := range change.Entities {
			if at := e.Self().DeletedAt; at != nil && at.After(since) {
				list = append(list, Change{*at, ChangeDeleted, e})
			}
		}
	}
	return list, nil
}

// ShortID returns a function that cuts ids to where they are still unique among
// the projects that the actor may read.
func (s *Service) ShortID(ctx context.Context) (func(id string) string, error) {
	set, err := s.projects.Get(ctx, nil, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return set.ShortID, nil
}
