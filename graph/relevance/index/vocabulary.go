package relevance

import "dossier/graph/text"

// vocabulary numbers the words of a project and the terms their stems make. Number 0 stands for no word and no term.
type vocabulary struct {
	stem    text.Stemmer
	words   map[string]uint32
	names   []string // by word
	termOf  []uint32 // by word
	terms   map[string]uint32
	kindred map[string][]uint32 // the terms that share their first letters
}

// kindredLetters is how many first letters make two terms count as nearly the same in a sentence.
const kindredLetters = 5

func newVocabulary(stem text.Stemmer) vocabulary {
	return vocabulary{
		names: []string{""}, stem: stem, words: make(map[string]uint32), termOf: make([]uint32, 1),
		terms: make(map[string]uint32), kindred: make(map[string][]uint32),
	}
}

// word gives the number of a folded word and adds it when it is new.
func (v *vocabulary) word(w string) uint32 {
	if n, ok := v.words[w]; ok {
		return n
	}
	n := uint32(len(v.termOf))
	v.words[w] = n
	v.names = append(v.names, w)
	v.termOf = append(v.termOf, v.term(v.stem(w)))
	return n
}

func (v *vocabulary) term(stem string) uint32 {
	if stem == "" {
		return 0
	}
	if n, ok := v.terms[stem]; ok {
		return n
	}
	n := uint32(len(v.terms) + 1)
	v.terms[stem] = n
	if len(stem) >= kindredLetters {
		key := stem[:kindredLetters]
		v.kindred[key] = append(v.kindred[key], n)
	}
	return n
}

// related gives the terms that begin like the stem, the stem's own among them.
func (v *vocabulary) related(stem string) []uint32 {
	if len(stem) < kindredLetters {
		return nil
	}
	return v.kindred[stem[:kindredLetters]]
}
