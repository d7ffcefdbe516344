package projects_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/projects"
)

// sizeOf returns the size that a cache with the default budget reports for
// projects.
func sizeOf(t *testing.T, store projects.Store, ids []string, parts projects.Parts) int {
	t.Helper()
	cache := projects.New(store, projects.Options{})
	get(t, cache, ids, parts)
	return cache.Stats().Bytes
}

// TestSizeIsMeasured compares the size that a cache reports, by which it keeps
// to --memory, with the growth of the heap: for only a graph and with its
// index, of entities with short texts and of documents.
func TestSizeIsMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds, and the race detector is no part of what is measured")
	}
	const entities, within = 4000, .15
	for _, words := range []int{0, 25, 250} {
		store := storetest.Open(t)
		changes := graphtest.Synthetic(entities, 2*entities)
		random := rand.New(rand.NewPCG(7, 8))
		for _, e := range changes.Entities {
			if text := e.Self().Spec().Field("description"); text != nil && words > 0 {
				*text.Pointer(e).(**string) = new(sentences(random, words))
			}
		}
		store.Put(t, graph.Batch{Entities: changes.Entities, Edges: changes.Edges})
		cache := projects.New(store, projects.Options{})
		before := heap()
		for _, parts := range []projects.Parts{{}, indexed} {
			get(t, cache, nil, parts)
			measured := float64(heap() - before)
			if share := float64(cache.Stats().Bytes) / measured; share < 1-within || share > 1+within {
				t.Errorf("texts of %d words, %+v: %d bytes are counted for %.0f, %.2f of them", words, parts, cache.Stats().Bytes, measured, share)
			}
		}
		runtime.KeepAlive(cache)
	}
}

// heap returns the bytes of reachable memory.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // pools release their memory only after two
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// sentences returns text with the given number of words, few of which are
// frequent.
func sentences(random *rand.Rand, words int) string {
	frequency := rand.NewZipf(random, 1.1, 4, 20_000)
	var out strings.Builder
	for i := range words {
		word := fmt.Sprintf("word%d", frequency.Uint64())
		switch {
		case i%12 == 11:
			word += ".\n"
		case random.IntN(15) == 0:
			word = "W" + word[1:]
		}
		out.WriteString(word + " ")
	}
	return out.String()
}
