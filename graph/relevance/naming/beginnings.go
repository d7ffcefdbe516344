package naming

import (
	"math/bits"

	"dossier/graph/text"
)

// Beginnings says of most words that no title begins with them. To look up each word of
// many texts in the titles takes most of the time of finding these: a title is anywhere in
// memory, but this fits into the cache of a processor. It is that of the titles which
// there were when it was made.
type Beginnings struct {
	first []beginning // by word
	pairs []uint64    // a bit for each pair of words, by hash
	shift int
}

// A beginning says what begins with a word.
type beginning uint8

const (
	isFirst beginning = 1 << iota // a title begins with the word
	isWhole                       // a title has no other word
)

// bitsPerPair is the number of bits for each pair, by eye: one of so many pairs is looked
// up for nothing.
const bitsPerPair = 16

// Beginnings returns what the titles begin with.
func (n *Names) Beginnings() *Beginnings {
	t := &n.titles
	b := &Beginnings{first: make([]beginning, len(t.starts))}
	words := make(map[uint32]uint32) // that lead to a node from the root
	for word, begins := range t.starts {
		node, found := t.child(0, uint32(word))
		if !begins || !found {
			continue
		}
		words[node] = uint32(word)
		b.first[word] = isFirst
		if len(t.owners(node)) > 0 {
			b.first[word] |= isWhole
		}
	}
	seconds := t.secondNodes(words)
	size := bits.Len(uint(max(len(seconds)*bitsPerPair, 64) - 1))
	b.pairs, b.shift = make([]uint64, 1<<size/64), 64-size
	for _, pair := range seconds {
		at := b.place(pair[0], pair[1])
		b.pairs[at/64] |= 1 << (at % 64)
	}
	return b
}

// secondNodes returns the first two words of all forms that have as many. words are those
// that lead to nodes from the root.
func (t *trie) secondNodes(words map[uint32]uint32) (pairs [][2]uint32) {
	isChild := make([]uint64, len(t.single)/64+1) // a bit for each node, because few are keys of words
	for node := range words {
		isChild[node/64] |= 1 << (node % 64)
	}
	for key := range t.next.All() {
		if node := uint32(key >> 32); isChild[node/64]&(1<<(node%64)) != 0 {
			pairs = append(pairs, [2]uint32{words[node], uint32(key)})
		}
	}
	return pairs
}

// place returns the bit of a pair of words.
func (b *Beginnings) place(first, second uint32) uint64 {
	return (uint64(first)<<32 | uint64(second)) * 0x9E3779B97F4A7C15 >> b.shift
}

// May reports whether a title may be at the beginning of words.
func (b *Beginnings) May(words []text.Token) bool {
	word := words[0].Word()
	if int(word) >= len(b.first) || b.first[word] == 0 {
		return false
	}
	if b.first[word]&isWhole != 0 {
		return true
	}
	if len(words) == 1 {
		return false
	}
	at := b.place(word, words[1].Word())
	return b.pairs[at/64]&(1<<(at%64)) != 0
}
