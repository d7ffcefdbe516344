package text_test

import (
	"sync"
	"testing"

	"github.com/kljensen/snowball/english"

	"dossier/graph/text"
)

// TestRecentStems checks that words have their stems, however often and from
// wherever they are asked for.
func TestRecentStems(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 20_000 {
				word := "nesses"
				for n := i % 6000; n > 0; n /= 26 { // more than there are places
					word = string(rune('a'+n%26)) + word
				}
				if got, want := text.English(word), english.Stem(word, true); got != want {
					t.Errorf("%s: got %s, want %s", word, got, want)
				}
			}
		})
	}
	group.Wait()
}
