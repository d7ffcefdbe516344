package write

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

func TestUnlink(t *testing.T) {
	w, s := newTestWrite(t, &graph.Batch{Unlinked: []string{"a", "b", "c"}})
	s.Rows["SELECT id, project_id, src_id, rel, dst_id FROM onto_edges"] = [][]any{
		{"a", graph.ID("p"), "s", "has_task", "d"}, {"b", graph.ID("q"), "s", "has_task", "d"},
	}
	if err := (&marking{w}).unlink(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := slices.Repeat([]string{"UPDATE onto_edges SET deleted = $1, rev = $2 WHERE id = $3 AND project_id = $4"}, 2)
	if !slices.Equal(s.Execs, want) || w.written.Updated[graph.KindEdge] != 2 || w.written.Unchanged[graph.KindEdge] != 1 {
		t.Errorf("ran %q, counted %v", s.Execs, w.written)
	}
	for _, part := range []string{"SELECT id", "UPDATE"} {
		if s.Failing = part; !errors.Is((&marking{w}).unlink(context.Background()), enginetest.ErrScripted) {
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
	if err := (&marking{w}).markEntities(context.Background()); err != nil {
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
	if err := (&marking{w}).markEntities(context.Background()); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("another kind: got %v", err)
	}
	for _, part := range []string{"onto_entities", "onto_tasks"} {
		w.batch = &graph.Batch{Deleted: []graph.Ref{{ID: "gone"}}}
		w.stored["gone"] = live(graph.KindTask, "p")
		if s.Failing = part; !errors.Is((&marking{w}).markEntities(context.Background()), enginetest.ErrScripted) {
			t.Errorf("the error of %s is lost", part)
		}
	}
}
