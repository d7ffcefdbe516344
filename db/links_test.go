package db

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
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

func TestUnlink(t *testing.T) {
	w, s := newTestWrite(t, &graph.Batch{Unlinked: []string{"a", "b", "c"}})
	s.Rows["SELECT id, project_id, src_id, rel, dst_id FROM onto_edges"] = [][]any{
		{"a", graph.ID("p"), "s", "has_task", "d"}, {"b", graph.ID("q"), "s", "has_task", "d"},
	}
	if err := w.unlink(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := slices.Repeat([]string{"UPDATE onto_edges SET deleted = $1, rev = $2 WHERE id = $3 AND project_id = $4"}, 2)
	if !slices.Equal(s.Execs, want) || w.written.Updated[graph.KindEdge] != 2 || w.written.Unchanged[graph.KindEdge] != 1 {
		t.Errorf("ran %q, counted %v", s.Execs, w.written)
	}
	for _, part := range []string{"SELECT id", "UPDATE"} {
		if s.Failing = part; !errors.Is(w.unlink(context.Background()), enginetest.ErrScripted) {
			t.Errorf("the error of %s is lost", part)
		}
	}
}

func TestMarkEntities(t *testing.T) {
	live := func(kind graph.Kind, project string) *storedEntity {
		return &storedEntity{kind: kind, projectID: graph.ID(project)}
	}
	deleted := live(graph.KindTask, "p")
	deleted.deleted = true
	w, s := newTestWrite(t, &graph.Batch{
		Deleted:  []graph.Ref{{ID: "a"}, {Kind: graph.KindTask, ID: "b"}, {ID: "goal"}, {ID: "gone"}},
		Restored: []graph.Ref{{ID: "gone"}},
	})
	w.stored = map[string]*storedEntity{"a": live(graph.KindTask, "p"), "b": live(graph.KindTask, "p"), "goal": live(graph.KindGoal, "p"),
		"gone": deleted}
	if err := w.markEntities(context.Background()); err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, sql := range s.Execs {
		tables = append(tables, strings.Fields(sql)[1]+" "+strings.Fields(sql)[3])
	}
	want := []string{
		"onto_entities deleted", "onto_goals deleted_at", "onto_entities deleted", "onto_tasks deleted_at", // of goals, of tasks
		"onto_entities deleted", "onto_tasks deleted_at", // restored
	}
	if !slices.Equal(tables, want) {
		t.Errorf("updated %q, want %q", tables, want)
	}
	if !reflect.DeepEqual(w.written.Updated, map[graph.Kind]int{graph.KindTask: 3, graph.KindGoal: 1}) ||
		w.written.Unchanged[graph.KindTask] != 1 {
		t.Errorf("counted %v", w.written)
	}
	w.batch = &graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindGoal, ID: "gone"}}}
	if err := w.markEntities(context.Background()); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("another kind: got %v", err)
	}
	for _, part := range []string{"onto_entities", "onto_tasks"} {
		w.batch = &graph.Batch{Deleted: []graph.Ref{{ID: "gone"}}}
		w.stored["gone"] = live(graph.KindTask, "p")
		if s.Failing = part; !errors.Is(w.markEntities(context.Background()), enginetest.ErrScripted) {
			t.Errorf("the error of %s is lost", part)
		}
	}
}
