package rank

import (
	"slices"

	"dossier/graph/relevance/corpus"
)

// SectionParams are the constants for the best sections of documents.
type SectionParams struct {
	// Documents is the number of the best documents whose sections are scored, and
	// Weight what the best of these sections adds to the score of its document.
	Documents int
	Weight    float64
	// Titled is the share of the question in a title that it names from which on no
	// document is raised: the sections of what has the title answer.
	Titled float64
}

// sectionDefaults returns the constants. Without them, in 500 tokens, peps has 75.2
// instead of 77.9 % of the pages and eips 52.2 instead of 53.7; of sections of nine other
// graphs, 73.3 instead of 73.9 % are found of those used to mend, and 69.4 instead of
// 71.1 of the others. With 40 documents and with a weight of .3 or .8 the results are
// the same, but for fewer parts of subjects at 2,000 tokens with more. Without Titled,
// 91.1 instead of 91.6 % of the parts of subjects are found at 2,000 tokens, and 73.1
// instead of 73.7 % of sections in 500 (11 graphs, halves set aside).
func sectionDefaults() SectionParams { return SectionParams{Documents: 20, Weight: .5, Titled: .3} }

// sections raises documents that have a section with much of the question, by the BM25
// of their best section relative to the best of all: the length of the rest of a
// document lowers its own score. Documents without headings have no sections. The words
// of a text are in sections by chance, and so are those of a question about an entity
// that it names.
func (s *scoring) sections() {
	params := s.params.Sections
	isNamed := slices.ContainsFunc(s.analysed.Titles, func(t corpus.TitleMatch) bool {
		return t.Mass*t.Confidence >= params.Titled*s.analysed.Mass
	})
	if s.started || s.isText() || isNamed {
		return
	}
	best := s.reader.Top(corpus.Best(s.reader, s.arrays.Scored, s.arrays.Score, params.Documents), params.Documents)
	docs := make([]corpus.Doc, len(best))
	for i, one := range best {
		docs[i] = one.Doc
	}
	words := make([]corpus.WeighedWord, len(s.analysed.Terms))
	for i, term := range s.analysed.Terms {
		words[i] = corpus.WeighedWord{Text: term.Word, Weight: term.IDF}
	}
	raised := map[corpus.Doc]bool{}
	scores := s.reader.Sections(words, docs)
	for _, one := range scores {
		if one.Section >= 0 && !raised[one.Doc] {
			*s.arrays.At(one.Doc) += params.Weight * one.Score / scores[0].Score
		}
		raised[one.Doc] = true
	}
}
