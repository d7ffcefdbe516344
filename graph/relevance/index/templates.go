package index

import (
	"dossier/flat"
	"dossier/graph/text"
)

// templateParams are the constants of template sentences. A sentence of at
// least MinWords words belongs to a template if it occurs MinUses times in a
// project, plus once for each PerEntries entries. By eye on the Kubernetes
// enhancement proposals, each of which begins with some 300 tokens of such
// sentences.
var templateParams = struct{ MinWords, MinUses, PerEntries int }{MinWords: 4, MinUses: 5, PerEntries: 400}

// Templates counts the occurrences of sentences, to find those that belong to a
// template. Number 0 is for sentences that are not counted.
type Templates struct {
	entries int
	numbers flat.Table // by hash
	hashes  []uint64   // by number
	uses    []int32    // by number
	free    []int32    // numbers without uses
	buffer  []int32
}

func newTemplates() Templates {
	return Templates{hashes: make([]uint64, 1), uses: make([]int32, 1)}
}

// add counts an occurrence of the sentence with a hash, and returns its number.
func (t *Templates) add(hash uint64) int32 {
	number, known := t.numbers.Get(hash)
	if !known {
		if last := len(t.free) - 1; last >= 0 {
			number, t.free = t.free[last], t.free[:last]
		} else {
			number = int32(len(t.uses))
			t.hashes, t.uses = append(t.hashes, 0), append(t.uses, 0)
		}
		*t.numbers.At(hash), t.hashes[number] = number, hash
	}
	t.uses[number]++
	return number
}

// remove subtracts an occurrence of the sentence with a number.
func (t *Templates) remove(number int32) {
	if t.uses[number]--; t.uses[number] == 0 {
		t.numbers.Remove(t.hashes[number])
		t.free = append(t.free, number)
	}
}

// addAll counts the sentences of an entry, and returns their numbers until the next call.
func (t *Templates) addAll(entry *Entry) []int32 {
	t.entries++
	t.buffer = t.buffer[:0]
	for _, sentence := range entry.Sentences {
		number := int32(0)
		if inTemplates(sentence) {
			number = t.add(hashWords(entry.Tokens[sentence.First:sentence.Last]))
		}
		t.buffer = append(t.buffer, number)
	}
	return t.buffer
}

// removeAll subtracts the sentences of an entry.
func (t *Templates) removeAll(entry *Entry) {
	t.entries--
	for _, number := range entry.sentences {
		if number != 0 {
			t.remove(number)
		}
	}
}

// inTemplates reports whether a sentence is long enough, and of a unit, to
// belong to a template.
func inTemplates(s text.Sentence) bool {
	return s.Field > 0 && int(s.Last-s.First) >= templateParams.MinWords && s.Unit != text.Comment && s.Unit != text.Code
}

// Has reports whether a sentence of an entry, given by its index, occurs word for
// word so often that it belongs to a template.
func (t *Templates) Has(entry *Entry, sentence int) bool {
	uses := int(t.uses[entry.sentences[sentence]])
	return uses >= templateParams.MinUses+t.entries/templateParams.PerEntries
}

// IsOwn reports whether a sentence is neither a comment nor a template's.
func (t *Templates) IsOwn(entry *Entry, sentence int) bool {
	return entry.Sentences[sentence].Unit != text.Comment && !t.Has(entry, sentence)
}

// OwnSentences returns the sentences below a section's heading that are neither comments
// nor a template's.
func (t *Templates) OwnSentences(entry *Entry, s Section) (list []text.Sentence) {
	for i := s.First; i < s.Last; i++ {
		if !s.IsHeading(i) && t.IsOwn(entry, int(i)) {
			list = append(list, entry.Sentences[i])
		}
	}
	return list
}

func (t *Templates) save(w *flat.Writer) {
	t.numbers.Save(w)
	flat.Write(w, t.hashes)
	flat.Write(w, t.uses)
	flat.Write(w, t.free)
}

func (t *Templates) load(r *flat.Reader) {
	t.numbers.Load(r)
	t.hashes = flat.Read[uint64](r)
	t.uses = flat.ReadN[int32](r, len(t.hashes))
	t.free = flat.Read[int32](r)
}

func (t *Templates) memory() int {
	return t.numbers.Memory() + flat.Memory(t.hashes) + flat.Memory(t.uses)
}
