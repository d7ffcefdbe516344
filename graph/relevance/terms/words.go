// Package terms has the words of a project, the terms that their stems are, and the
// entries in which each term occurs.
//
// Words and terms are numbers. Word 0 and term 0 are no word and no term; a stop word
// has term 0. Numbers are given in the order of first use, and none is taken back, so
// that they stay valid while entries come and go.
package terms

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"dossier/flat"
	"dossier/graph/text"
)

// Words numbers the words of a project and the terms of their stems. Several
// goroutines may read it if none adds words.
type Words struct {
	stem    text.Stemmer
	numbers map[string]uint32 // of words
	texts   []string          // by word
	termOf  []uint32          // by word
	terms   map[string]uint32
	stems   []string            // by term
	letters map[string][]uint32 // terms by their first letters

	// sorted has words by text, so that those with a prefix are found without reading
	// the others. It is updated on use, which is cheap because words are only added.
	sorted struct {
		sync.Mutex
		words []uint32
	}
}

// wordParams are the constants of words.
var wordParams = struct {
	// PrefixLetters is the number of first letters that two terms must share to
	// match by prefix.
	PrefixLetters int
}{
	PrefixLetters: 5, // first value of the method; the weight of these matches is rank's
}

// NewWords returns no words. Those that are added are reduced by stem.
func NewWords(stem text.Stemmer) *Words {
	return &Words{
		stem: stem, numbers: make(map[string]uint32), texts: []string{""}, termOf: make([]uint32, 1),
		terms: make(map[string]uint32), stems: []string{""}, letters: make(map[string][]uint32),
	}
}

// Add returns the number of a folded word. A new word has the next number.
func (w *Words) Add(word string) uint32 {
	if number, known := w.numbers[word]; known {
		return number
	}
	number, word := uint32(len(w.termOf)), strings.Clone(word) // not a part of a longer string
	w.numbers[word] = number
	w.texts = append(w.texts, word)
	w.termOf = append(w.termOf, w.addTerm(w.stem(word)))
	return number
}

func (w *Words) addTerm(stem string) uint32 {
	if stem == "" {
		return 0
	}
	if number, known := w.terms[stem]; known {
		return number
	}
	number := uint32(len(w.terms) + 1)
	w.stems = append(w.stems, stem)
	w.nameTerm(stem, number)
	return number
}

// nameTerm adds the number of a term.
func (w *Words) nameTerm(stem string, number uint32) {
	w.terms[stem] = number
	if len(stem) >= wordParams.PrefixLetters {
		key := stem[:wordParams.PrefixLetters]
		w.letters[key] = append(w.letters[key], number)
	}
}

// Number returns the number of a folded word, 0 if it is unknown.
func (w *Words) Number(word string) uint32 { return w.numbers[word] }

// Text returns the folded text of a word.
func (w *Words) Text(word uint32) string { return w.texts[word] }

// IsNew returns false: numbers of words are final.
func (*Words) IsNew(uint32) bool { return false }

// Terms returns the number of terms, which is also the highest term.
func (w *Words) Terms() int { return len(w.terms) }

// Stem returns the stem of a folded word, empty for a stop word.
func (w *Words) Stem(word string) string {
	if number, known := w.numbers[word]; known { // ten times as fast
		return w.stems[w.termOf[number]]
	}
	return w.stem(word)
}

// Term returns the term of a stem, 0 if it is unknown.
func (w *Words) Term(stem string) uint32 { return w.terms[stem] }

// StemOf returns the stem of a term.
func (w *Words) StemOf(term uint32) string { return w.stems[term] }

// TermOf returns the term of a word, 0 for a stop word.
func (w *Words) TermOf(word uint32) uint32 { return w.termOf[word] }

// Lookup returns the term of a folded word, 0 for a stop word and if no word has its
// stem.
func (w *Words) Lookup(word string) uint32 {
	if number, known := w.numbers[word]; known {
		return w.termOf[number]
	}
	return w.terms[w.stem(word)]
}

// PrefixMatches returns the terms that share their first letters with a stem,
// including its own; nil for a short stem.
func (w *Words) PrefixMatches(stem string) []uint32 {
	if len(stem) < wordParams.PrefixLetters {
		return nil
	}
	return w.letters[stem[:wordParams.PrefixLetters]]
}

// Beginning returns the words that begin with a prefix, by text.
func (w *Words) Beginning(prefix string) []uint32 {
	words := w.byText()
	first, _ := slices.BinarySearchFunc(words, prefix, func(word uint32, prefix string) int { return cmp.Compare(w.texts[word], prefix) })
	last := first
	for last < len(words) && strings.HasPrefix(w.texts[words[last]], prefix) {
		last++
	}
	return words[first:last]
}

// byText returns all words, by text.
func (w *Words) byText() []uint32 {
	w.sorted.Lock()
	defer w.sorted.Unlock()
	if first := len(w.sorted.words) + 1; first < len(w.texts) {
		var added []uint32
		for word := first; word < len(w.texts); word++ {
			added = append(added, uint32(word))
		}
		slices.SortFunc(added, func(a, b uint32) int { return cmp.Compare(w.texts[a], w.texts[b]) })
		w.sorted.words = w.merge(w.sorted.words, added)
	}
	return w.sorted.words
}

// merge returns a new slice with both lists, because other goroutines may read words.
func (w *Words) merge(words, added []uint32) []uint32 {
	merged := make([]uint32, 0, len(words)+len(added))
	for _, word := range added {
		next, _ := slices.BinarySearchFunc(words, w.texts[word], func(word uint32, text string) int { return cmp.Compare(w.texts[word], text) })
		merged = append(append(merged, words[:next]...), word)
		words = words[next:]
	}
	return append(merged, words...)
}

// Save writes the words for [Words.Load].
func (w *Words) Save(to *flat.Writer) {
	flat.WriteStrings(to, slices.Values(w.texts))
	flat.Write(to, w.termOf)
	flat.WriteStrings(to, slices.Values(w.stems))
	flat.Write(to, w.byText())
}

// Load reads what [Words.Save] wrote.
func (w *Words) Load(r *flat.Reader) {
	w.texts = flat.ReadStrings(r)
	w.termOf = flat.ReadN[uint32](r, len(w.texts))
	w.stems = flat.ReadStrings(r)
	w.sorted.words = flat.Read[uint32](r)
	if r.Err() != nil {
		return
	}
	w.numbers, w.terms = make(map[string]uint32, len(w.texts)), make(map[string]uint32, len(w.stems))
	for number, text := range w.texts {
		if number > 0 {
			w.numbers[text] = uint32(number)
		}
	}
	for term, stem := range w.stems {
		if term > 0 {
			w.nameTerm(stem, uint32(term))
		}
	}
}

// perWord is the approximate size of a word's text in bytes, by eye.
const perWord = 12

// Memory returns the approximate size of the words in bytes.
func (w *Words) Memory() int {
	return flat.MapMemory(w.numbers) + flat.MapMemory(w.terms) + flat.Memory(w.texts) + flat.Memory(w.stems) + flat.Memory(w.termOf) +
		len(w.texts)*perWord + flat.MapMemory(w.letters) + 8*len(w.terms)
}
