package index

import (
	"strings"

	"dossier/graph/text"
)

// vocabulary numbers the words of a project and the terms of their stems.
type vocabulary struct {
	stem    text.Stemmer
	words   map[string]uint32
	names   []string // by word
	termOf  []uint32 // by word
	terms   map[string]uint32
	stems   []string            // by term
	letters map[string][]uint32 // terms by their first letters
}

// wordParams are the constants of words.
var wordParams = struct {
	// PrefixLetters is the number of first letters that two terms must share to
	// match by prefix.
	PrefixLetters int
}{
	PrefixLetters: 5, // first value of the method; the weight of these matches is rank's
}

func newVocabulary(stem text.Stemmer) vocabulary {
	return vocabulary{
		stem: stem, words: make(map[string]uint32), names: []string{""}, termOf: make([]uint32, 1),
		terms: make(map[string]uint32), stems: []string{""}, letters: make(map[string][]uint32),
	}
}

// add returns the number of a folded word. A new word has the next number.
func (v *vocabulary) add(word string) uint32 {
	if number, known := v.words[word]; known {
		return number
	}
	number, word := uint32(len(v.termOf)), strings.Clone(word) // not a part of a longer string
	v.words[word] = number
	v.names = append(v.names, word)
	v.termOf = append(v.termOf, v.addTerm(v.stem(word)))
	return number
}

func (v *vocabulary) addTerm(stem string) uint32 {
	if stem == "" {
		return 0
	}
	if number, known := v.terms[stem]; known {
		return number
	}
	number := uint32(len(v.terms) + 1)
	v.stems = append(v.stems, stem)
	v.nameTerm(stem, number)
	return number
}

// nameTerm adds the number of a term.
func (v *vocabulary) nameTerm(stem string, number uint32) {
	v.terms[stem] = number
	if len(stem) >= wordParams.PrefixLetters {
		key := stem[:wordParams.PrefixLetters]
		v.letters[key] = append(v.letters[key], number)
	}
}

func (v *vocabulary) prefixMatches(stem string) []uint32 {
	if len(stem) < wordParams.PrefixLetters {
		return nil
	}
	return v.letters[stem[:wordParams.PrefixLetters]]
}
