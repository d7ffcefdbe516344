// Package query answers all requests to Dossier, as methods of a [Service] on a
// [Store], which it declares.
package query

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/lists"
)

// A Store stores projects. Every method reads and writes as the actor of its
// context, and returns nothing of a project that the actor may not read;
// unknown and forbidden look alike. Deleted entities are omitted, except where
// a method reports that they were deleted.
//
// Errors have a [graph.Code]: UNAVAILABLE if the database does not respond,
// TIMEOUT if the context ended. Package dbtest tests the contract.
type Store interface {
	ListStore
	ChangeStore
	PastStore
	RevisionStore
	access.Store

	// Entities returns entities of any kind by id. It omits those that are
	// unknown or forbidden. Refs without a kind take one more statement.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)

	// RecordTypes returns the record types of the deployment, ordered by id.
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)

	// Export passes everything that the actor may read to the sink, as of one
	// moment: record types by id, then projects by id, each with its other
	// entities by kind and id, and its edges by id.
	Export(ctx context.Context, projectIDs []string, sink graph.Sink) error
}

// A WideStore reads what overviews of many projects show, without their graphs.
type WideStore interface {
	// Attention returns what needs attention in each project that the actor may
	// read, by id: the counts of all live entities, linked or not. It runs a
	// statement for each kind and two more.
	Attention(ctx context.Context, now time.Time) ([]graph.Attention, error)

	// ChangedSince returns the live entities, light, that were created, changed or
	// completed after a time in the projects that the actor may read, by kind and
	// id. It runs a statement for each kind.
	ChangedSince(ctx context.Context, since time.Time) ([]graph.Entity, error)
}

// A ListStore returns lists, groups, owners and ids.
type ListStore interface {
	WideStore

	// List returns a page of a kind in the given order; ties are broken by id.
	List(ctx context.Context, list lists.List) (*lists.Page, error)

	// Projects returns the projects that the actor may read, light and ordered by
	// id, in one statement.
	Projects(ctx context.Context) ([]*graph.Project, error)

	// IDs returns the ids of entities that begin with one of the texts, sorted, in
	// one statement. A text that no id begins with is ignored.
	IDs(ctx context.Context, beginnings []string) ([]string, error)

	// Named returns the entities with one of some external ids, also deleted ones,
	// in one statement, ordered by id.
	Named(ctx context.Context, external []string) ([]graph.NamedRow, error)

	// Nested returns, for each parent, a page of the entities linked to it. It
	// runs one statement, and one more for the totals. A list without a kind
	// has entities of several kinds, and reads each kind by another statement.
	// Without First and Last, it only counts. Unknown or forbidden parents have
	// empty pages.
	//
	// A list, group or owner that depends on computed columns takes another
	// statement in the same round trip, which finds rows of other programs
	// without these columns.
	Nested(ctx context.Context, links graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error)

	// Groups returns the number of entities in each group, in one statement.
	// The largest groups come first, then they are ordered by their keys.
	Groups(ctx context.Context, grouping lists.Grouping) ([]lists.Group, error)

	// Owners returns the owners of entities, by entity id, in one round trip.
	// Refs must have a kind. Entities without an owner are omitted.
	Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error)
}

// A ChangeStore changes projects, and returns their events.
type ChangeStore interface {
	// Write writes a batch in one transaction: all of it or nothing. The actor
	// becomes the admin of a new project; writing to an existing one needs
	// write access (FORBIDDEN). Rows equal to the stored ones are not written,
	// so that writing a batch again changes nothing. A zero CreatedAt means the
	// time of the first write, and a zero UpdatedAt that of the last change.
	Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error)

	// Repeated returns the result of the first write with a name, nil for none.
	Repeated(ctx context.Context, once graph.Once) (graph.JSON, error)
	// WriteParts is like Write for a batch in parts. It holds one part at a time.
	WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error)

	// Edit writes the batch that a function plans from stored rows, in a
	// transaction in which nobody else writes to the projects. An edit with the
	// client id of an earlier one is not applied again.
	Edit(ctx context.Context, edit *history.Edit) (*history.Edited, error)

	// Events returns at most limit events of a project after a cursor, in
	// order, in one statement. It returns none if the actor may not read the
	// project.
	Events(ctx context.Context, projectID string, after history.Cursor, limit int) ([]history.Event, error)
}

