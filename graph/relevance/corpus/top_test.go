package corpus

import (
	"slices"
	"testing"

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
