// Package query answers every question that Dossier can be asked, as methods of
// one [Service] over a [Store] that it declares itself.
package query

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/access"
)

// A Store keeps projects. Every method reads and writes as the actor of its
// context and sees nothing of a project that the actor is no member of; unknown
// and forbidden look alike. Deleted entities are invisible, except in Changes
// and Terms, which say that they are gone.
//
// Errors carry a [graph.Code]: UNAVAILABLE when the database does not answer,
// TIMEOUT when the context ran out. The contract is tested by package dbtest.
type Store interface {
	ListStore
	ChangeStore
	RevisionStore
	access.Store

	// Entities returns entities of any kind by id. It leaves out what is unknown
	// or forbidden. A ref without a kind costs a statement more than one with it.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)

	// RecordTypes returns the record types of the deployment, ordered by id.
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)

	// Export passes on everything that the actor may read, as of one moment:
	// record types by id, then projects by id, and for each its other entities
	// by kind and id and its edges by id.
	Export(ctx context.Context, projectIDs []string, sink graph.Sink) error
}

// A ListStore answers lists and what is counted of them.
type ListStore interface {
	// List returns one page of a kind, in its order; ties are broken by id.
	List(ctx context.Context, list graph.List) (*graph.Page, error)

	// Nested returns a page for each parent, of what is linked to it: one
	// statement, and one more for the totals. A list, group or owner for which
	// columns matter that are computed takes another statement in the same round
	// trip, which finds rows of other programs that lack them. A list without a
	// kind has what is linked of several kinds, and reads each kind of its entities
	// by a statement of its own. Without First and Last it only counts. Parents
	// that are unknown or forbidden have empty pages.
	Nested(ctx context.Context, links graph.Links, list graph.List, parents []string) (map[string]*graph.Page, error)

	// Groups returns the number of entities in each group, the largest groups
	// first, then by their keys, in one statement.
	Groups(ctx context.Context, grouping graph.Grouping) ([]graph.Group, error)

	// Owners returns the owners of entities, by their ids, in one round trip. Refs
	// have a kind. What has no owner is left out.
	Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error)
}

// A ChangeStore changes projects, and says what happened.
type ChangeStore interface {
	// Write writes a batch in one transaction: all of it or nothing. The actor
	// becomes the admin of a project that is new; writing to an existing one needs
	// write access (FORBIDDEN). Rows equal to the stored ones are left alone, so
	// that a batch written twice changes nothing the second time. A zero CreatedAt
	// is the time of the first write, a zero UpdatedAt that of the last change.
	Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error)

	// Edit writes the batch that a function plans from what is stored, in a
	// transaction in which nobody else writes to its projects. One that repeats
	// the client's id of an earlier edit is not applied again.
	Edit(ctx context.Context, edit *graph.Edit) (*graph.Edited, error)

	// Events returns at most limit events of a project after a cursor, in order:
	// none if the actor may not read the project. One statement.
	Events(ctx context.Context, projectID string, after graph.EventCursor, limit int) ([]graph.ChangeEvent, error)

	// History returns past events of projects or of an entity, the latest first.
	// One statement.
	History(ctx context.Context, history graph.History) ([]graph.ChangeEvent, error)

	// Kept returns which events are kept of the project of an entity, up to a
	// time. One round trip.
	Kept(ctx context.Context, id string, at time.Time) (graph.Kept, error)

	// Past returns a page of what was live at a cursor of a project, as it is
	// stored now, and what happened to it since. The number of statements does not
	// depend on the page.
	Past(ctx context.Context, page graph.PastPage) (*graph.Past, error)
}

// A RevisionStore says what changed since a project was read.
type RevisionStore interface {
	// Revisions returns the revisions of the projects with these ids, or of all
	// that the actor may read if ids is nil, ordered by project id, in one
	// statement.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)

	// Moment returns a text that every write to the database changes, whichever
	// program made it: while it is the same, so are all answers of the other
	// methods. It is "" if the store cannot say. At most one statement.
	Moment(ctx context.Context) (string, error)

	// Terms passes to yield the analysed texts that changed in a project after a
	// revision, ordered by id, each as it is read.
	Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error

	// WordCounts passes to yield how many live entities of each project that the
	// actor may read have each of some words, given as English stems, and how many
	// there are; ordered by word and project id. Words that no entity of a project
	// has are left out. At most two statements, and those that complete what other
	// programs wrote.
	WordCounts(ctx context.Context, stems []string, yield func(graph.WordCount)) error

	// Changes returns what happened in each project after the given revision; all
	// of its live entities and edges after revision 0. Entities are ordered by
	// kind and id, edges by id; those whose ends are gone are among them. The
	// number of statements does not depend on the number of projects.
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)

	// Watch calls changed when it begins and after writes, until ctx ends: at once
	// after those of this process, and after those of others where the database
	// says so. It may miss some of these.
	Watch(ctx context.Context, changed func())
}
