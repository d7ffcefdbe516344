package lexicon

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed headings.txt
var headings string

// headed are the words of headings.txt that share a line with each, by id.
var headed = sync.OnceValue(func() map[string][]string {
	related := map[string][]string{}
	for line := range strings.Lines(headings) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		ids := idsOf(line)
		for i, id := range ids {
			related[id] = append(append(related[id], ids[:i]...), ids[i+1:]...)
		}
	}
	return related
})

// Headings returns the words that head the same sections or parts of projects as a
// word, such as rollback for undo, in no order. id is the English stem of the word,
// or a stop word itself. The words are ids too. The caller must not change them.
func Headings(id string) []string { return headed()[id] }
