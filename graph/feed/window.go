package feed

import (
	"slices"

	"dossier/graph"
	"dossier/graph/history"
)

// The maximum size of a window, by eye: more than a client misses in a minute,
// and little compared with the graph of the project.
const (
	windowEvents = 1000
	windowBytes  = 4 << 20
)

// pageSize is the number of events read by one statement, by eye.
const pageSize = 200

// A window holds the last events of a project.
type window struct {
	subscriptions int
	revision      graph.Revision // whose events were all read
	from          history.Cursor // the window has all events after from
	head          history.Cursor // and up to head
	events        []history.Event
	bytes         int
	restored      int // number of restores of the project to an earlier state
	round         int // the round of the feed in which the window began
}

// newWindow returns an empty window after a revision.
func newWindow(revision graph.Revision) *window {
	return &window{revision: revision, from: after(revision), head: after(revision)}
}

// after returns the cursor after all events of a revision.
func after(revision graph.Revision) history.Cursor {
	return history.Cursor{Revision: revision.Number + 1}
}

// add appends events, and drops the first ones if there are too many.
func (w *window) add(events []history.Event) {
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

// reach records that all events of a revision were read.
func (w *window) reach(revision graph.Revision) {
	w.revision = revision
	if end := after(revision); w.head.Compare(end) < 0 {
		w.head = end
	}
}

// restart empties the window, so that it begins after a revision, because the
// project was restored to an earlier state.
func (w *window) restart(revision graph.Revision) {
	w.revision, w.from, w.head = revision, after(revision), after(revision)
	w.events, w.bytes = nil, 0
	w.restored++
}

// after returns how many events are after a cursor.
func (w *window) after(cursor history.Cursor) int {
	i, found := w.search(cursor)
	if found {
		i++
	}
	return len(w.events) - i
}

// search returns the place of a cursor among the events, and whether an event has it.
func (w *window) search(cursor history.Cursor) (int, bool) {
	return slices.BinarySearchFunc(w.events, cursor, func(e history.Event, c history.Cursor) int { return e.Cursor().Compare(c) })
}

// next returns the first event after a cursor, nil for none.
func (w *window) next(cursor history.Cursor) *history.Event {
	i, found := w.search(cursor)
	if found {
		i++
	}
	if i == len(w.events) {
		return nil
	}
	event := w.events[i]
	return &event
}

// eventBytes is the approximate size of an event without its fields.
const eventBytes = 300

func sizeOf(event *history.Event) int {
	size := eventBytes
	for _, field := range event.Fields {
		size += len(field.Name) + len(field.Old) + len(field.New)
	}
	return size
}
