package graph

// Kept says which events of a project are kept.
type Kept struct {
	ProjectID string       // "" if there is no such project, or the actor may not read it
	First     *ChangeEvent // the first one; nil for none
	Last      *ChangeEvent // the last one up to the time that was asked about; nil for none
}

// KeptSince reports whether all events after a cursor are kept, if first is the
// first of those that are.
func KeptSince(first *ChangeEvent, cursor EventCursor) bool {
	begin := first.Cursor()
	return begin == EventCursor{1, 1} || cursor.Compare(EventCursor{begin.Revision, begin.Number - 1}) >= 0
}

// A PastPage says which entities are read that were live at a cursor, by kind
// and id, and with them the edges that began at them and led to live entities.
type PastPage struct {
	ProjectID string
	Cursor    EventCursor
	ID        string // the only entity; "" for all
	Kinds     []Kind // nil for all
	After     Ref    // the last entity of the page before
	Limit     int
	MaxEvents int // how many events are read at most
}

// Past is a page of rows as they are stored, deleted ones among them, and what
// happened to them after the cursor of the page.
type Past struct {
	Entities []Entity      // full, by kind and id
	Edges    []Edge        // by id
	Events   []ChangeEvent // the latest first
	Last     Ref           // the last entity, damaged or not
	More     bool          // whether there are entities after it
}
