package subject

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTopKeepsTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values, limit := rapid.SliceOf(rapid.IntRange(0, 50)).Draw(t, "values"), rapid.IntRange(1, 9).Draw(t, "limit")
		best := top[int]{limit: limit, compare: cmp.Compare[int]}
		for _, value := range values {
			best.add(value)
		}
		slices.Sort(values)
		if got, want := best.sorted(), values[:min(len(values), limit)]; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
