package naming

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"dossier/flat"
	"dossier/graph/text"
)

// A Likeness has the keys by which titles are compared. It is computed when an entity is indexed,
// because for each question that would take half of a search.
type Likeness struct {
	Words    []uint32 // of the folded title, in TitleWords
	Trigrams int32    // number of different trigrams
	// Key and Identifier are hashes of the keys of the title and of its
	// identifier.
	Key, Identifier uint32
}

// TitleWords numbers the words of titles and has their trigrams. Many titles
// share a word.
type TitleWords struct {
	numbers  map[string]uint32
	trigrams []text.Trigrams
	total    int // trigrams of all words
}

// NewTitleWords returns no words.
func NewTitleWords() TitleWords { return TitleWords{numbers: make(map[string]uint32)} }

func (w *TitleWords) number(word string) uint32 {
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

// titleWords yields the folded words of a title.
func titleWords(title string) iter.Seq[string] {
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	return strings.FieldsFuncSeq(text.Fold(title), separates)
}

// The constants of the FNV-1a hash of 32 bits.
const (
	hashBasis uint32 = 2166136261
	hashPrime uint32 = 16777619
)

// keyHash returns the hash of the key of a text with some words, as [text.Key] returns it.
func keyHash(words []text.Word) uint32 {
	h, isFirst := hashBasis, true
	for _, word := range words {
		if word.Marks&text.Whole != 0 {
			continue
		}
		if !isFirst {
			h = hashMore(h, " ")
		}
		h, isFirst = hashMore(h, word.Text), false
	}
	return h
}

func hash(s string) uint32 { return hashMore(hashBasis, s) }

// hashMore returns the hash of a text with s after what a hash is of.
func hashMore(h uint32, s string) uint32 {
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * hashPrime
	}
	return h
}

// union returns the trigrams of words without duplicates. It reuses buffer.
func (w *TitleWords) union(words []uint32, buffer text.Trigrams) text.Trigrams {
	buffer = buffer[:0]
	for _, word := range words {
		buffer = append(buffer, w.trigrams[word]...)
	}
	slices.Sort(buffer)
	return slices.Compact(buffer)
}

// A Comparison compares titles with a text. It is not safe for concurrent use, and no
// words may be added meanwhile.
type Comparison struct {
	titles   *TitleWords
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

// Compare returns the comparison with a text that has the given trigrams, number of
// words and key.
func (w *TitleWords) Compare(trigrams text.Trigrams, words int, key string) *Comparison {
	return &Comparison{
		titles: w, trigrams: trigrams, words: words, key: key, hash: hash(key),
		mask: make([]uint64, (len(trigrams)+63)/64),
	}
}

// IsTitle reports whether the text is a title, which has a likeness.
func (c *Comparison) IsTitle(l *Likeness, title string) bool {
	return l.Key == c.hash && text.Key(title) == c.key
}

// IsIdentifier reports whether the text is the identifier of a title, which has a
// likeness.
func (c *Comparison) IsIdentifier(l *Likeness, title string) bool {
	return l.Identifier == c.hash && text.Key(Identifier(title)) == c.key
}

// Whole returns the similarity of the text and a title, and the most that
// [Comparison.Within] can return for it.
func (c *Comparison) Whole(l *Likeness) (similarity, within float64) {
	common := c.common(l.Words)
	return c.similarity(common, int(l.Trigrams)), c.similarity(common, common)
}

// Within returns the greatest similarity of the text and as many consecutive
// words of a title, as [text.Trigrams.Within] does. It computes the trigrams
// of only those words that may exceed the best similarity so far.
func (c *Comparison) Within(l *Likeness) float64 {
	words, best := l.Words, 0.0
	for at := 0; at == 0 || at+c.words <= len(words); at++ {
		window := words[at:min(at+c.words, len(words))]
		common := c.common(window)
		if c.similarity(common, max(common, c.longest(window))) <= best {
			continue
		}
		c.buffer = c.titles.union(window, c.buffer)
		best = max(best, c.similarity(common, len(c.buffer)))
	}
	return best
}

// longest returns the largest number of trigrams of one of the words.
func (c *Comparison) longest(words []uint32) (most int) {
	for _, word := range words {
		most = max(most, len(c.titles.trigrams[word]))
	}
	return most
}

// similarity returns common as a share of the union of the text's trigrams and
// a set of the size others.
func (c *Comparison) similarity(common, others int) float64 {
	if common == 0 {
		return 0
	}
	return float64(common) / float64(len(c.trigrams)+others-common)
}

// common returns the number of the text's trigrams that the words have.
func (c *Comparison) common(words []uint32) (count int) {
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
func (c *Comparison) sharedBy(word uint32) *share {
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
	others, at := c.titles.trigrams[word], 0
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

// Save writes the words for [TitleWords.Load].
func (w *TitleWords) Save(to *flat.Writer) {
	names := make([]string, len(w.numbers))
	for name, number := range w.numbers {
		names[number] = name
	}
	flat.WriteStrings(to, slices.Values(names))
	flat.WriteLists(to, func(yield func([]uint64) bool) {
		for _, trigrams := range w.trigrams {
			if !yield(trigrams) {
				return
			}
		}
	})
}

// Load reads what [TitleWords.Save] wrote.
func (w *TitleWords) Load(r *flat.Reader) {
	names := flat.ReadStrings(r)
	trigrams := flat.ReadListsN[uint64](r, len(names))
	w.total = len(trigrams.All())
	w.trigrams = make([]text.Trigrams, len(names))
	for number, name := range names {
		w.numbers[name], w.trigrams[number] = uint32(number), trigrams.Next()
	}
}

// perWord is the approximate size of a word's text in bytes, by eye.
const perWord = 12

// Memory returns the approximate size of the words in bytes.
func (w *TitleWords) Memory() int {
	return flat.MapMemory(w.numbers) + flat.Memory(w.trigrams) + w.total*flat.Size[uint64]() + len(w.trigrams)*(perWord+flat.Rounding)
}
