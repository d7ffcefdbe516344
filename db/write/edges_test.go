package write

import (
	"context"
	"errors"
	"slices"
	"testing"

	"dossier/db/enginetest"
	"dossier/graph"
)

// Every synonym of a link has that link as its canonical one.
func TestSynonyms(t *testing.T) {
	seen := 0
	for _, spec := range graph.Relations {
		canonical := link{"a", string(spec.Name), "b"}
		if canonical.canonical() != canonical {
			t.Errorf("%v is not canonical", canonical)
		}
		for _, synonym := range canonical.synonyms() {
			seen++
			if synonym.canonical() != canonical {
				t.Errorf("%v is %v, want %v", synonym, synonym.canonical(), canonical)
			}
		}
	}
	if seen != len(graph.Synonyms) {
		t.Errorf("found %d synonyms, want %d", seen, len(graph.Synonyms))
	}
}

func testEdge(src string, rel graph.Relation, dst string) graph.Edge {
	return graph.Edge{
		ProjectID: graph.ID("p"), Rel: rel,
		Src: graph.Ref{Kind: graph.KindPlan, ID: src}, Dst: graph.Ref{Kind: graph.KindTask, ID: dst},
	}
}

func TestPlanEdges(t *testing.T) {
	edge := testEdge("plan", graph.RelHasTask, "task")
	synonym := []any{"task", "belongs_to_plan", "plan"}
	canonical := []any{"plan", "has_task", "task"}
	row := func(l []any, id string, deleted bool) []any {
		return append(slices.Clone(l), id, graph.ID("p"), deleted, nil)
	}
	own := graph.EdgeID("plan", graph.RelHasTask, "task")
	for _, test := range []struct {
		name   string
		stored [][]any
		wantID string // "" for an edge that is not written
	}{
		{"new", nil, own},
		{"stored", [][]any{row(canonical, "e", false)}, ""},
		{"deleted", [][]any{row(canonical, "e", true)}, "e"},
		{"stored as a synonym", [][]any{row(synonym, "s", false)}, ""},
		{"deleted as a synonym", [][]any{row(synonym, "s", true)}, "s"},
		{"deleted, stored as a synonym", [][]any{row(canonical, "e", true), row(synonym, "s", false)}, ""},
		{"stored as a synonym, deleted", [][]any{row(synonym, "s", false), row(canonical, "e", true)}, ""},
		{"deleted twice", [][]any{row(synonym, "s", true), row(canonical, "e", true)}, "e"},
	} {
		w, s := newTestWrite(t, &graph.Batch{Edges: []graph.Edge{edge, edge}})
		s.Rows["JOIN onto_edges edge"] = test.stored
		if err := w.planEdges(context.Background()); err != nil {
			t.Fatal(err)
		}
		got := ""
		if planned := w.rows["onto_edges"]; planned != nil {
			got = slices.Concat(planned.rows, planned.added)[0][0].(string)
		}
		created, unchanged := 1, 1
		if test.wantID == "" {
			created, unchanged = 0, 2
		}
		if got != test.wantID || w.written.Created[graph.KindEdge] != created || w.written.Unchanged[graph.KindEdge] != unchanged {
			t.Errorf("%s: wrote %q, counted %v, want %q", test.name, got, w.written, test.wantID)
		}
		if w.projects[graph.ID("p")].changed != (test.wantID != "") {
			t.Errorf("%s: changed %v", test.name, w.projects[graph.ID("p")].changed)
		}
	}
}

func TestEdgeOfAnotherProject(t *testing.T) {
	w, s := newTestWrite(t, &graph.Batch{Edges: []graph.Edge{testEdge("plan", graph.RelHasTask, "task")}})
	s.Rows["JOIN onto_edges edge"] = [][]any{{"plan", "has_task", "task", "e", graph.ID("q"), false, nil}}
	if err := w.planEdges(context.Background()); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("got %v", err)
	}
	s.Failing = "onto_edges"
	if err := w.planEdges(context.Background()); !errors.Is(err, enginetest.ErrScripted) {
		t.Errorf("got %v", err)
	}
}
