package sqlstore_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/ndjson"
)

// Example opens a store, writes to it and reads what changed.
func Example() {
	ctx := graph.WithActor(context.Background(), graph.LocalActor)
	store, err := sqlite.Open(ctx, sqlite.Memory, sqlstore.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	project := &graph.Project{Name: "Garden"}
	project.ID, project.Kind = graph.ID("garden"), graph.KindProject
	task := &graph.Task{Title: "Water the beans"}
	task.ID, task.Kind, task.ProjectID = graph.ID("beans"), graph.KindTask, project.ID
	written, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project, task}})
	fmt.Println(written.Created, err)
	changes, err := store.Changes(ctx, []graph.Revision{{ProjectID: project.ID}})
	fmt.Println(changes[0].Revision.Number, len(changes[0].Entities), err)
	// Output:
	// map[project:1 task:1] <nil>
	// 1 2 <nil>
}

// Package dbtest has the contract of a store. This test is a smoke test of the
// shared code on one database, in a few statements.
func TestStore(t *testing.T) {
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	var counter statements.Counter
	store, err := sqlite.Open(ctx, sqlite.Memory, sqlstore.Options{OnStatement: counter.Count})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	const lines = `{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"t","project_id":"p","title":"T"}
{"kind":"edge","project_id":"p","src_kind":"project","src_id":"p","rel":"has_task","dst_kind":"task","dst_id":"t"}
`
	report, err := ndjson.Import(ctx, store, bytes.NewReader([]byte(lines)),
		ndjson.Options{Analyse: func(graph.Entity) []byte { return []byte("terms") }})
	if err != nil || len(report.Rejects) > 0 {
		t.Fatalf("got %+v, %v", report, err)
	}
	project, task := graph.ID("p"), graph.Ref{ID: graph.ID("t")}
	for _, read := range []struct {
		name       string
		statements int
		run        func() (int, error) // returns the number of rows
		want       int
	}{
		{"entities", 2, func() (int, error) {
			found, err := store.Entities(ctx, []graph.Ref{task}, graph.Full)
			return len(found), err
		}, 1},
		{"list", 3, func() (int, error) {
			page, err := store.List(ctx, lists.List{Kind: graph.KindTask, First: 1, Order: []lists.Order{{Field: lists.OrderLabel}}, Total: true})
			return page.Total, err
		}, 1},
		{"revisions", 1, func() (int, error) {
			found, err := store.Revisions(ctx, nil)
			return len(found), err
		}, 1},
		{"changes", len(graph.Kinds) + 2, func() (int, error) {
			found, err := store.Changes(ctx, []graph.Revision{{ProjectID: project}})
			return len(found[0].Entities) + len(found[0].Edges), err
		}, 3},
		{"terms", 1, func() (n int, err error) {
			return n, store.Terms(ctx, graph.Revision{ProjectID: project}, func(graph.Terms) { n++ })
		}, 2},
		{"pending vectors", 1, func() (int, error) {
			_, total, err := store.Pending(ctx, "m", 1)
			return total, err
		}, 2},
		{"record types", 1, func() (int, error) {
			found, err := store.RecordTypes(ctx)
			return len(found), err
		}, 0},
	} {
		before := counter.Total()
		got, err := read.run()
		if cost := counter.Total() - before; err != nil || got != read.want || cost != read.statements {
			t.Errorf("%s: got %d rows in %d statements, %v, want %d in %d", read.name, got, cost, err, read.want, read.statements)
		}
	}
	var exported bytes.Buffer
	if err := ndjson.Export(ctx, store, nil, &exported); err != nil || bytes.Count(exported.Bytes(), []byte("\n")) != 3 {
		t.Errorf("exported %s, %v", &exported, err)
	}
}

func TestVectors(t *testing.T) {
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	store, err := sqlite.Open(ctx, sqlite.Memory, sqlstore.Options{Now: func() time.Time { return time.Unix(0, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	project := &graph.Project{Name: "P"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
		t.Fatal(err)
	}
	want := []float32{1, -.5, 3e-30}
	vectors, _, err := store.Pending(ctx, "m", 1)
	if err != nil || len(vectors) != 1 {
		t.Fatalf("got %v, %v", vectors, err)
	}
	vectors[0].Values = want
	if err := store.PutVectors(ctx, "m", vectors); err != nil {
		t.Fatal(err)
	}
	var got []graph.Vector
	err = store.Vectors(ctx, "m", []graph.Revision{{ProjectID: project.ID}}, func(v graph.Vector) { got = append(got, v) })
	if err != nil || len(got) != 1 || fmt.Sprint(got[0].Values) != fmt.Sprint(want) || got[0].Number != 1 {
		t.Errorf("got %+v, %v, want %v", got, err, want)
	}
}
