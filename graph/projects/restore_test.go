package projects_test

import (
	"os"
	"path/filepath"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
)

// A restored is a store that a test replaces by an earlier copy, as an
// administrator may do while a server runs.
type restored struct{ *storetest.Store }

// copied returns a store on a copy of a closed file.
func copied(t *testing.T, from string) *storetest.Store {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return storetest.OpenFile(t, to)
}

// TestRestore restores a store to an earlier state, and writes to it until it
// reaches the revision that the cache held, and a later one. Each later read
// has the content of the store, and nothing of the lost state.
func TestRestore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.db")
	original := storetest.OpenFile(t, file)
	original.Load(t, two)
	if err := original.Close(); err != nil {
		t.Fatal(err)
	}
	for _, further := range []int{0, 1, 2, 3} {
		store := &restored{copied(t, file)}
		cache := projects.New(store, projects.Options{Vectors: store, Model: "model"})
		get(t, cache, nil, compared)
		rename(t, store.Store, "a1", "Sell the barn")
		store.Put(t, graph.Batch{Deleted: []graph.Ref{{Kind: graph.KindTask, ID: graph.ID("a2")}}})
		putVectors(t, store.Store, 3, 4)
		if set := get(t, cache, nil, compared); searched(set, "barn") != "Sell the barn" || set.With(graph.ID("a2")) != nil {
			t.Fatal("the cache is not up to date before the restore")
		}
		store.Store = copied(t, file)
		for n := range further {
			rename(t, store.Store, "a2", "Count the gulls "+string(rune('a'+n)))
		}
		set := get(t, cache, nil, compared)
		if got := searched(set, "barn"); got != "" {
			t.Errorf("%d writes after the restore: found %q, which is lost", further, got)
		}
		if got := searched(set, "paint"); got != "Paint the lighthouse" || set.With(graph.ID("a2")) == nil {
			t.Errorf("%d writes after the restore: found %q and a2 %v, want both as stored", further, got, set.With(graph.ID("a2")))
		}
		if got := set.VectorOf()(graph.ID("a1")); got != nil {
			t.Errorf("%d writes after the restore: a1 has the vector %v, which is lost", further, got)
		}
	}
}

// TestTrailEnds writes more than the trail of changes keeps: the entire project
// is read.
func TestTrailEnds(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{})
	get(t, cache, alpha, indexed)
	for n := range 70 {
		rename(t, store, "a1", "Paint it "+string(rune('a'+n%26))+string(rune('a'+n/26)))
	}
	var set projects.Set
	got := store.Statements(func() { set = get(t, cache, alpha, indexed) })
	if want := 1 + 2*changes + 1 + 1; got != want || searched(set, "lighthouse") != "" || searched(set, "seagulls") != "Feed the seagulls" {
		t.Errorf("%d statements, want %d; found %q", got, want, searched(set, "lighthouse"))
	}
}
