package index

import (
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// likeness is what titles are compared by. It is computed when an entry is
// indexed, because for each question that would take half of a search.
type likeness struct {
	words    []uint32 // of the folded title, into titleWords
	trigrams int32    // number of different trigrams
	// key and identifier are hashes of the keys of the title and of its
	// identifier.
	key, identifier uint32
}

// titleWords numbers the words of titles and has their trigrams. Many titles
// share a word.
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
		trigrams := flat.Exact(text.TrigramsOf(word))
		w.trigrams = append(w.trigrams, trigrams)
		w.total += len(trigrams)
	}
	return number
}

// likenessOf returns the likeness of a title.
func (x *Index) likenessOf(title string) likeness {
	var l likeness
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	for word := range strings.FieldsFuncSeq(text.Fold(title), separates) {
		l.words = append(l.words, x.titleWords.number(strings.Clone(word)))
	}
	l.words = flat.Exact(l.words)
	l.trigrams = int32(len(x.titleWords.union(l.words, nil)))
	l.key, l.identifier = hash(text.Key(title)), hash(text.Key(Identifier(title)))
	return l
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // cannot fail
	return h.Sum32()
}

// union returns the trigrams of words without duplicates. It reuses buffer.
func (w *titleWords) union(words []uint32, buffer text.Trigrams) text.Trigrams {
	buffer = buffer[:0]
	for _, word := range words {
		buffer = append(buffer, w.trigrams[word]...)
	}
	slices.Sort(buffer)
	return slices.Compact(buffer)
}

// A TitleComparison compares the titles of an index with a text. It is not safe
// for concurrent use, and needs the index to be locked.
type TitleComparison struct {
	index    *Index
	trigrams text.Trigrams
	words    int    // of the text
	key      string // of the text
	hash     uint32
	shared   [sharesKept]share // of recent words, each at the last bits of its number
	buffer   text.Trigrams
	mask     []uint64
}

// sharesKept is the number of words whose shares are kept, by eye: a map of all
// words took as long as computing a share.
const sharesKept = 64

// A share has a bit for each trigram of a text that a word has.
type share struct {
	word uint32
	bits []uint64 // nil before the first word
	some bool     // one bit is set
}

// CompareTitles returns the comparison with a text that has the given trigrams,
// number of words and key.
func (x *Index) CompareTitles(trigrams text.Trigrams, words int, key string) *TitleComparison {
	return &TitleComparison{
		index: x, trigrams: trigrams, words: words, key: key, hash: hash(key),
		mask: make([]uint64, (len(trigrams)+63)/64),
	}
}

// IsTitle reports whether the text is the title of the entry.
func (c *TitleComparison) IsTitle(ordinal int32) bool {
	entry := &c.index.entries[ordinal]
	return entry.likeness.key == c.hash && text.Key(entry.Title) == c.key
}

// IsIdentifier reports whether the text is the identifier at the beginning of
// the entry's title.
func (c *TitleComparison) IsIdentifier(ordinal int32) bool {
	entry := &c.index.entries[ordinal]
	return entry.likeness.identifier == c.hash && text.Key(Identifier(entry.Title)) == c.key
}

// Whole returns the similarity of the text and the title of the entry, and the
// most that [TitleComparison.Within] can return for it.
func (c *TitleComparison) Whole(ordinal int32) (similarity, within float64) {
	l := &c.index.entries[ordinal].likeness
	common := c.common(l.words)
	return c.similarity(common, int(l.trigrams)), c.similarity(common, common)
}

// Within returns the greatest similarity of the text and as many consecutive
// words of the title, as [text.Trigrams.Within] does. It computes the trigrams
// of only those words that may exceed the best similarity so far.
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

// longest returns the largest number of trigrams of one of the words.
func (c *TitleComparison) longest(words []uint32) (most int) {
	for _, word := range words {
		most = max(most, len(c.index.titleWords.trigrams[word]))
	}
	return most
}

// similarity returns common as a share of the union of the text's trigrams and
// a set of the size others.
func (c *TitleComparison) similarity(common, others int) float64 {
	if common == 0 {
		return 0
	}
	return float64(common) / float64(len(c.trigrams)+others-common)
}

// common returns the number of the text's trigrams that the words have.
func (c *TitleComparison) common(words []uint32) (count int) {
	clear(c.mask)
	for _, word := range words {
		if shared := c.sharedBy(word); shared.some {
			for i, part := range shared.bits {
				c.mask[i] |= part
			}
		}
	}
	for _, part := range c.mask {
		count += bits.OnesCount64(part)
	}
	return count
}

// sharedBy returns the share of a word, until the next call.
func (c *TitleComparison) sharedBy(word uint32) *share {
	shared := &c.shared[word%sharesKept]
	switch {
	case shared.bits == nil:
		shared.bits = make([]uint64, len(c.mask))
	case shared.word == word:
		return shared
	default:
		clear(shared.bits)
	}
	shared.word, shared.some = word, false
	others, at := c.index.titleWords.trigrams[word], 0
	for i, trigram := range c.trigrams {
		for at < len(others) && others[at] < trigram {
			at++
		}
		if at < len(others) && others[at] == trigram {
			shared.bits[i/64] |= 1 << (i % 64)
			shared.some = true
		}
	}
	return shared
}
