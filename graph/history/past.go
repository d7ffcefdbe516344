package history

import (
	"dossier/graph"
)

// Kept describes the range of stored events of a project.
type Kept struct {
	ProjectID string // "" if there is no such project, or the actor may not read it
	First     *Event // the first one; nil for none
	Last      *Event // the last one up to the requested time; nil for none
}

// KeptSince reports whether all events after a cursor are stored. first is the
// first stored event.
func KeptSince(first *Event, cursor Cursor) bool {
	begin := first.Cursor()
	return begin == Cursor{1, 1} || cursor.Compare(Cursor{begin.Revision, begin.Number - 1}) >= 0
}

// A PastPage describes a page of the entities that were live at a cursor, by
// kind and id, with the edges from them to live entities.
type PastPage struct {
	ProjectID string
	Cursor    Cursor       // the state after the event with this position
	ID        string       // the only entity; "" for all
	Kinds     []graph.Kind // nil for all
	After     graph.Ref    // the last entity of the previous page
	Limit     int          // the maximum number of entities
	MaxEvents int          // the maximum number of events to read
}

// Past is a page of stored rows, including deleted ones, and their events after
// the cursor of the page.
type Past struct {
	Entities []graph.Entity // full, by kind and id
	Edges    []graph.Edge   // by id
	Events   []Event        // the latest first
	Last     graph.Ref      // the last entity, damaged or not
	More     bool           // whether there are entities after it
}
