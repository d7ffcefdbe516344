package index

import (
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"dossier/graph/text"
)

// likeness is what titles are compared by. It is made when an entry is indexed:
// for each question it would take half of a search.
type likeness struct {
	words    []uint32 // of the folded title, into titleWords
	trigrams int32    // how many different ones they have
	// key and identifier are the hashes of the title's key and of that of its
	// identifier.
	key, identifier uint32
}

// titleWords numbers the words of titles, which many titles share, and holds
// their trigrams.
type titleWords struct {
	numbers  map[string]uint32
	trigrams []text.Trigrams
	total    int // trigrams of all words
}

func (w *titleWords) number(word string) uint32 {
	number, known := w.numbers[word]
	if !known {
		number = uint32(len(w.trigrams))
		w.numbers[word] = number
		trigrams := exact(text.TrigramsOf(word))
		w.trigrams = append(w.trigrams, trigrams)
		w.total += len(trigrams)
	}
	return number
}

// likenessOf returns what an entry's title is compared by.
func (x *Index) likenessOf(title string) likeness {
	var l likeness
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	for word := range strings.FieldsFuncSeq(text.Fold(title), separates) {
		l.words = append(l.words, x.titleWords.number(strings.Clone(word)))
	}
	l.words = exact(l.words)
	l.trigrams = int32(len(x.titleWords.union(l.words, nil)))
	l.key, l.identifier = hash(text.Key(title)), hash(text.Key(Identifier(title)))
	return l
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // cannot fail
	return h.Sum32()
}

// union returns the trigrams of words, each once. It reuses buffer.
func (w *titleWords) union(words []uint32, buffer text.Trigrams) text.Trigrams {
	buffer = buffer[:0]
	for _, word := range words {
		buffer = append(buffer, w.trigrams[word]...)
	}
	slices.Sort(buffer)
	return slices.Compact(buffer)
}

// A TitleComparison compares the titles of an index with a text. It is for one
// goroutine that holds the lock of the index.
type TitleComparison struct {
	index    *Index
	trigrams text.Trigrams
	words    int    // of the text
	key      string // of the text
	hash     uint32
	shared   map[uint32][]uint64 // by word: which trigrams of the text it has
	buffer   text.Trigrams
	mask     []uint64
}

// CompareTitles returns the comparison with a text of these trigrams, number of
// words and key.
func (x *Index) CompareTitles(trigrams text.Trigrams, words int, key string) *TitleComparison {
	return &TitleComparison{
		index: x, trigrams: trigrams, words: words, key: key, hash: hash(key),
		shared: make(map[uint32][]uint64), mask: make([]uint64, (len(trigrams)+63)/64),
	}
}

// IsTitle reports whether the text is the title of an entry.
func (c *TitleComparison) IsTitle(ordinal int32) bool {
	entry := &c.index.entries[ordinal]
	return entry.likeness.key == c.hash && text.Key(entry.Title) == c.key
}

// IsIdentifier reports whether the text is the identifier that the title of an
// entry begins with.
func (c *TitleComparison) IsIdentifier(ordinal int32) bool {
	entry := &c.index.entries[ordinal]
	return entry.likeness.identifier == c.hash && text.Key(Identifier(entry.Title)) == c.key
}

// Whole returns the similarity of the text to the title of an entry.
func (c *TitleComparison) Whole(ordinal int32) float64 {
	l := &c.index.entries[ordinal].likeness
	return c.similarity(c.common(l.words), int(l.trigrams))
}

// Within returns the greatest similarity of the text to as many consecutive
// words of the title, as [text.Trigrams.Within] does. It counts the trigrams of
// those words alone that may be more similar than the best ones before.
func (c *TitleComparison) Within(ordinal int32) float64 {
	words, best := c.index.entries[ordinal].likeness.words, 0.0
	for at := 0; at == 0 || at+c.words <= len(words); at++ {
		window := words[at:min(at+c.words, len(words))]
		common := c.common(window)
		if c.similarity(common, max(common, c.longest(window))) <= best {
			continue
		}
		c.buffer = c.index.titleWords.union(window, c.buffer)
		best = max(best, c.similarity(common, len(c.buffer)))
	}
	return best
}

// longest returns the number of trigrams of the word that has most.
func (c *TitleComparison) longest(words []uint32) (most int) {
	for _, word := range words {
		most = max(most, len(c.index.titleWords.trigrams[word]))
	}
	return most
}

// similarity returns the share of common trigrams among those of the text and a
// number of others.
func (c *TitleComparison) similarity(common, others int) float64 {
	if common == 0 {
		return 0
	}
	return float64(common) / float64(len(c.trigrams)+others-common)
}

// common returns how many trigrams of the text words have.
func (c *TitleComparison) common(words []uint32) (count int) {
	clear(c.mask)
	for _, word := range words {
		for i, part := range c.sharedBy(word) {
			c.mask[i] |= part
		}
	}
	for _, part := range c.mask {
		count += bits.OnesCount64(part)
	}
	return count
}

// sharedBy returns which trigrams of the text a word has, a bit for each.
func (c *TitleComparison) sharedBy(word uint32) []uint64 {
	shared, known := c.shared[word]
	if known {
		return shared
	}
	others, at := c.index.titleWords.trigrams[word], 0
	for i, trigram := range c.trigrams {
		for at < len(others) && others[at] < trigram {
			at++
		}
		if at < len(others) && others[at] == trigram {
			if shared == nil {
				shared = make([]uint64, len(c.mask))
			}
			shared[i/64] |= 1 << (i % 64)
		}
	}
	c.shared[word] = shared
	return shared
}
