package attention_test

import (
	"testing"
	"time"

	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// BenchmarkAgenda measures the lists of a large project, as they are kept for parts of it
// and when all of them are made.
func BenchmarkAgenda(b *testing.B) {
	changes := graphtest.Synthetic(20_000, 40_000)
	kept := memory.NewGraph(changes)
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			attention.Highlights(kept, attention.HighlightQuery{Now: now.Add(time.Second)})
		}
	})
	b.Run("made", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			g := memory.NewGraph(changes)
			g.IsLinkedAt(1)
			b.StartTimer()
			attention.Highlights(g, attention.HighlightQuery{Now: now})
		}
	})
}
