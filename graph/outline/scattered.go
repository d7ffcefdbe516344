package outline

import (
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
)

// When an answer is not likely. By eye: of 120 questions that are off topic in
// four graphs 10 were likely to be answered, and 3 are.
const (
	// largeFamily is the length of a family in words from which on any two words
	// are somewhere in it, so that they say nothing unless they are together.
	largeFamily = 2000
	// togetherTwo is the share of a question of two words that one sentence must
	// have; each further word lowers it by togetherFurther.
	togetherTwo     = .8
	togetherFurther = .2
	// mostlyUnknown is the share of words that the graph lacks.
	mostlyUnknown = .5
	// belowLikely keeps a lowered confidence below the likely ones.
	belowLikely = .99
)

// weighScattered lowers the confidence in a likely answer to a question that
// names no subject to a partial one, if its words are far apart in a large
// family, or if most of them are unknown.
func (f *finding) weighScattered(c *Confidence, subjects []subject.Subject) {
	p := confidenceParams
	if c.Value <= p.Partly || len(f.asked.Terms) > p.Long {
		return
	}
	words := 0
	for i := range f.asked.Terms {
		if term := &f.asked.Terms[i]; !term.Asks {
			words++
		}
	}
	unknown := float64(len(f.asked.Unknown) + len(f.asked.Corrected))
	isScattered := f.isScattered(subjects, words)
	if !isScattered && (unknown == 0 || unknown < mostlyUnknown*(unknown+float64(words))) {
		return
	}
	c.Value = p.Partly + (c.Value-p.Partly)*(p.Likely-p.Partly)*belowLikely/(1-p.Partly)
	if isScattered {
		c.reason("no text has the words of the question together")
	}
}

// isScattered reports whether the likeliest subject is a large family, and no
// text of the likeliest ones has the given number of words together.
func (f *finding) isScattered(subjects []subject.Subject, words int) bool {
	roots := make([]corpus.Doc, min(len(subjects), confidenceParams.Families))
	for i := range roots {
		roots[i] = subjects[i].Doc
	}
	if f.reader.Indexes[roots[0].Project].FamilyLength(roots[0].Ordinal) < largeFamily {
		return false
	}
	return subject.Together(f.reader, f.asked, roots) < togetherTwo-togetherFurther*float64(words-2)
}
