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

	prior   float64 // of sections with such a heading
	section int     // its number in the entry
}

// Is reports whether two passages are the same section.
func (p *Passage) Is(other *Passage) bool {
	return p.Doc == other.Doc && p.Field == other.Field && p.Start == other.Start
}

// Question is a question about the subject of documents.
type Question struct {
	Text string
	// Words are the words of the question with their weights in texts, by which
	// sections are ordered if no heading explains it.
	Words []corpus.WeighedWord
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
// explains the question, any section may have the answer: the one with most of its
// words, by BM25 over the sections, and of similar ones the shortest, because a budget
// includes more of them.
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
	if asked < params.Guessed {
		near := f.nearness(question.Words, documents)
		if score > 0 || len(near) > 0 {
			worth = func(p *Passage) float64 {
				return p.Score + p.prior + params.Near*near[place{p.Doc, p.section}] - params.Cost*math.Log(max(params.Short, p.cost(params)))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Passage) int { return cmp.Compare(worth(&b), worth(&a)) })
	return list
}

// place is a section of a document.
type place struct {
	doc     corpus.Doc
	section int
}

// nearness returns the BM25 of the sections of some documents for words that do not name
// the subject, relative to the best, see [corpus.Reader.Sections].
func (f *finder) nearness(words []corpus.WeighedWord, documents []corpus.Doc) map[place]float64 {
	words = slices.DeleteFunc(slices.Clone(words), func(word corpus.WeighedWord) bool { return f.names[f.id(word.Text)] })
	near := map[place]float64{}
	scores := f.reader.Sections(words, documents)
	for _, one := range scores {
		near[place{one.Doc, one.Section}] = one.Score / scores[0].Score
	}
	return near
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
		for hash, class := range x.Headings.Classes(params.MinClass) {
			if !seen[hash] {
				seen[hash] = true
				best = max(best, f.explained(f.evidence(heading{x, class.Terms, hash}, nil)))
			}
		}
	}
	return best
}
