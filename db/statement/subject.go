package statement

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dossier/graph"
)

// A Subject is the actor in whose name a statement reads or writes, limited by
// the API key, if any.
type Subject struct {
	ID     string // in the database; "" without an actor
	Name   string // "" for none
	Writes bool
	Admin  bool            // administers the deployment, whether or not onto_actors says so
	Key    *graph.KeyGrant // nil without a key
	Via    graph.Interface
}

// SubjectOf returns the subject of ctx. Its id is a UUID; that of the context's
// actor need not be one.
func SubjectOf(ctx context.Context) Subject {
	who := graph.ActorFrom(ctx)
	if who.ID == "" {
		return Subject{Via: who.Interface}
	}
	return Subject{ID: graph.ActorID(who.ID), Name: who.Name, Writes: who.MayWrite(), Admin: who.Admin, Key: who.Key, Via: who.Interface}
}

// NoActor is an id that no actor has.
const NoActor = "00000000-0000-0000-0000-000000000000"

// projects returns the projects of the subject's key, nil for no limit.
func (s Subject) projects() []string {
	if s.Key == nil {
		return nil
	}
	return s.Key.ProjectIDs
}

// KeyID returns the id of the subject's key, "" if it has none.
func (s Subject) KeyID() string {
	if s.Key == nil {
		return ""
	}
	return s.Key.ID
}

// Reaches reports whether the subject's key, if any, covers a project.
func (s Subject) Reaches(projectID string) bool {
	return s.projects() == nil || slices.Contains(s.projects(), projectID)
}

// Limited returns an access as limited by the subject's key.
func (s Subject) Limited(access graph.Access) graph.Access {
	switch {
	case !s.Writes:
		return graph.AccessRead
	case s.Key != nil && access == graph.AccessAdmin:
		return graph.AccessWrite
	}
	return access
}

// CheckWrites returns an error if the subject may not write at all.
func (s Subject) CheckWrites() error {
	switch {
	case s.ID == "":
		return &graph.Error{Code: graph.CodeUnauthenticated, Text: "expected an actor to write as; got none: sign in"}
	case !s.Writes:
		return &graph.Error{Code: graph.CodeForbidden, Text: "expected a key with the scope write; got one with the scope read"}
	}
	return nil
}

// Readable returns the access scope: the condition that a column is the id of a
// project that the subject may read, as a member or because the project is
// public. Without an actor, it is FALSE. It looks up the project of each row,
// or that of a parameter once, by key, because a list of all projects that the
// actor may read would cost each statement 112 ms at 100,000 projects.
func (s *Statement) Readable(column string, who Subject) string {
	switch {
	case s.unchecked:
		return "TRUE"
	case who.ID == "":
		return "FALSE"
	}
	return `EXISTS (SELECT 1 FROM onto_projects allowed WHERE allowed.id = ` + column + ` AND allowed.deleted_at IS NULL
		AND (allowed.is_public OR EXISTS (SELECT 1 FROM onto_members granted
			WHERE granted.project_id = ` + s.granted(column) + ` AND granted.actor_id = ` + s.Param(who.ID) + s.unhashed() + `))` +
		s.reached("allowed.id", who) + `)`
}

// ReadableOf returns the condition that a column is the id of one of some projects,
// and that the subject may read it. Access to a single one is checked for a
// parameter, once.
func (s *Statement) ReadableOf(column string, projectIDs []string, who Subject) string {
	condition := s.In(column, projectIDs) + " AND "
	if len(projectIDs) == 1 {
		column = s.last()
	}
	return condition + s.Readable(column, who)
}

// unhashed returns what makes Postgres look up a member of the one row's project,
// instead of reading all projects of the actor into a hash table if they are few.
func (s *Statement) unhashed() string {
	if s.OneRow {
		return " LIMIT 1 OFFSET 0"
	}
	return ""
}

// granted returns the project whose members are looked up for that of a column.
// If it is a parameter, the members do not depend on a row. With a dependency,
// Postgres would read all projects of the actor into a hash table if it has few.
func (s *Statement) granted(column string) string {
	if strings.HasPrefix(column, s.Dialect.Param) {
		return column
	}
	return "allowed.id"
}

// reached returns " AND " and the condition that the subject's key permits
// access to a project, "" without a limit.
func (s *Statement) reached(column string, who Subject) string {
	if who.projects() == nil || s.unchecked {
		return ""
	}
	return " AND " + s.In(column, who.projects())
}

// Visible returns the condition that the project in a column is one that the actor
// may read, or a deleted one of which it is a member.
func (s *Statement) Visible(who Subject, project string) string {
	if s.unchecked {
		return "TRUE"
	}
	return "(EXISTS (SELECT 1 FROM onto_members granted WHERE granted.project_id = " + project + " AND granted.actor_id = " +
		s.Param(cmp.Or(who.ID, NoActor)) + ") OR EXISTS (SELECT 1 FROM onto_projects allowed WHERE allowed.id = " + project +
		" AND allowed.is_public AND allowed.deleted_at IS NULL))" + s.reached(project, who)
}

// AsService returns a context in which the store itself reads and writes data
// that belongs to no project: keys and the audit. Its actor is a member of no
// project.
func AsService(ctx context.Context) context.Context {
	return graph.WithActor(ctx, graph.ServiceActor)
}

// ActorName returns the expression for an actor's name in a row that is joined
// with onto_actors; id is the column with the actor's id. The name is empty for
// an actor who neither signed in nor was added.
func ActorName(id string) string {
	return "COALESCE(actor.name, CASE " + id + " WHEN '" + graph.LocalActor.ID + "' THEN '" + graph.LocalActor.Name + "' ELSE '' END)"
}

// ActorColumns returns the columns for [actorTargets] of such a row.
func ActorColumns(id string) string {
	return id + ", " + ActorName(id) + ", COALESCE(actor.kind, '" + string(graph.ActorPerson) + "'), COALESCE(actor.is_admin, " + id + " = '" +
		graph.LocalActor.ID + "')"
}

// ActorTargets returns the Scan targets for the columns of an actor.
func ActorTargets(who *graph.Actor) []any {
	return []any{&who.ID, &who.Name, &who.Kind, &who.Admin}
}
