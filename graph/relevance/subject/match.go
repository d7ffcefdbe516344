package subject

import (
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
)

// Match is the evidence that a question is about an entity that was found in
// another way.
type Match struct {
	// Named is the evidence that the question names the entity or its root.
	Named float64
	// Held is the share of the question's IDF that the entity's family has.
	Held float64
}

// Matches returns the match of a question with each entry in docs. Each unknown
// word of the question weighs unknown, relative to a word that only one family
// has.
func Matches(r *corpus.Reader, q *Question, docs []corpus.Doc, unknown float64, params Params) []Match {
	f := newFinder(r, q, params)
	f.matchNames()
	all := unknown * float64(len(q.Unknown))
	held := make(map[corpus.Doc]float64, len(docs)) // by root
	for _, d := range docs {
		held[f.reader.Root(d)] = 0
	}
	for i := range q.Terms {
		all += q.Terms[i].IDF
		f.addHeld(&q.Terms[i], held)
	}
	matches := make([]Match, len(docs))
	for i, d := range docs {
		root := f.reader.Root(d)
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

// addHeld adds the weight of a term to the roots of the families that have it.
func (f *finder) addHeld(t *Term, held map[corpus.Doc]float64) {
	seen := make(map[corpus.Doc]bool)
	for project, x := range f.reader.Indexes {
		for _, posting := range x.Postings.Of(t.numbers[project]) {
			root := corpus.Doc{Project: int32(project), Ordinal: x.Roots.Of(posting.Ordinal)}
			if _, asked := held[root]; asked && !seen[root] {
				seen[root] = true
				held[root] += t.Weight * t.IDF
			}
		}
	}
}

// Together returns the largest share of a question's weight in texts that a
// sentence of one of the roots' families has, with the title of its root.
// Question words that are far apart in a long text are there by chance.
func Together(r *corpus.Reader, q *Question, roots []corpus.Doc) float64 {
	best, all := 0.0, 0.0
	for i := range q.Terms {
		all += q.Terms[i].Text
	}
	for _, root := range roots {
		best = max(best, q.togetherIn(r, root))
	}
	return best / max(all, 1e-9)
}

// togetherIn returns the largest weight of the terms that a sentence of the family
// of a root has, with the title of the root.
func (q *Question) togetherIn(r *corpus.Reader, root corpus.Doc) (best float64) {
	terms := make(map[uint32]int, len(q.Terms))
	for i := range q.Terms {
		terms[q.Terms[i].numbers[root.Project]] = i
	}
	titled := r.TitleTerms(root, nil)
	x := r.Indexes[root.Project]
	read := make(map[int32]bool)
	for number := range terms {
		for _, posting := range x.Postings.Of(number) {
			if x.Roots.Of(posting.Ordinal) != root.Ordinal || read[posting.Ordinal] {
				continue
			}
			read[posting.Ordinal] = true
			best = max(best, q.together(x, posting.Ordinal, titled, terms))
		}
	}
	return best
}

// together returns the largest weight of the terms that a sentence of an entry
// has with the terms of a title. terms has the places of terms by their numbers.
func (q *Question) together(x *index.Index, ordinal int32, titled []uint32, terms map[uint32]int) float64 {
	entry := x.Entry(ordinal)
	best := 0.0
	for _, sentence := range entry.Sentences {
		sum, seen := 0.0, make(map[int]bool, len(terms))
		add := func(number uint32) {
			if at, asked := terms[number]; asked && number != 0 && !seen[at] {
				seen[at] = true
				sum += q.Terms[at].Text
			}
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			add(x.Words.TermOf(token.Word()))
		}
		if sum > 0 {
			for _, number := range titled {
				add(number)
			}
		}
		best = max(best, sum)
	}
	return best
}
