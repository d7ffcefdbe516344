package index

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// beginnings has the words of a vocabulary sorted by text, so that the words
// with a prefix are found without reading the others. It is updated on use,
// which is cheap because a vocabulary only grows.
type beginnings struct {
	mu    sync.Mutex
	words []uint32
}

// of returns the words that begin with a prefix. names has the texts of all
// words; word 0 is no word.
func (b *beginnings) of(prefix string, names []string) []uint32 {
	words := b.sorted(names)
	first, _ := slices.BinarySearchFunc(words, prefix, func(word uint32, prefix string) int { return cmp.Compare(names[word], prefix) })
	last := first
	for last < len(words) && strings.HasPrefix(names[words[last]], prefix) {
		last++
	}
	return words[first:last]
}

func (b *beginnings) sorted(names []string) []uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.words) < len(names)-1 {
		var added []uint32
		for word := len(b.words) + 1; word < len(names); word++ {
			added = append(added, uint32(word))
		}
		slices.SortFunc(added, func(a, c uint32) int { return cmp.Compare(names[a], names[c]) })
		b.words = merge(b.words, added, names)
	}
	return b.words
}

// merge returns a new slice with both lists, because other goroutines may read
// words.
func merge(words, added []uint32, names []string) []uint32 {
	merged := make([]uint32, 0, len(words)+len(added))
	for _, word := range added {
		next, _ := slices.BinarySearchFunc(words, names[word], func(word uint32, name string) int { return cmp.Compare(names[word], name) })
		merged = append(append(merged, words[:next]...), word)
		words = words[next:]
	}
	return append(merged, words...)
}
