package memory_test

import (
	"fmt"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

var now = time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)

func BenchmarkNewGraph(b *testing.B) {
	changes := graphtest.Synthetic(20_000, 40_000)
	b.ReportAllocs()
	for b.Loop() {
		memory.NewGraph(changes)
	}
}

// BenchmarkApply measures a change of one row with the first reading of what
// depends on all rows. The time must not grow with the graph.
func BenchmarkApply(b *testing.B) {
	for _, size := range []int{3_000, 30_000, 100_000, 1_000_000} {
		changes := graphtest.Synthetic(size, 2*size)
		first := changes
		first.Entities, first.Edges = changes.Entities[:size-1], changes.Edges[:2*size-1]
		g := memory.NewGraph(first)
		g.Coverage()
		for _, bench := range []struct {
			name string
			next graph.Changes
		}{
			{"entity", graph.Changes{Revision: g.Revision, Entities: changes.Entities[7:8]}},
			{"new entity", graph.Changes{Revision: g.Revision, Entities: changes.Entities[size-1:]}},
			{"new edge", graph.Changes{Revision: g.Revision, Edges: changes.Edges[2*size-1:]}},
		} {
			b.Run(fmt.Sprint(bench.name, " of ", size), func(b *testing.B) {
				for b.Loop() {
					g.Apply(bench.next).Coverage()
				}
			})
		}
	}
}

func BenchmarkSnapshot(b *testing.B) {
	changes := graphtest.Synthetic(20_000, 40_000)
	g := memory.NewGraph(changes)
	g.Coverage()
	for _, bench := range []struct {
		name  string
		depth int
	}{{"depth 2", 2}, {"depth 5", 5}} {
		b.Run(bench.name, func(b *testing.B) {
			q := memory.DefaultSnapshot(now, nil)
			q.Depth = bench.depth
			for b.Loop() {
				if _, err := g.Snapshot(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCoverage(b *testing.B) {
	g := memory.NewGraph(graphtest.Synthetic(20_000, 40_000))
	for b.Loop() {
		g.Apply(graph.Changes{Revision: g.Revision}).Coverage()
	}
}

func BenchmarkLinks(b *testing.B) {
	g := memory.NewGraph(graphtest.Synthetic(20_000, 40_000))
	for b.Loop() {
		if _, err := g.LinkedEntities(g.Project().ID, memory.LinkQuery{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWorkspace measures the computations of each request for the
// workspace of a large project.
func BenchmarkWorkspace(b *testing.B) {
	g := memory.NewGraph(graphtest.Synthetic(20_000, 40_000))
	for name, run := range map[string]func(){
		"highlights": func() { attention.Highlights(g, attention.HighlightQuery{Now: now}) },
		"people":     func() { attention.People([]*memory.Graph{g}, nil, now) },
		"changed": func() {
			attention.NewAgenda([]*memory.Graph{g}, attention.HighlightQuery{Now: now}).Changed(20, func(graph.Kind) bool { return true })
		},
		"work": func() { attention.WorkOf(g, now) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run()
			}
		})
	}
}
