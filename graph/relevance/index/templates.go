package relevance

import "dossier/graph/text"

// A sentence of at least repeatWords words that stands repeatMost times in a project, and once more for each
// repeatEvery of its documents, is a template's. It has repeatShare of its score: a question has to match it much better
// than the text beside it.
const (
	repeatWords = 4
	repeatMost  = 5
	repeatEvery = 400
	repeatShare = .3
)

// repeat notes the sentences of a document, or takes one use of them away.
func (x *Index) repeat(ord int32, uses int32) {
	doc := &x.docs[ord]
	for _, s := range doc.sentences {
		key, ok := doc.repeatable(s)
		if !ok {
			continue
		}
		if x.repeats[key] += uses; x.repeats[key] == 0 {
			delete(x.repeats, key)
		}
	}
}

// repeated tells whether a sentence of a document is a template's.
func (x *Index) repeated(doc *document, s text.Sentence) bool {
	key, ok := doc.repeatable(s)
	return ok && int(x.repeats[key]) >= repeatMost+len(x.ordinals)/repeatEvery
}

// repeatable gives a hash of a sentence's words, and whether it is of the kind that templates bring.
func (d *document) repeatable(s text.Sentence) (hash uint64, ok bool) {
	const offset, prime = 14695981039346656037, 1099511628211
	if s.Field == 0 || s.Last-s.First < repeatWords || s.Unit == text.Comment || s.Unit == text.Code {
		return 0, false
	}
	hash = offset
	for _, t := range d.tokens[s.First:s.Last] {
		hash = (hash ^ uint64(t.Word())) * prime
	}
	return hash, true
}
