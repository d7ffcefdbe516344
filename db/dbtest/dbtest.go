// Package dbtest is the contract of a store, to be run: what the interface
// Store of package query says is tested here, for every database alike.
package dbtest

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/similarity"
)

// A Store is a store under test.
type Store interface {
	query.Store
	similarity.Store
	Grant(ctx context.Context, projectID, actorID string, access graph.Access) error
	Close() error
}

// Run tests the stores that open makes. Each is empty, of its own, and closed
// when the test ends.
func Run(t *testing.T, open func(t testing.TB, options db.Options) Store) {
	for _, test := range []struct {
		name string
		run  func(*fixture)
	}{
		{"every column", everyColumn},
		{"light texts are cut", lightTextsAreCut},
		{"hostile text", hostileText},
		{"refused text", refusedText},
		{"hostile numbers", hostileNumbers},
		{"entities by id", entitiesByID},
		{"list orders", listOrders},
		{"list filters", listFilters},
		{"list pages", listPages},
		{"fence", fence},
		{"writing needs access", writingNeedsAccess},
		{"grant", grant},
		{"deleted project", deletedProject},
		{"times", times},
		{"given times are content", givenTimesAreContent},
		{"write twice", writeTwice},
		{"the last of a batch counts", lastOfABatchCounts},
		{"all or nothing", allOrNothing},
		{"taken ids", takenIDs},
		{"delete and restore", deleteAndRestore},
		{"link and unlink", linkAndUnlink},
		{"synonyms", synonyms},
		{"record types", recordTypes},
		{"imported records", importedRecords},
		{"terms", terms},
		{"reanalyse", reanalyse},
		{"vectors", vectors},
		{"vectors are fenced", vectorsAreFenced},
		{"changes", changes},
		{"changes add up", changesAddUp},
		{"constant statements", constantStatements},
		{"export", export},
		{"readers see whole writes", readersSeeWholeWrites},
		{"writers take turns", writersTakeTurns},
		{"a context that ran out", contextRanOut},
		{"closing", closing},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(newFixture(t, open)) })
	}
}

// start is when the clock of a fixture starts; it goes on by a second a look.
var start = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// A fixture is an empty store, two actors, and what tests ask of them.
type fixture struct {
	*testing.T
	store    Store
	now      time.Time
	counter  db.Counter
	ann, bob context.Context
}

func newFixture(t *testing.T, open func(t testing.TB, options db.Options) Store) *fixture {
	f := &fixture{T: t, now: start, ann: as("ann"), bob: as("bob")}
	f.store = open(t, db.Options{Now: func() time.Time { return f.now }, OnStatement: f.counter.Count, Migrate: true})
	return f
}

// as is a context of an actor, of none if the name is empty.
func as(name string) context.Context {
	if name == "" {
		return context.Background()
	}
	return graph.WithActor(context.Background(), graph.Actor{ID: graph.ID(name), Name: name})
}

func (f *fixture) write(batch *graph.Batch) *graph.Written {
	f.Helper()
	written, err := f.store.Write(f.ann, batch)
	if err != nil {
		f.Fatal(err)
	}
	return written
}

func (f *fixture) writeEntities(entities ...graph.Entity) *graph.Written {
	f.Helper()
	return f.write(&graph.Batch{Entities: entities})
}

// entity reads one entity, nil if it is not found.
func (f *fixture) entity(ctx context.Context, id string, view graph.View) graph.Entity {
	f.Helper()
	found, err := f.store.Entities(ctx, []graph.Ref{{ID: id}}, view)
	if err != nil {
		f.Fatal(err)
	}
	return found[id]
}

// changes are those of one project after a revision.
func (f *fixture) changes(projectID string, since int64) graph.Changes {
	f.Helper()
	found, err := f.store.Changes(f.ann, []graph.Revision{{ProjectID: projectID, Number: since}})
	if err != nil || len(found) != 1 {
		f.Fatalf("changes: got %d, %v", len(found), err)
	}
	return found[0]
}

func (f *fixture) wantCode(what string, err error, want graph.Code) {
	f.Helper()
	got := graph.Code("none")
	if err != nil {
		got = graph.CodeOf(err)
	}
	if got != want {
		f.Errorf("%s: got %s (%v), want %s", what, got, err, want)
	}
}

func newProject(name string) *graph.Project {
	p := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	p.ID, p.Name = graph.ID(name), name
	return p
}

func newTask(projectID, title string) *graph.Task {
	t := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	t.ID, t.ProjectID, t.Title = graph.ID(projectID+title), projectID, title
	return t
}

func newEdge(src graph.Entity, rel graph.Relation, dst graph.Entity) graph.Edge {
	return graph.Edge{ProjectID: src.Self().ProjectID, Rel: rel, Src: src.Self().Ref(), Dst: dst.Self().Ref()}
}

func ptr[T any](value T) *T { return &value }

var update = flag.Bool("update", false, "write generated files and goldens anew")

// Fresh checks that a file is what it is to be made of, or writes it if the
// tests run with -update.
func Fresh(t testing.TB, path, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date; run go test with -update and look at the difference", path)
	}
}
