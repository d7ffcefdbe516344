package index

import (
	"dossier/graph/flat"
	"dossier/graph/text"
)

// templateParams are the constants of template sentences. A sentence of at
// least MinWords words belongs to a template if it occurs MinUses times in a
// project, plus once for each PerEntries entries. By eye on the Kubernetes
// enhancement proposals, each of which begins with some 300 tokens of such
// sentences.
var templateParams = struct{ MinWords, MinUses, PerEntries int }{MinWords: 4, MinUses: 5, PerEntries: 400}

// sentences counts the occurrences of sentences. Number 0 is for sentences that
// are not counted.
type sentences struct {
	numbers flat.Table // by hash
	hashes  []uint64   // by number
	uses    []int32    // by number
	free    []int32    // numbers without uses
}

func newSentences() sentences {
	return sentences{hashes: make([]uint64, 1), uses: make([]int32, 1)}
}

// add counts an occurrence of the sentence with a hash, and returns its number.
func (s *sentences) add(hash uint64) int32 {
	number, known := s.numbers.Get(hash)
	if !known {
		if last := len(s.free) - 1; last >= 0 {
			number, s.free = s.free[last], s.free[:last]
		} else {
			number = int32(len(s.uses))
			s.hashes, s.uses = append(s.hashes, 0), append(s.uses, 0)
		}
		*s.numbers.At(hash), s.hashes[number] = number, hash
	}
	s.uses[number]++
	return number
}

// remove subtracts an occurrence of the sentence with a number.
func (s *sentences) remove(number int32) {
	if s.uses[number]--; s.uses[number] == 0 {
		s.numbers.Remove(s.hashes[number])
		s.free = append(s.free, number)
	}
}

// addSentences counts the sentences of an entry.
func (x *Index) addSentences(ordinal int32) {
	entry := &x.entries[ordinal]
	entry.sentences = make([]int32, len(entry.Sentences))
	for i, sentence := range entry.Sentences {
		if inTemplates(sentence) {
			entry.sentences[i] = x.sentences.add(hashWords(entry.Tokens[sentence.First:sentence.Last]))
		}
	}
}

func (x *Index) removeSentences(ordinal int32) {
	for _, number := range x.entries[ordinal].sentences {
		if number != 0 {
			x.sentences.remove(number)
		}
	}
}

// inTemplates reports whether a sentence is long enough, and of a unit, to
// belong to a template.
func inTemplates(s text.Sentence) bool {
	return s.Field > 0 && int(s.Last-s.First) >= templateParams.MinWords && s.Unit != text.Comment && s.Unit != text.Code
}

// IsTemplate reports whether a sentence of an entry, given by its index, occurs
// word for word so often that it belongs to a template.
func (x *Index) IsTemplate(entry *Entry, sentence int) bool {
	uses := int(x.sentences.uses[entry.sentences[sentence]])
	return uses >= templateParams.MinUses+len(x.ordinals)/templateParams.PerEntries
}