// A PastStore returns earlier states of projects, the changes with their authors, and ids that are taken.
type PastStore interface {
	// History returns past events of an entity, the latest first, in one
	// statement.
	History(ctx context.Context, past history.Query) ([]history.Event, error)

	// Deleted returns the entities of projects that were deleted after a time
	// and still are, as they were last, ordered by kind and id. The number of
	// statements does not depend on that of events.
	Deleted(ctx context.Context, projectIDs []string, since time.Time) ([]graph.Entity, error)

	// DeletedByID returns the id, kind and project of those of the entities that were
	// deleted, in projects that the actor may read, or deleted ones of which it is a
	// member.
	DeletedByID(ctx context.Context, ids []string) ([]*graph.Common, error)

	// ProjectsOf returns the projects of stored entities by id, also of those that
	// were deleted or are forbidden, so that a new entity gets none of these ids.
	ProjectsOf(ctx context.Context, ids []string) (map[string]string, error)

	// LastActors returns the id and the name of the actor of the last event
	// about each entity, in one statement. Both are "" if another program wrote
	// to the database. Entities without events are omitted.
	LastActors(ctx context.Context, ids []string) (map[string]graph.Actor, error)

	// Kept returns the first stored event of an entity's project, and the last
	// one up to a time, in one round trip.
	Kept(ctx context.Context, id string, at time.Time) (history.Kept, error)

	// Past returns a page of the entities that were live at a cursor of a
	// project, as they are stored now, and the events about them since. The
	// number of statements does not depend on the page.
	Past(ctx context.Context, page history.PastPage) (*history.Past, error)
}

// A RevisionStore returns the changes since a project was read.
type RevisionStore interface {
	// Revisions returns the revisions of the projects with the ids, or of all
	// that the actor may read if ids is nil, ordered by project id, in one
	// statement.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)

	// Moment returns a text that changes with every write to the database, by
	// any program: while it is unchanged, so are the results of the other
	// methods. It is "" if the store cannot know. It runs at most one
	// statement.
	Moment(ctx context.Context) (string, error)

	// Terms calls yield with each analysed text that changed in a project after
	// a revision, as soon as it is read. They are ordered by id, but in any order
	// after revision 0.
	Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error

	// WordCounts counts the live entities that have a word. It calls yield for
	// each of the words, which are English stems, and each project that the actor
	// may read, and for the word "" with the number of all live entities of a
	// project. The order is by word and project id. Words without entities are
	// omitted. It runs at most two statements, and those that
	// complete rows of other programs.
	WordCounts(ctx context.Context, stems []string, yield func(graph.WordCount)) error

	// Sizes returns the numbers of live entities of a project, or of all that the
	// actor may read if the id is "". They are kept when entities are written: it
	// runs one statement that reads a row for each project and kind. Numbers may
	// be too high after writes of other programs. Unknown and forbidden projects
	// have no entities.
	Sizes(ctx context.Context, projectID string) (graph.Sizes, error)

	// Changes returns the changes of each project after a revision: all live
	// entities and edges after revision 0. Entities are ordered by kind and id,
	// and edges, including those to deleted entities, by id, but both are in any
	// order if one of the revisions is 0. The number of statements does not depend
	// on the number of projects.
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)

	// Watch calls changed when it starts and after writes, until ctx ends:
	// immediately after writes of this process, and after those of others if
	// the database reports them. It may miss some of the latter.
	Watch(ctx context.Context, changed func())
}
