package graph

// Kept describes the range of stored events of a project.
type Kept struct {
	ProjectID string       // "" if there is no such project, or the actor may not read it
	First     *ChangeEvent // the first one; nil for none
	Last      *ChangeEvent // the last one up to the requested time; nil for none
}

// KeptSince reports whether all events after a cursor are stored. first is the
// first stored event.
func KeptSince(first *ChangeEvent, cursor EventCursor) bool {
	begin := first.Cursor()
	return begin == EventCursor{1, 1} || cursor.Compare(EventCursor{begin.Revision, begin.Number - 1}) >= 0
}

// A PastPage describes a page of the entities that were live at a cursor, by
// kind and id, with the edges from them to live entities.
type PastPage struct {
	ProjectID string
	Cursor    EventCursor // the state after the event with this position
	ID        string      // the only entity; "" for all
	Kinds     []Kind      // nil for all
	After     Ref         // the last entity of the previous page
	Limit     int         // the maximum number of entities
	MaxEvents int         // the maximum number of events to read
}

// Past is a page of stored rows, including deleted ones, and their events after
// the cursor of the page.
type Past struct {
	Entities []Entity      // full, by kind and id
	Edges    []Edge        // by id
	Events   []ChangeEvent // the latest first
	Last     Ref           // the last entity, damaged or not
	More     bool          // whether there are entities after it
}
