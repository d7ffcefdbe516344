package memory_test

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// TestSince applies the differences between graphs to the edges and roots of the
// earlier ones, and compares the results with those of the later ones.
func TestSince(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		rows := newStored(graphtest.Random(t))
		g := new(memory.Graph).Apply(rows.all())
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			next := g.Apply(rows.change(t))
			d, known := next.Since(g)
			if known {
				compared++
				edges, roots := edgesOf(g), rootsOf(g)
				for _, id := range d.Gone {
					delete(edges, id)
				}
				for _, edge := range d.Edges {
					edges[edge.ID] = fmt.Sprint(memory.NewSnapshotEdge(edge))
				}
				maps.DeleteFunc(roots, func(id, _ string) bool { return next.Entity(id) == nil })
				for _, ord := range d.Roots {
					roots[next.At(ord).Self().ID] = next.At(next.Root(ord)).Self().ID
				}
				if want := edgesOf(next); !maps.Equal(edges, want) {
					t.Fatalf("got edges %v, want %v", edges, want)
				}
				if want := rootsOf(next); !maps.Equal(roots, want) {
					t.Fatalf("got roots %v, want %v", roots, want)
				}
			}
			g = next
		}
	})
	if compared == 0 {
		t.Error("no difference was known")
	}
}

// edgesOf returns the edges of a graph as text, by id.
func edgesOf(g *memory.Graph) map[string]string {
	edges := map[string]string{}
	for edge := range g.Edges() {
		edges[edge.ID] = fmt.Sprint(memory.NewSnapshotEdge(edge))
	}
	return edges
}

// rootsOf returns the ids of the roots of a graph, by id of the entity.
func rootsOf(g *memory.Graph) map[string]string {
	roots := map[string]string{}
	for ord, e := range g.Entities() {
		roots[e.Self().ID] = g.At(g.Root(ord)).Self().ID
	}
	return roots
}
