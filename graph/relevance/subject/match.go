package subject

import "dossier/graph/relevance/corpus"

// Match is how well a question fits an entity that was found otherwise.
type Match struct {
	// Named is the evidence that the question names the entity or its root.
	Named float64
	// Held is the share of the question, by IDF, that the entity's family has.
	Held float64
}

// Matches returns how well a question fits each of some entries. A word that
// nothing has counts as much as unknown of a word that one family has.
func Matches(r *corpus.Reader, q *Question, docs []corpus.Doc, unknown float64, params Params) []Match {
	f := &finder{reader: r, question: q, params: params, found: make(map[corpus.Doc]*Subject)}
	f.matchNames()
	all := unknown * float64(len(q.Unknown))
	held := make(map[corpus.Doc]float64, len(docs)) // by root
	for _, d := range docs {
		held[f.root(d)] = 0
	}
	for i := range q.Terms {
		all += q.Terms[i].IDF
		f.addHeld(&q.Terms[i], held)
	}
	matches := make([]Match, len(docs))
	for i, d := range docs {
		root := f.root(d)
		matches[i].Named, _ = f.titleEvidence(d, f.titleHeld(d))
		if s := f.found[root]; s != nil {
			matches[i].Named = max(matches[i].Named, s.Name)
		}
		if all > 0 {
			matches[i].Held = held[root] / all
		}
	}
	return matches
}

// addHeld adds what a term counts to the roots of the families that have it.
func (f *finder) addHeld(t *Term, held map[corpus.Doc]float64) {
	seen := make(map[corpus.Doc]bool)
	for project, x := range f.reader.Indexes {
		for _, posting := range x.Postings(t.numbers[project]) {
			root := corpus.Doc{Project: int32(project), Ordinal: x.Root(posting.Ordinal)}
			if _, asked := held[root]; asked && !seen[root] {
				seen[root] = true
				held[root] += t.Weight * t.IDF
			}
		}
	}
}

// titleHeld returns the IDF of the words of a title that the question has.
func (f *finder) titleHeld(d corpus.Doc) float64 {
	sum := 0.0
	for _, term := range f.titled(d) {
		sum += f.inTitle(&f.question.Terms[term])
	}
	return sum
}
