package history_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/history"
)

// TestCursor checks that cursors are read as they are written, and that other
// texts are refused.
func TestCursor(t *testing.T) {
	cursor := history.Cursor{Revision: 12, Number: 3}
	if got, err := history.ParseCursor("after", cursor.String()); got != cursor || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "12", "12.", ".3", "-1.3", "1.-3", "1.2.3", "a.b"} {
		if _, err := history.ParseCursor("after", text); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%q: got %v", text, err)
		}
	}
}
