package index_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/text"
)

// TestCompletionsGrow adds words between completions.
func TestCompletionsGrow(t *testing.T) {
	x := index.New(text.English)
	random := rand.New(rand.NewPCG(3, 4))
	var words []string
	for i := range 60 {
		word := fmt.Sprintf("w%c%c%c", 'a'+random.IntN(3), 'a'+random.IntN(26), 'a'+random.IntN(18)) // no plurals
		words = append(words, word)
		if err := x.Apply([]index.Document{indextest.Note(fmt.Sprint(i), word, "A body.")}, nil); err != nil {
			t.Fatal(err)
		}
		for _, prefix := range []string{"w", "wa", "wab", "wzz"} {
			var want []string
			for _, word := range words {
				if len(word) > len(prefix) && strings.HasPrefix(word, prefix) && !slices.Contains(want, word) {
					want = append(want, word)
				}
			}
			unlock := index.Lock([]*index.Index{x})
			var got []string
			for _, one := range x.Completions(prefix, 1000) {
				if !strings.HasSuffix(one.Word, "s") { // forms of titles
					got = append(got, one.Word)
				}
			}
			unlock()
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", prefix, got, want)
			}
		}
	}
}
