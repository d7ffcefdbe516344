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

// addAll counts the sentences of an entry.
func (s *sentences) addAll(entry *Entry) {
	entry.sentences = make([]int32, len(entry.Sentences))
	for i, sentence := range entry.Sentences {
		if inTemplates(sentence) {
			entry.sentences[i] = s.add(hashWords(entry.Tokens[sentence.First:sentence.Last]))
		}
	}
}

// removeAll subtracts the sentences of an entry.
func (s *sentences) removeAll(entry *Entry) {
	for _, number := range entry.sentences {
		if number != 0 {
			s.remove(number)
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

// IsOwn reports whether a sentence is neither a comment nor a template's.
func (x *Index) IsOwn(entry *Entry, sentence int) bool {
	return entry.Sentences[sentence].Unit != text.Comment && !x.IsTemplate(entry, sentence)
}

// OwnSentences returns the sentences below a section's heading that are neither comments
// nor a template's.
func (x *Index) OwnSentences(entry *Entry, s Section) (list []text.Sentence) {
	for i := s.First; i < s.Last; i++ {
		if !s.IsHeading(i) && x.IsOwn(entry, int(i)) {
			list = append(list, entry.Sentences[i])
		}
	}
	return list
}

func (s *sentences) save(w *flat.Writer) {
	s.numbers.Save(w)
	flat.Write(w, s.hashes)
	flat.Write(w, s.uses)
	flat.Write(w, s.free)
}

func (s *sentences) load(r *flat.Reader) {
	s.numbers.Load(r)
	s.hashes = flat.Read[uint64](r)
	s.uses = flat.ReadN[int32](r, len(s.hashes))
	s.free = flat.Read[int32](r)
}

func (s *sentences) memory() int {
	return s.numbers.Memory() + flat.Memory(s.hashes) + flat.Memory(s.uses)
}
