package projects_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/similarity"
)

var compared = projects.Parts{Index: true, Vectors: true}

// putVectors puts vectors of all pending entities.
func putVectors(t *testing.T, store *storetest.Store, values ...float32) {
	t.Helper()
	pending, _, err := store.Pending(storetest.Context(), "model", 100)
	if err != nil {
		t.Fatal(err)
	}
	for i := range pending {
		pending[i].Values = values
	}
	if err := store.PutVectors(storetest.Context(), "model", pending); err != nil {
		t.Fatal(err)
	}
}

// TestVectors puts vectors between reads: each read has those that were put
// before, by one statement.
func TestVectors(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{Vectors: store, Model: "model"})
	set := get(t, cache, nil, compared)
	vectorOf := set.VectorOf()
	if got := vectorOf(graph.ID("a1")); got != nil {
		t.Errorf("before any was put: %v", got)
	}
	putVectors(t, store, 3, 4)
	if got := store.Statements(func() { set = get(t, cache, nil, compared) }); got != 2 {
		t.Errorf("%d statements, want 2: revisions and vectors", got)
	}
	vectorOf = set.VectorOf()
	for _, name := range []string{"a1", "b1", "a2", "beta"} {
		if got := vectorOf(graph.ID(name)); len(got) != 2 || math.Abs(float64(got[0]-.6)) > 1e-6 {
			t.Errorf("%s has %v, want one of length 1", name, got)
		}
	}
	if got := vectorOf(graph.ID("nowhere")); got != nil {
		t.Errorf("an unknown entity has %v", got)
	}
	rename(t, store, "a1", "Sell the lighthouse")
	putVectors(t, store, 1, 0)
	if got := get(t, cache, alpha, compared).VectorOf()(graph.ID("a1")); len(got) != 2 || got[0] != 1 {
		t.Errorf("after the change: %v", got)
	}
	if set := get(t, cache, alpha, indexed); set[0].Vectors != nil {
		t.Error("vectors were not asked for")
	}
}

// brokenVectors fails in the middle of its vectors.
type brokenVectors struct{ similarity.Store }

var errBroken = errors.New("broken")

func (b brokenVectors) Vectors(ctx context.Context, model string, since []graph.Revision, yield func(graph.Vector)) error {
	passed := 0
	err := b.Store.Vectors(ctx, model, since, func(v graph.Vector) {
		if passed++; passed == 1 {
			yield(v)
		}
	})
	return errors.Join(err, errBroken)
}

// TestVectorsFailInTheMiddle fails in the middle of a read of vectors: the next
// read has the rest.
func TestVectorsFailInTheMiddle(t *testing.T) {
	store := openTwo(t)
	putVectors(t, store, 1, 0)
	broken := &switching{Store: brokenVectors{store}}
	cache := projects.New(store, projects.Options{Vectors: broken, Model: "model"})
	if _, err := cache.Get(storetest.Context(), nil, compared); !errors.Is(err, errBroken) {
		t.Fatalf("got %v, want the failure", err)
	}
	broken.Store = store
	vectorOf := get(t, cache, nil, compared).VectorOf()
	for _, name := range []string{"alpha", "a1", "a2", "beta", "b1"} {
		if vectorOf(graph.ID(name)) == nil {
			t.Errorf("%s has no vector", name)
		}
	}
}

// switching is a store that can be exchanged.
type switching struct{ similarity.Store }

// TestVectorsCountAgainstTheBudget evicts a project for the vectors of another.
func TestVectorsCountAgainstTheBudget(t *testing.T) {
	store := openTwo(t)
	cache := projects.New(store, projects.Options{Budget: sizeOf(t, store, nil, projects.Parts{}) + 1000, Vectors: store, Model: "model"})
	get(t, cache, alpha, projects.Parts{})
	get(t, cache, []string{graph.ID("beta")}, projects.Parts{})
	putVectors(t, store, append(make([]float32, 999), 1)...) // 4 kB each
	get(t, cache, []string{graph.ID("beta")}, compared)
	if got := store.Statements(func() { get(t, cache, alpha, projects.Parts{}) }); got != 1+changes {
		t.Errorf("%d statements, want %d: alpha was dropped", got, 1+changes)
	}
}

// TestIndexesCountAgainstTheBudget evicts a project for the index of another.
func TestIndexesCountAgainstTheBudget(t *testing.T) {
	store := openTwo(t)
	long := store.Entity(t, "b1").(*graph.Task)
	long.Description = new(strings.Repeat("count the lighthouses of the coast. ", 3000))
	store.Put(t, graph.Batch{Entities: []graph.Entity{long}})
	cache := projects.New(store, projects.Options{Budget: sizeOf(t, store, nil, projects.Parts{}) + 1000})
	for _, parts := range []projects.Parts{{}, indexed} {
		get(t, cache, alpha, projects.Parts{})
		get(t, cache, []string{graph.ID("beta")}, parts)
		want := 1
		if parts.Index {
			want += changes
		}
		if got := store.Statements(func() { get(t, cache, alpha, projects.Parts{}) }); got != want {
			t.Errorf("%+v: %d statements, want %d", parts, got, want)
		}
	}
}
