package rank

import (
	"cmp"
	"slices"
	"testing"

	"dossier/graph/relevance/corpus"

	"pgregory.net/rapid"
)

// TestFloor compares the floor of the highest scores with sorting. It may admit
// scores within 1/128 of the lowest of them.
func TestFloor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float32Range(0, 100), 1, 50).Draw(t, "scores")
		n := rapid.IntRange(1, 60).Draw(t, "n")
		floor := floorOf(lexical(scores), n)
		slices.SortFunc(scores, func(a, b float32) int { return cmp.Compare(b, a) })
		nth := float32(0)
		if n < len(scores) {
			nth = scores[n-1]
		}
		if floor > nth || floor < nth*127/128 && nth > 1e-30 {
			t.Fatalf("the floor of %d of %v is %g, want about %g", n, scores, floor, nth)
		}
	})
}

// lexical returns lexical scores by ordinal.
func lexical(scores []float32) lexicalScores {
	l := lexicalScores{scores, make(corpus.Set, len(scores)/64+1)}
	for ordinal := range scores {
		l.scored.Add(int32(ordinal))
	}
	return l
}

// TestSources checks that only the best documents pass scores.
func TestSources(t *testing.T) {
	p := propagateDefaults()
	p.Sources = 2
	from := p.sources(make([]float32, 4), lexical([]float32{1, 5, 0, 3}))
	if got := []float32{from.of(0), from.of(1), from.of(2), from.of(3)}; !slices.Equal(got, []float32{0, 5, 0, 3}) {
		t.Errorf("scores passed are %v, want only the two highest", got)
	}
}
