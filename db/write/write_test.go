package write

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/access"
	"dossier/db/conn"
	"dossier/db/enginetest"
	"dossier/graph"
)

func TestRight(t *testing.T) {
	for _, test := range []struct {
		name string
		r    right
		own  bool // the batch writes the project
		want graph.Code
	}{
		{"unknown project", right{}, false, graph.CodeNotFound},
		{"new project", right{}, true, ""},
		{"writer", right{exists: true, access: graph.AccessWrite}, false, ""},
		{"admin", right{exists: true, access: graph.AccessAdmin}, false, ""},
		{"reader", right{exists: true, access: graph.AccessRead}, false, graph.CodeForbidden},
		{"stranger", right{exists: true}, false, graph.CodeNotFound},
		{"stranger to a public project", right{exists: true, public: true}, false, graph.CodeForbidden},
		{"stranger writes the project", right{exists: true}, true, graph.CodeNotFound},
		{"deleted project", right{exists: true, deleted: true, access: graph.AccessAdmin}, false, graph.CodeNotFound},
		{"restored project", right{exists: true, deleted: true, access: graph.AccessAdmin}, true, ""},
		{"restored by a reader", right{exists: true, deleted: true, access: graph.AccessRead}, true, graph.CodeForbidden},
		{"restored by a stranger", right{exists: true, deleted: true, public: true}, true, graph.CodeNotFound},
	} {
		err := test.r.check("p", test.own)
		if err == nil && test.want != "" || err != nil && graph.CodeOf(err) != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// fullBatch returns a batch that writes a new project and uses every other
// field of a batch.
func fullBatch(s *enginetest.Script) *graph.Batch {
	old, edge := graph.ID("old"), graph.ID("edge")
	s.Rows["SELECT id, project_id FROM onto_entities"] = [][]any{{old, graph.ID("p")}}
	s.Rows["SELECT id, project_id FROM onto_edges"] = [][]any{{edge, graph.ID("p")}}
	s.Rows["SELECT id, project_id, src_id"] = [][]any{{edge, graph.ID("p"), old, "has_task", edge}}
	s.Rows["SELECT id, kind, project_id, hash"] = [][]any{{old, "task", graph.ID("p"), []byte("h"), false, enginetest.Time, enginetest.Time,
		nil}}
	return &graph.Batch{
		RecordTypes: []graph.RecordType{{ID: "person"}},
		Entities:    []graph.Entity{enginetest.Project(), enginetest.Task("a"), enginetest.Task("b")},
		Edges:       []graph.Edge{testEdge("a", graph.RelDependsOn, "b")},
		Deleted:     []graph.Ref{{ID: old}},
		Unlinked:    []string{edge},
	}
}

// Read runs only queries; everything else is run by Exec, Returning or Put.
func TestReadsOnlyRead(t *testing.T) {
	store, s := newScript(t)
	if _, err := store.Write(enginetest.AsAnn(), fullBatch(s)); err != nil {
		t.Fatal(err)
	}
	s.Rows["FROM onto_revisions revision"] = [][]any{{graph.ID("p"), 1, "stamp", "admin"}}
	s.Rows["FROM onto_members WHERE access"] = [][]any{{1}}
	s.Rows["DELETE FROM onto_members"] = [][]any{{1}}
	if err := access.New(store.conn, enginetest.LedgerDelay).Grant(enginetest.AsAnn(), graph.ID("p"), "bob", ""); err != nil {
		t.Fatal(err)
	}
	delete(s.Rows, "FROM onto_revisions revision")
	if err := store.PutVectors(enginetest.AsAnn(), "m", []graph.Vector{{Entity: graph.Ref{ID: graph.ID("old")}}}); err != nil {
		t.Fatal(err)
	}
	if len(s.Reads) == 0 || len(s.Execs) == 0 {
		t.Fatalf("ran %d queries and %d other statements", len(s.Reads), len(s.Execs))
	}
	for _, sql := range s.Reads {
		if !strings.HasPrefix(sql, "SELECT ") {
			t.Errorf("read by %s", sql)
		}
	}
	for _, sql := range s.Execs {
		if strings.HasPrefix(sql, "SELECT ") {
			t.Errorf("executed %s", sql)
		}
	}
	tables := []string{"onto_edges", "onto_entities", "onto_members", "onto_projects", "onto_record_types", "onto_tasks", "onto_vectors"}
	for _, table := range tables {
		if len(s.Puts[table]) == 0 {
			t.Errorf("nothing is put into %s", table)
		}
	}
}

// The number of statements of a write does not depend on the number of rows.
func TestStatementsOfAWrite(t *testing.T) {
	counts := map[int]int{}
	for _, tasks := range []int{1, 2, 50} {
		statements := 0
		store := scripted(enginetest.New(t), conn.Options{OnStatement: func(string) { statements++ }})
		batch := &graph.Batch{Entities: []graph.Entity{enginetest.Project()}}
		for n := range tasks {
			batch.Entities = append(batch.Entities, enginetest.Task(fmt.Sprint("task ", n)))
		}
		if _, err := store.Write(enginetest.AsAnn(), batch); err != nil {
			t.Fatal(err)
		}
		counts[statements]++
	}
	if len(counts) != 1 {
		t.Errorf("numbers of statements: %v, want always the same", counts)
	}
}

// An error of any statement ends the write.
func TestErrorsOfAWrite(t *testing.T) {
	for _, part := range []string{
		"SELECT id, project_id FROM onto_entities", "INSERT INTO onto_revisions", "LEFT JOIN onto_members", "SELECT id, kind, project_id, hash",
		"JOIN onto_edges edge", "FROM onto_record_types", "PUT onto_tasks", "UPDATE onto_entities", "UPDATE onto_edges", "PUT onto_events",
		"PUT onto_members", "UPDATE onto_revisions",
	} {
		store, s := newScript(t)
		batch := fullBatch(s)
		s.Failing = part
		if written, err := store.Write(enginetest.AsAnn(), batch); !errors.Is(err, enginetest.ErrScripted) || written != nil {
			t.Errorf("%s: got %v, %v", part, written, err)
		}
	}
}

func TestRefusedBatches(t *testing.T) {
	for _, test := range []struct {
		name  string
		ctx   context.Context
		batch graph.Batch
		want  graph.Code
	}{
		{"no actor", context.Background(), graph.Batch{}, graph.CodeUnauthenticated},
		{"a project id that is not a UUID", enginetest.AsAnn(), graph.Batch{Edges: []graph.Edge{{ProjectID: "x"}}}, graph.CodeNotFound},
		{"an unknown project", enginetest.AsAnn(), graph.Batch{Entities: []graph.Entity{enginetest.Task("a")}}, graph.CodeNotFound},
		{"an unknown entity", enginetest.AsAnn(), graph.Batch{Deleted: []graph.Ref{{ID: "x"}}}, graph.CodeNotFound},
		{"an unknown edge", enginetest.AsAnn(), graph.Batch{Unlinked: []string{"x"}}, graph.CodeNotFound},
	} {
		store, s := newScript(t)
		_, err := store.Write(test.ctx, &test.batch)
		if graph.CodeOf(err) != test.want || len(s.Puts) > 0 {
			t.Errorf("%s: got %v, put %v", test.name, err, s.Puts)
		}
	}
}

// Locks are taken in the order of ids, so that two writers never wait for each
// other.
func TestProjectsAreLockedInOrder(t *testing.T) {
	w, s := newTestWrite(t, &graph.Batch{})
	for _, id := range []string{"z", "a", "m"} {
		w.touch(graph.ID(id))
	}
	if ids := w.projectIDs(); !slices.IsSorted(ids) || len(ids) != 5 {
		t.Errorf("got %v", ids)
	}
	if err := w.lock(context.Background()); err != nil || len(s.Execs) != 1 || !strings.Contains(s.Execs[0], "ORDER BY id ON CONFLICT") {
		t.Errorf("got %q, %v", s.Execs, err)
	}
}
