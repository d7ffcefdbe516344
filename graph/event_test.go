package graph_test

import (
	"testing"

	"dossier/graph"
)

func TestEventCursor(t *testing.T) {
	cursor := graph.EventCursor{Revision: 12, Number: 3}
	if got, err := graph.ParseEventCursor("after", cursor.String()); got != cursor || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "12", "12.", ".3", "-1.3", "1.-3", "1.2.3", "a.b"} {
		if _, err := graph.ParseEventCursor("after", text); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestDiff(t *testing.T) {
	before := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	after := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	before.Title, after.Title = "old", "new"
	after.CreatedBy, after.Props = &after.Title, graph.JSON(`{"a":1}`)
	got := graph.Diff(before, after)
	if len(got) != 2 || got[0].Name != "props" || got[0].Old != nil || string(got[1].Old) != `"old"` || string(got[1].New) != `"new"` {
		t.Errorf("got %v", got)
	}
}
