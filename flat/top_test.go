package flat_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/flat"
)

func TestTopKeepsTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values, most := rapid.SliceOf(rapid.IntRange(0, 50)).Draw(t, "values"), rapid.IntRange(1, 9).Draw(t, "most")
		first := flat.NewTop(most, cmp.Compare[int])
		for _, value := range values {
			first.Add(value)
		}
		slices.Sort(values)
		if got, want := first.Sorted(), values[:min(len(values), most)]; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
