package query

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/projects"
)

// changes reads what changed in projects after a time.
type changes struct{ *base }

// A Change is a change of an entity after a time.
type Change struct {
	At     time.Time    // of What
	What   ChangeKind   // the most important of its changes
	Entity graph.Entity // light; the last state of a deleted one
	// By is the name of the actor of the last event about the entity, "" if
	// there is no event.
	By string
}

// attribute sets By of the changes.
func (s *changes) attribute(ctx context.Context, list []Change) error {
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
func (s *changes) ChangesSince(ctx context.Context, projectID *string, since time.Time) ([]Change, error) {
	ctx, end := s.called(ctx, "changesSince")
	defer end()
	entities, of, err := s.changedSince(ctx, projectID, since)
	if err != nil {
		return nil, err
	}
	ids := slices.Collect(maps.Keys(of))
	slices.Sort(ids)
	var list []Change
	for _, e := range entities {
		if change, changed := changeOf(e, of[e.Self().ProjectID], since, s.clock(ctx, nil)); changed && !e.Self().IsScratch() {
			list = append(list, change)
		}
	}
	if list, err = s.addDeleted(ctx, list, ids, since); err != nil {
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

// changedSince returns the entities of a project, or of all projects, that may have
// changed after a time, and the projects by id. Projects that are too many to be
// loaded are read by SQL.
func (s *changes) changedSince(ctx context.Context, projectID *string, since time.Time) (entities []graph.Entity,
	of map[string]*graph.Project, err error) {
	var set projects.Set
	few := true
	if projectID != nil {
		set, err = s.project(ctx, *projectID, projects.Parts{})
	} else {
		set, few, err = s.projects.All(ctx, projects.Parts{})
	}
	if err != nil {
		return nil, nil, err
	}
	if !few {
		return s.changedInMany(ctx, since)
	}
	of = map[string]*graph.Project{}
	for _, p := range set {
		of[p.ID()] = p.Graph.Project()
		for _, e := range p.Graph.Entities() {
			entities = append(entities, e)
		}
	}
	return entities, of, nil
}

func (s *changes) changedInMany(ctx context.Context, since time.Time) (entities []graph.Entity, of map[string]*graph.Project, err error) {
	all, err := s.store.Projects(ctx)
	if err != nil {
		return nil, nil, err
	}
	of = make(map[string]*graph.Project, len(all))
	for _, project := range all {
		of[project.ID] = project
	}
	entities, err = s.store.ChangedSince(ctx, since)
	return entities, of, err
}

// Attention returns what needs attention in the projects that the actor may read,
// those that need it most first.
func (s *changes) Attention(ctx context.Context) ([]graph.Attention, error) {
	list, _, err := s.projects.Attend(ctx, s.clock(ctx, nil))
	return list, err
}

// changeOf returns the most important change of a live entity of a project after a
// time, and whether there is one. Nothing is new that an import gave no time of
// creation.
func changeOf(e graph.Entity, project *graph.Project, since, now time.Time) (Change, bool) {
	c := e.Self()
	for _, column := range graph.CompletedColumns {
		if field := c.Spec().Field(column); field != nil {
			if at, ok := field.Value(e).(time.Time); ok && at.After(since) && !at.After(now) {
				return Change{At: at, What: ChangeCompleted, Entity: e}, true
			}
		}
	}
	switch {
	case c.CreatedAt.After(since) && graph.KnowsCreation(project, e):
		return Change{At: c.CreatedAt, What: ChangeCreated, Entity: e}, true
	case c.UpdatedAt.After(since):
		return Change{At: c.UpdatedAt, What: ChangeUpdated, Entity: e}, true
	}
	return Change{}, false
}

// addDeleted adds the entities of projects that were deleted after a time and
// still are.
func (s *changes) addDeleted(ctx context.Context, list []Change, projectIDs []string, since time.Time) ([]Change, error) {
	gone, err := s.store.Deleted(ctx, projectIDs, since)
	live := make(map[string]bool, len(list))
	for _, change := range list {
		live[change.Entity.Self().ID] = true
	}
	for _, e := range gone {
		if !live[e.Self().ID] { // else it was deleted after the others were read
			list = append(list, Change{At: *e.Self().DeletedAt, What: ChangeDeleted, Entity: e})
		}
	}
	return list, err
}

// ShortIDs returns a function that returns some ids as displayed: each means one entity of
// all projects that the actor may read, see [Service.Expander]. It runs at most two
// statements if it does not load all these projects: because they are many, or because
// only ids of some projects are displayed.
func (s *base) ShortIDs(ctx context.Context, projectIDs, ids []string) (func(id string) string, error) {
	if projectIDs == nil {
		names, err := s.projects.AllNames(ctx, s.store)
		return checked(ctx, names, ids, err)
	}
	set, err := s.projects.Get(ctx, projectIDs, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return s.shortIDs(ctx, set, ids)
}

// shortIDs is like [Service.ShortIDs] for entities of a set of projects.
func (s *base) shortIDs(ctx context.Context, set projects.Set, ids []string) (func(id string) string, error) {
	names, err := s.projects.Names(ctx, s.store, set)
	return checked(ctx, names, ids, err)
}

// checked returns the function that returns some ids as displayed, unless there was an
// error.
func checked(ctx context.Context, names *projects.Names, ids []string, err error) (func(id string) string, error) {
	for again := true; again && err == nil; {
		for _, id := range ids {
			names.ShortID(id)
		}
		again, err = names.Check(ctx)
	}
	if err != nil {
		return nil, err
	}
	return names.ShortID, nil
}
