package search

import (
	"slices"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A phrase is a phrase of a query, in the words of an index.
type phrase struct {
	// holders reports by ordinal which entries have the phrase or, if words is not
	// empty, may have it. nil means every entry.
	holders []bool
	words   []uint32 // which a sentence must have in sequence
}

// mayHold reports whether an entry may have the phrase.
func (p *phrase) mayHold(ordinal int32) bool { return p.holders == nil || p.holders[ordinal] }

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
	var p phrase
	for word := range text.Parts(said) {
		p.words = append(p.words, x.Words.Number(word.Text))
	}
	isStop := func(word uint32) bool { return word != 0 && x.Words.TermOf(word) == 0 } // 0 is an unknown word
	if len(p.words) > 1 && !slices.ContainsFunc(p.words, func(word uint32) bool { return !isStop(word) }) {
		return p
	}
	p.holders = make([]bool, x.Size())
	switch {
	case len(p.words) == 1:
		for _, posting := range x.Postings.Of(x.Words.Lookup(text.Key(said))) {
			p.holders[posting.Ordinal] = true
		}
		p.words = nil
	case len(p.words) > 0 && !slices.Contains(p.words, 0):
		for _, posting := range x.Rarest(p.words) {
			p.holders[posting.Ordinal] = true
		}
	}
	return p
}

// phraseReader looks for phrases in the sentences of entries.
type phraseReader struct {
	index    *index.Index
	sequence []text.Token // of a sentence
	sought   [][]uint32
}

// holdsAll reports whether an entry has all phrases. It reads the sentences once,
// because that takes .3 s for 100,000 entities, and only if the entry may have
// all of them.
func (r *phraseReader) holdsAll(ordinal int32, phrases []phrase) bool {
	r.sought = r.sought[:0]
	for i := range phrases {
		p := &phrases[i]
		if !p.mayHold(ordinal) {
			return false
		}
		if p.words != nil {
			r.sought = append(r.sought, p.words)
		}
	}
	left := len(r.sought)
	for i := range r.found(ordinal) {
		r.sought[i] = nil
		if left--; left == 0 {
			break
		}
	}
	return left == 0
}

// holdsOne reports whether an entry has at least one of the phrases. Like
// holdsAll it reads the sentences at most once.
func (r *phraseReader) holdsOne(ordinal int32, phrases []phrase) bool {
	r.sought = r.sought[:0]
	for i := range phrases {
		switch p := &phrases[i]; {
		case !p.mayHold(ordinal):
		case p.words == nil:
			return true
		default:
			r.sought = append(r.sought, p.words)
		}
	}
	for range r.found(ordinal) {
		return true
	}
	return false
}

// found yields the index of each of the sought phrases that a sentence of an
// entry has, as often as sentences have them. nil in sought is nowhere.
func (r *phraseReader) found(ordinal int32) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		firsts := uint64(0) // whether a phrase may begin with a word, by the last bits of it
		for _, words := range r.sought {
			firsts |= 1 << (words[0] & 63)
		}
		if firsts == 0 {
			return
		}
		entry := r.index.Entry(ordinal)
		for i := range entry.Sentences {
			r.sequence = entry.Sequence(int32(i), r.sequence)
			if !r.within(firsts, yield) {
				return
			}
		}
	}
}

// within yields the phrases in the sentence that was read. It returns false if
// yield does.
func (r *phraseReader) within(firsts uint64, yield func(int) bool) bool {
	for at, token := range r.sequence {
		if firsts>>(token.Word()&63)&1 == 0 {
			continue
		}
		for i, words := range r.sought {
			if len(words) > 0 && beginsWith(r.sequence[at:], words) && !yield(i) {
				return false
			}
		}
	}
	return true
}

// beginsWith reports whether the first tokens are the words.
func beginsWith(tokens []text.Token, words []uint32) bool {
	same := func(token text.Token, word uint32) bool { return token.Word() == word }
	return len(tokens) >= len(words) && slices.EqualFunc(tokens[:len(words)], words, same)
}
