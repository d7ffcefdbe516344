package relevance

import "dossier/graph/text"

// leadBonus is what the first sentence of a text has on top, as a share of the largest idf of the question.
const leadBonus = .5

// Sentence is a sentence of a node and how well it answers the question.
type Sentence struct {
	// Field names the field it stands in, Start and End are its bytes there.
	Field      string
	Start, End int
	Unit       text.Unit
	// Score is the sum of the idf of the question's terms in it, with a bonus for the lead.
	Score float64
	// Repeated says that it stands word for word in many documents, as what a template brings does.
	Repeated bool
}

// Sentences weighs the sentences of the documents with the given ids against a question, in the order of their text and
// without those of the title. A document that is not indexed has none.
func (c Corpus) Sentences(question string, ids []string) [][]Sentence {
	defer c.lock()()
	q := c.newQuery(question)
	defer q.release()
	all := make([][]Sentence, len(ids))
	for i, id := range ids {
		if at, ok := q.find(id); ok {
			all[i] = q.sentences(at)
		}
	}
	return all
}

// find looks a document up in all views.
func (q *query) find(id string) (place, bool) {
	for _, v := range q.views {
		if ord, ok := v.x.ordinals[id]; ok {
			return place{v, ord}, true
		}
	}
	return place{}, false
}

func (q *query) sentences(at place) []Sentence {
	doc := &at.v.x.docs[at.doc]
	idf, largest := q.untitled(at)
	list := make([]Sentence, 0, len(doc.sentences))
	fits := make([]float64, len(q.terms))
	lead := leadBonus * largest
	for _, s := range doc.sentences {
		if s.Field == 0 {
			continue
		}
		one := Sentence{Field: doc.fields[s.Field], Start: s.Start, End: s.End, Unit: s.Unit}
		q.fit(at.v, doc, s, fits)
		for i, fit := range fits {
			one.Score += fit * idf[i]
		}
		switch {
		case at.v.x.repeated(doc, s):
			one.Repeated = true
			one.Score *= repeatShare
		case s.Unit == text.Prose || s.Unit == text.Item:
			one.Score += lead
			lead = 0
		}
		list = append(list, one)
	}
	return list
}

// untitled gives the idf of the terms that a document's title does not name, 0 for the others, and the largest idf.
func (q *query) untitled(at place) (idf []float64, largest float64) {
	idf = make([]float64, len(q.terms))
	for i, t := range q.terms {
		idf[i] = t.idf
		largest = max(largest, t.idf)
	}
	for _, t := range at.v.titleTerms(at.doc) {
		if h := at.v.hits[t]; h.exact() {
			idf[h.term()] = 0
		}
	}
	return idf, largest
}
