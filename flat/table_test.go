package flat_test

import (
	"maps"
	"testing"

	"dossier/flat"

	"pgregory.net/rapid"
)

// TestTableIsLikeAMap uses few keys, so that searches for them meet.
func TestTableIsLikeAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x flat.Table
		want := map[uint64]int32{}
		keys := rapid.OneOf(rapid.Uint64Range(0, 40), rapid.Uint64Max(1<<62))
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			key := keys.Draw(t, "key")
			if rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				x.Remove(key)
				delete(want, key)
			} else {
				*x.At(key) = rapid.Int32().Draw(t, "value")
				want[key] = *x.At(key)
			}
			if x.Len() != len(want) {
				t.Fatalf("%d keys, want %d", x.Len(), len(want))
			}
		}
		for key := range uint64(41) {
			got, known := x.Get(key)
			if value, has := want[key]; got != value || known != has {
				t.Fatalf("key %d: got %d, %t; want %d, %t", key, got, known, value, has)
			}
		}
		if got := maps.Collect(x.All()); !maps.Equal(got, want) {
			t.Fatalf("all are %v, want %v", got, want)
		}
		x.Clear()
		for key := range want {
			if _, known := x.Get(key); known || x.Len() != 0 {
				t.Fatalf("key %d is in a table that was cleared", key)
			}
		}
	})
}
