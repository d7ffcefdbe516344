package search

import (
	"slices"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A phrase is a phrase of a query, in the words of an index.
type phrase struct {
	// holders are the ordinals of the entries that have the phrase or, if words is
	// not empty, that may have it.
	holders map[int32]bool
	words   []uint32 // which a sentence must have in sequence
}

// phrasesOf returns phrases in the words of an index. A phrase of one word
// matches by its stem.
func phrasesOf(x *index.Index, texts []string) []phrase {
	var phrases []phrase
	for _, one := range texts {
		phrases = append(phrases, phraseOf(x, one))
	}
	return phrases
}

func phraseOf(x *index.Index, said string) phrase {
	p := phrase{holders: map[int32]bool{}}
	for word := range text.Words(said) {
		if word.Marks&text.Whole == 0 {
			p.words = append(p.words, x.Word(word.Text))
		}
	}
	switch {
	case len(p.words) == 1:
		for _, posting := range x.Postings(x.Term(x.Stem(text.Key(said)))) {
			p.holders[posting.Ordinal] = true
		}
		p.words = nil
	case len(p.words) > 0 && !slices.Contains(p.words, 0): // 0 is an unknown word
		x.MaybeWith(p.words, p.holders)
	}
	return p
}

// holdsAll reports whether an entry has all phrases. It reads the sentences once,
// because that takes .3 s for 100,000 entities, and only if the entry may have
// all of them.
func holdsAll(x *index.Index, ordinal int32, phrases []phrase) bool {
	var sought [][]uint32
	for _, p := range phrases {
		if !p.holders[ordinal] {
			return false
		}
		if p.words != nil {
			sought = append(sought, p.words)
		}
	}
	for sequence := range sentences(x, ordinal, len(sought) > 0) {
		sought = slices.DeleteFunc(sought, func(words []uint32) bool { return inSequence(sequence, words) })
		if len(sought) == 0 {
			break
		}
	}
	return len(sought) == 0
}

// holdsOne reports whether an entry has at least one of the phrases. Like
// holdsAll it reads the sentences at most once.
func holdsOne(x *index.Index, ordinal int32, phrases []phrase) bool {
	var sought [][]uint32
	for _, p := range phrases {
		switch {
		case !p.holders[ordinal]:
		case p.words == nil:
			return true
		default:
			sought = append(sought, p.words)
		}
	}
	for sequence := range sentences(x, ordinal, len(sought) > 0) {
		if slices.ContainsFunc(sought, func(words []uint32) bool { return inSequence(sequence, words) }) {
			return true
		}
	}
	return false
}

// sentences yields the sentences of an entry if they are needed. Each is valid
// until the next.
func sentences(x *index.Index, ordinal int32, needed bool) func(yield func([]text.Token) bool) {
	return func(yield func([]text.Token) bool) {
		if !needed {
			return
		}
		var sequence []text.Token
		entry := x.Entry(ordinal)
		for i := range entry.Sentences {
			if sequence = entry.Sequence(int32(i), sequence); !yield(sequence) {
				return
			}
		}
	}
}

// inSequence reports whether a sentence has the words in sequence.
func inSequence(sentence []text.Token, words []uint32) bool {
	same := func(token text.Token, word uint32) bool { return token.Word() == word }
	for at := 0; at+len(words) <= len(sentence); at++ {
		if sentence[at].Word() == words[0] && slices.EqualFunc(sentence[at:at+len(words)], words, same) {
			return true
		}
	}
	return false
}
