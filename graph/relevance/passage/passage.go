// Package passage finds the sections of documents that answer a question about
// a subject. A section is found by the words of its heading, by the words that
// documents use under such headings, and by its own words. Headings and
// the words below them are counted in the documents. Words and phrases by which
// projects in general call a section, from package lexicon, add to that.
package passage

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// Passage is a section of a document, without the sentences of templates.
type Passage struct {
	Doc   corpus.Doc // the document
	DocID string     // of the entity
	Field string     // the name of the field
	// Start and End are byte offsets in the field's text.
	Start, End int
	// Headings are the enclosing headings, the outermost first, and the section's
	// own, as offsets in the field's text.
	Headings []text.Sentence
	// Sentences are the section's sentences below the heading.
	Sentences []text.Sentence
	// IsTitled reports whether the title of the document is the section's heading,
	// without what names the subject.
	IsTitled bool
	// Score is higher for better answers. Asked is the share of the question's
	// words that the section's heading, or headings like it, explain. Held is the
	// share of them that the section has.
	Score, Asked, Held float64

	// Best is the place in Sentences of the one with the most of the question, 0 if
	// none has two of its words.
	Best int

	prior float64 // of sections with such a heading
}

// Is reports whether two passages are the same section.
func (p *Passage) Is(other *Passage) bool {
	return p.Doc == other.Doc && p.Field == other.Field && p.Start == other.Start
}

// Question is a question about the subject of documents.
type Question struct {
	Text string
	// Names are the names of the subject. Their words are ignored, because they
	// name the subject and not its sections.
	Names []string
	// Corrected maps misspelt words to those that are meant.
	Corrected map[string]string
	// Named reports whether the question names the subject. If not, its words say
	// what the subject is.
	Named bool
	// Counts are shared by questions with the same words; nil for a question alone.
	Counts Counts
}

// Find returns the sections of documents of a project, the best answers to a
// question first, then in the order of documents and text. Sections with headings
// that many documents have precede others of similar scores. If no heading
// explains the question, any section may have the answer, and a budget includes
// more of the short ones: these are then first among sections of similar scores.
func Find(r *corpus.Reader, question Question, documents []corpus.Doc, params Params) []Passage {
	if len(documents) == 0 {
		return nil
	}
	var list []Passage
	f := asking(r, question, documents, &params)
	for _, d := range documents {
		list = append(list, f.passages(d)...)
	}
	worth := func(p *Passage) float64 { return p.Score + p.prior }
	asked, score := 0.0, 0.0
	for i := range list {
		asked, score = max(asked, list[i].Asked), max(score, list[i].Score)
	}
	if asked < params.Guessed && score > 0 {
		worth = func(p *Passage) float64 {
			return p.Score + p.prior - params.Cost*math.Log(max(params.Short, p.cost(params)))
		}
	}
	slices.SortStableFunc(list, func(a, b Passage) int { return cmp.Compare(worth(&b), worth(&a)) })
	return list
}

// cost returns the number of words that a reader needs of the passage: all, or an
// excerpt from its best sentence on.
func (p *Passage) cost(params Params) float64 {
	all := float64(words(p.Sentences))
	if p.Best > 0 {
		return min(all, params.Excerpt)
	}
	return all
}

// Expected returns the largest share of a question about a subject in a project
// that a heading shared by documents explains, like [Passage.Asked] for a
// section. If the sections of the subject explain much less, the subject lacks
// the section that the question asks for.
func Expected(r *corpus.Reader, question Question, project int32, params Params) float64 {
	f := newFinder(r, question, project, &params, question.Counts.in(project))
	best := 0.0
	seen := make(map[uint64]bool)
	for _, x := range r.Indexes {
		for hash, class := range x.HeadingClasses(params.MinClass) {
			if !seen[hash] {
				seen[hash] = true
				best = max(best, f.explained(f.evidence(heading{x, class.Terms, hash}, nil)))
			}
		}
	}
	return best
}
