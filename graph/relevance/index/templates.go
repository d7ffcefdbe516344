package index

import "dossier/graph/text"

// templateParams are the constants of template sentences: a sentence of at
// least MinWords words that occurs MinUses times in a project, and once more
// for each PerEntries of its entries, is a template's. By eye on the Kubernetes
// enhancement proposals, each of which begins with some 300 tokens of these.
var templateParams = struct{ MinWords, MinUses, PerEntries int }{MinWords: 4, MinUses: 5, PerEntries: 400}

// countSentences adds uses to the number of occurrences of an entry's sentences.
func (x *Index) countSentences(ordinal, uses int32) {
	entry := &x.entries[ordinal]
	for _, sentence := range entry.Sentences {
		key, ok := entry.sentenceHash(sentence)
		if !ok {
			continue
		}
		if x.sentences[key] += uses; x.sentences[key] == 0 {
			delete(x.sentences, key)
		}
	}
}

// IsTemplate reports whether a sentence of an entry occurs word for word in so
// many that a template contains it.
func (x *Index) IsTemplate(entry *Entry, sentence text.Sentence) bool {
	key, ok := entry.sentenceHash(sentence)
	return ok && int(x.sentences[key]) >= templateParams.MinUses+len(x.ordinals)/templateParams.PerEntries
}

// sentenceHash returns a hash of a sentence's words, and whether it is of the
// kind that templates contain.
func (e *Entry) sentenceHash(s text.Sentence) (hash uint64, ok bool) {
	if s.Field == 0 || s.Last-s.First < templateParams.MinWords || s.Unit == text.Comment || s.Unit == text.Code {
		return 0, false
	}
	return hashWords(e.Tokens[s.First:s.Last]), true
}
