package graph_test

import (
	"testing"

	"dossier/graph"
)

func TestFollow(t *testing.T) {
	for _, test := range []struct {
		name           string
		since, present graph.Revision
		trail          string
		want           bool
	}{
		{"everything", graph.Revision{}, graph.Revision{Number: 3, Stamp: "c"}, "cba", true},
		{"the same", graph.Revision{Number: 3, Stamp: "c"}, graph.Revision{Number: 3, Stamp: "c"}, "cba", true},
		{"an earlier one", graph.Revision{Number: 1, Stamp: "a"}, graph.Revision{Number: 3, Stamp: "c"}, "cba", true},
		{"restored", graph.Revision{Number: 3, Stamp: "c"}, graph.Revision{Number: 1, Stamp: "a"}, "a", false},
		{"restored and written to", graph.Revision{Number: 3, Stamp: "c"}, graph.Revision{Number: 3, Stamp: "e"}, "eda", false},
		{"restored and written to more", graph.Revision{Number: 3, Stamp: "c"}, graph.Revision{Number: 4, Stamp: "f"}, "feda", false},
		{"written without stamps", graph.Revision{Number: 3, Stamp: "c"}, graph.Revision{Number: 4, Stamp: "c"}, "cba", true},
		{"of an older version", graph.Revision{Number: 3}, graph.Revision{Number: 4}, "", true},
		{"of an older version, written to", graph.Revision{Number: 3}, graph.Revision{Number: 4, Stamp: "d"}, "d", false},
	} {
		changes := graph.Changes{Revision: test.present, Trail: test.trail}
		if got := changes.Follow(test.since); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}
