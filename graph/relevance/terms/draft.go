package terms

import "strings"

// A Draft numbers words without adding them: several goroutines may have one each at
// the same time. New words have provisional numbers, which are greater than those of
// all words, until [Draft.Settle] adds them.
type Draft struct {
	words   *Words
	first   uint32            // the first provisional number
	numbers map[string]uint32 // of new words
	texts   []string          // of new words
}

// Draft returns a draft, which must begin.
func (w *Words) Draft() *Draft { return &Draft{words: w, numbers: make(map[string]uint32)} }

// Begin makes a settled draft, or a new one, one of all words that there are now. No
// words may be added until it is complete.
func (d *Draft) Begin() { d.first = uint32(len(d.words.termOf)) }

// Add returns the number of a folded word, a provisional one for a new word.
func (d *Draft) Add(word string) uint32 {
	if number, known := d.words.numbers[word]; known {
		return number
	}
	number, known := d.numbers[word]
	if !known {
		word = strings.Clone(word) // not a part of a longer string
		number = d.first + uint32(len(d.texts))
		d.numbers[word], d.texts = number, append(d.texts, word)
	}
	return number
}

// Text returns the folded text of a word.
func (d *Draft) Text(word uint32) string {
	if word < d.first {
		return d.words.Text(word)
	}
	return d.texts[word-d.first]
}

// IsNew reports whether the number of a word is provisional.
func (d *Draft) IsNew(word uint32) bool { return word >= d.first }

// Settle adds the new words in the order of their first use, and returns a function that
// returns the final number of a word of the draft, nil if none is provisional. Drafts
// that began together are settled one after the other.
func (d *Draft) Settle() func(word uint32) uint32 {
	if len(d.texts) == 0 {
		return nil
	}
	first, final := d.first, make([]uint32, len(d.texts))
	for i, text := range d.texts {
		final[i] = d.words.Add(text)
	}
	clear(d.numbers)
	d.texts = d.texts[:0]
	return func(word uint32) uint32 {
		if word < first {
			return word
		}
		return final[word-first]
	}
}
