package feed

import (
	"slices"

	"dossier/graph"
)

// What a window holds at most, by eye: more than a person's screen misses in a
// minute, and little beside the graph of the project.
const (
	windowEvents = 1000
	windowBytes  = 4 << 20
)

// pageSize is how many events are read by a statement, by eye.
const pageSize = 200

// A window is the last events of a project.
type window struct {
	subscriptions int
	revision      graph.Revision    // all of its events were read
	from          graph.EventCursor // the window has all events after it,
	head          graph.EventCursor // up to here
	events        []graph.ChangeEvent
	bytes         int
	restored      int // how often the project was restored to an earlier state
}

// newWindow returns an empty window after a revision.
func newWindow(revision graph.Revision) *window {
	return &window{revision: revision, from: after(revision), head: after(revision)}
}

// after returns the cursor after all events of a revision.
func after(revision graph.Revision) graph.EventCursor {
	return graph.EventCursor{Revision: revision.Number + 1}
}

// add appends events, and drops the first ones if there are too many.
func (w *window) add(events []graph.ChangeEvent) {
	for i := range events {
		w.bytes += sizeOf(&events[i])
		w.head = events[i].Cursor()
	}
	w.events = append(w.events, events...)
	drop := 0
	for len(w.events)-drop > windowEvents || w.bytes > windowBytes {
		w.bytes -= sizeOf(&w.events[drop])
		w.from = w.events[drop].Cursor()
		drop++
	}
	w.events = slices.Delete(w.events, 0, drop)
}

// reach notes that all events of a revision were read.
func (w *window) reach(revision graph.Revision) {
	w.revision = revision
	if end := after(revision); w.head.Compare(end) < 0 {
		w.head = end
	}
}

// restart begins the window again after a revision of a project that was
// restored to an earlier state.
func (w *window) restart(revision graph.Revision) {
	w.revision, w.from, w.head = revision, after(revision), after(revision)
	w.events, w.bytes = nil, 0
	w.restored++
}

// next returns the first event after a cursor, nil for none.
func (w *window) next(cursor graph.EventCursor) *graph.ChangeEvent {
	i, found := slices.BinarySearchFunc(w.events, cursor, func(e graph.ChangeEvent, c graph.EventCursor) int { return e.Cursor().Compare(c) })
	if found {
		i++
	}
	if i == len(w.events) {
		return nil
	}
	event := w.events[i]
	return &event
}

// eventBytes is about what an event has beside the values of its fields.
const eventBytes = 300

func sizeOf(event *graph.ChangeEvent) int {
	size := eventBytes
	for _, field := range event.Fields {
		size += len(field.Name) + len(field.Old) + len(field.New)
	}
	return size
}
