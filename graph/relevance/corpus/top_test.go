package relevance

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHighest(t *testing.T) {
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
		list := make([]seed, len(values))
		for i, v := range values {
			list[i].a = v
		}
		if got := highest(list, n); got != want {
			t.Errorf("number %d of %v is %v, want %v", n, sorted, got, want)
		}
	})
}
