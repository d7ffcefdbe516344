package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"

	"pgregory.net/rapid"
)

func TestNthHighest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64Range(1, 9)).Draw(t, "values")
		for i := range values {
			values[i] = float64(int(values[i])) // many are equal
		}
		n := rapid.IntRange(1, 12).Draw(t, "n")
		sorted, want := slices.Sorted(slices.Values(values)), 0.0
		if n <= len(sorted) {
			want = sorted[len(sorted)-n]
		}
		list := make([]Scored, len(values))
		for i, value := range values {
			list[i].Score = value
		}
		if got := nth(list, n); got != want {
			t.Errorf("number %d of %v is %v, want %v", n, sorted, got, want)
		}
	})
}

// TestBest compares Best with sorting, for scores that are equal or nearly equal,
// very low and very high.
func TestBest(t *testing.T) {
	var indexes []*index.Index
	for project := range 3 {
		var notes []index.Document
		for i := range 30 {
			notes = append(notes, indextest.Note(fmt.Sprintf("%d:%d", project, i), "", ""))
		}
		indexes = append(indexes, indextest.New(t, notes...))
	}
	reader := Over(indexes...).Open()
	t.Cleanup(reader.Close)
	rapid.Check(t, func(t *rapid.T) {
		scores := make([][]float64, rapid.IntRange(1, 3).Draw(t, "projects"))
		scored := make([]Set, len(scores))
		var all []Scored
		for project := range scores {
			scores[project] = rapid.SliceOfN(rapid.OneOf(
				rapid.SampledFrom([]float64{0, -1, 1e-300, 1e300, 1, 1 + 1e-9}), rapid.Float64Range(0, 2),
			), 0, 30).Draw(t, "scores")
			scored[project] = make(Set, 1)
			for ordinal, score := range scores[project] {
				scored[project].Add(int32(ordinal))
				if score > 0 {
					all = append(all, Scored{Doc{int32(project), int32(ordinal)}, score})
				}
			}
		}
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		better := func(a, b Scored) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(reader.Entry(a.Doc).ID, reader.Entry(b.Doc).ID))
		}
		slices.SortFunc(all, better)
		want := all[:min(limit, len(all))]
		got := Best(reader, scored, scores, limit)
		if slices.SortFunc(got, better); !slices.Equal(got, want) {
			t.Errorf("the best %d are %v, want %v", limit, got, want)
		}
	})
}
