// Package passage finds the sections of documents that answer a question about
// a subject. A section is found by the words of its heading, by the words that
// documents use under such headings, and by its own words. It needs no table of
// headings or wordings, because both are counted in the project's documents.
package passage

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// Passage is a section of a document, without the sentences of templates.
type Passage struct {
	Doc   corpus.Doc
	DocID string // of the entity
	Field string
	// Start and End are byte offsets in the field's text.
	Start, End int
	// Headings are the enclosing headings, the outermost first, and the section's
	// own, as offsets in the field's text.
	Headings []text.Sentence
	// Sentences are the section's sentences below the heading.
	Sentences []text.Sentence
	// Score is higher for better answers. Asked is the share of the question's
	// words that the section's heading, or headings like it, explain. Held is the
	// share of them that the section has.
	Score, Asked, Held float64
}

// Params are the constants of passages. They were measured with the subject
// given, in 400 and in 1,500 tokens: of the 80 questions for a section over the
// Kubernetes enhancement proposals, 67 and 91 % of the expected sentences are
// found; of 126 others over them, in other words and not tuned on before, 52
// and 74 % (47 and 73 with Stop .3, Rare 2, Length .7, Lift 3 and Owned 0); of
// 108 over PEPs, 52 and 77 % (46 and 72). Halving or doubling any other
// constant gained nothing on all three sets. Word was chosen with the subject
// given, in 250 and in 1,000 words: of 72 questions by words of a section over
// the proposals, 90 and 98 % of the sentences are found instead of 69 and 95; of
// 143 in other words than the heading's, 31 and 55 % instead of 30 and 56.
type Params struct {
	// Heading, Class and Body are the weights of a word in the heading, under
	// headings like it, and in the section itself. The highest of them counts.
	Heading, Class, Body float64
	// Word is the weight of a word that a section of a named subject has, by BM25
	// within the document, 0 for a subject that the question does not name: its
	// words say then what the subject is. Typical is how much less a word counts
	// that is typical of a class of headings.
	Word, Typical float64
	// Parent multiplies the evidence of a heading for the sections inside its
	// section, Siblings that of sections beside it.
	Parent, Siblings float64
	// Similar is the weight of a word that begins another, or begins with it.
	Similar float64
	// Stop is the weight of stop words. Rare is the exponent by which the words of
	// few families lose weight, because they name the subject.
	Stop, Rare float64
	// Length is how much a class of headings is lowered if it has more words than
	// the mean.
	Length float64
	// MinClass is the least number of sections of a class. Smooth is added to that
	// number, and to the number of sections with a word.
	MinClass, Smooth float64
	// Lift is the logarithm of the ratio of a word's frequency in a class to that
	// in all sections from which on the word has its full weight.
	Lift float64
	// Owned is the weight of the share of a word's sections that are in a class.
	Owned float64
	// Own is the number of a section's own words from which on it has its full
	// score.
	Own float64
	// Terms is the maximum number of words of a question that are looked up.
	Terms int
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Heading: 1.5, Class: 1, Body: .1, Word: .5, Typical: 3,
		Parent: .8, Siblings: .2, Similar: .6,
		Stop: .2, Rare: 1, Length: .4,
		MinClass: 3, Smooth: 2, // by eye
		Lift: 2, Owned: .7, Own: 10,
		Terms: 40, // by eye: limits the cost
	}
}

// Find returns the sections of documents, the best answers to a question first,
// then in the order of documents and text. It ignores the words of names,
// because they name the subject, not its sections.
func Find(r *corpus.Reader, question string, names []string, documents []corpus.Doc, params Params) []Passage {
	var list []Passage
	terms := make(map[int32][]term)
	for _, d := range documents {
		x := r.Indexes[d.Project]
		if terms[d.Project] == nil {
			terms[d.Project] = residual(x, question, names, &params)
		}
		s := scorer{x: x, entry: x.Entry(d.Ordinal), terms: terms[d.Project], params: &params}
		list = append(list, s.passages(d)...)
	}
	slices.SortStableFunc(list, func(a, b Passage) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// term is a word of a question that does not name its subject.
type term struct {
	number  uint32 // 0 for a stop word or an unknown word
	key     uint32 // counted in sections
	similar []uint32
	weight  float64
}

// residual returns the words of a question that are not in names. The weight of
// a word is its IDF over sections, lowered the rarer the word is in the
// project, because the words of few families name these.
func residual(x *index.Index, question string, names []string, p *Params) []term {
	seen := map[uint32]bool{}
	for _, name := range names {
		for word := range text.Words(name) {
			seen[x.SectionKey(x.Word(word.Text))] = true
		}
	}
	sections, _ := x.Headings()
	most := corpus.IDF(x.Roots(), 1)
	list := []term{}
	for word := range text.Words(question) {
		number := x.Word(word.Text)
		if number == 0 && len(list) < p.Terms {
			list = appendUnknown(list, x, word.Text)
			continue
		}
		t := term{number: x.TermOf(number), key: x.SectionKey(number)}
		if seen[t.key] || len(list) == p.Terms {
			continue
		}
		seen[t.key] = true
		t.weight = corpus.IDF(sections, max(x.SectionsWith(t.key), x.HeadingsWith(t.key)))
		if t.number == 0 {
			t.weight *= p.Stop
		} else {
			rare := corpus.IDF(x.Roots(), x.RootsWith(t.number)) / most
			t.weight *= math.Pow(1-min(1, rare), p.Rare)
			t.similar = x.SimilarHeadingTerms(x.Stem(word.Text))
		}
		list = append(list, t)
	}
	return list
}

// appendUnknown adds a word that no entry has, if headings have a similar one.
func appendUnknown(list []term, x *index.Index, word string) []term {
	if similar := x.SimilarHeadingTerms(x.Stem(word)); similar != nil {
		return append(list, term{similar: similar, weight: 1})
	}
	return list
}

// Expected returns the largest share of a question that a heading shared by
// documents of a project explains, like [Passage.Asked] for a section. If the
// sections of a subject explain much less, the subject lacks the section that
// the question asks for.
func Expected(x *index.Index, question string, names []string, params Params) float64 {
	s := scorer{x: x, terms: residual(x, question, names, &params), params: &params}
	best := 0.0
	for hash, class := range x.HeadingClasses(int32(params.MinClass)) {
		section := index.Section{Class: hash, Terms: class.Terms, Level: 1, Parent: -1}
		best = max(best, s.explained(s.evidence(section, nil)))
	}
	return best
}
