package feed

import (
	"testing"

	"dossier/graph/history"
)

// TestKept checks whether all events after a cursor are kept.
func TestKept(t *testing.T) {
	at := func(revision int64, number int) history.Cursor {
		return history.Cursor{Revision: revision, Number: number}
	}
	for _, test := range []struct {
		cursor history.Cursor
		oldest history.Cursor // zero for no events
		want   bool
	}{
		{at(0, 0), at(1, 1), true}, // of a new project
		{at(0, 0), at(2, 1), false},
		{at(4, 1), at(5, 1), false}, // which may have had more
		{at(5, 0), at(5, 1), true},
		{at(7, 3), at(5, 1), true},
		{at(9, 0), at(0, 0), true}, // the end
		{at(8, 2), at(0, 0), true},
		{at(7, 2), at(0, 0), false},
	} {
		var oldest []history.Event
		if test.oldest != at(0, 0) {
			oldest = []history.Event{{Revision: test.oldest.Revision, Number: test.oldest.Number}}
		}
		if got := kept(test.cursor, at(9, 0), oldest); got != test.want {
			t.Errorf("after %s with the oldest %s: got %v", test.cursor, test.oldest, got)
		}
	}
}
