// Package storetest opens in-memory stores for tests of the domain, which use
// them instead of mocks.
package storetest

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// Now returns the time of the stores, which is in the week of the demo graph.
func Now() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

// Context returns a context in which the local actor reads and writes.
func Context() context.Context {
	return graph.WithActor(context.Background(), graph.LocalActor)
}

// A Store is a store that counts its statements.
type Store struct {
	*sqlstore.Store
	counter statements.Counter
}

// Open opens an empty store and closes it when the test ends.
func Open(t testing.TB) *Store {
	t.Helper()
	return OpenFile(t, sqlite.Memory)
}

// OpenFile opens a store in a file, which may be open in other stores. It
// closes the store when the test ends.
func OpenFile(t testing.TB, path string) *Store {
	t.Helper()
	return New(t, func(options sqlstore.Options) (*sqlstore.Store, error) {
		return sqlite.Open(Context(), path, options)
	})
}

// New opens a store with open, counts its statements, and closes it when the
// test ends.
func New(t testing.TB, open func(sqlstore.Options) (*sqlstore.Store, error)) *Store {
	t.Helper()
	s := &Store{}
	store, err := open(sqlstore.Options{Now: Now, OnStatement: s.counter.Count, Analyse: searchtext.Analyse})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s.Store = store
	return s
}

// Demo opens a store with the demo graph. root is the path of the repository.
func Demo(t testing.TB, root string) *Store {
	t.Helper()
	s := Open(t)
	s.Load(t, DemoGraph(t, root))
	return s
}

// DemoGraph returns the NDJSON of the demo graph. root is the path of the
// repository.
func DemoGraph(t testing.TB, root string) string {
	t.Helper()
	source, err := os.ReadFile(root + "/testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// Load imports NDJSON as the local actor.
func (s *Store) Load(t testing.TB, source string) {
	t.Helper()
	report, err := ndjson.Import(Context(), s.Store, strings.NewReader(source), ndjson.Options{Analyse: searchtext.Analyse})
	if err != nil || len(report.Rejects) > 0 {
		t.Fatalf("import: %v, rejected %v", err, report.Rejects)
	}
}

// Put writes a batch as the local actor.
func (s *Store) Put(t testing.TB, batch graph.Batch) {
	t.Helper()
	if batch.Analyse == nil {
		batch.Analyse = searchtext.Analyse
	}
	if _, err := s.Write(Context(), &batch); err != nil {
		t.Fatal(err)
	}
}

// Entity returns the full entity whose id in an import is name.
func (s *Store) Entity(t testing.TB, name string) graph.Entity {
	t.Helper()
	id := graph.ID(name)
	found, err := s.Entities(Context(), []graph.Ref{{ID: id}}, graph.Full)
	if err != nil || found[id] == nil {
		t.Fatalf("read %s: %v", name, err)
	}
	return found[id]
}

// Statements returns the number of statements that f runs.
func (s *Store) Statements(f func()) int {
	before := s.counter.Total()
	f()
	return s.counter.Total() - before
}
