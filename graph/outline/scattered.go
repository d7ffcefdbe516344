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
)

// isFarFetched reports whether a likely answer to a question that names no subject is
// at most a part of one: its words are far apart in a large family, or most are
// unknown.
func (w *weighing) isFarFetched() (found bool, reasons []string) {
	p := confidenceParams
	if w.outline.IsVague || w.named != nil || w.value <= p.Partly || len(w.asked.Terms) > p.Long {
		return false, nil
	}
	words := 0
	for i := range w.asked.Terms {
		if !w.asked.Terms[i].Asks {
			words++
		}
	}
	if w.isScattered(w.subjects, words) {
		return true, []string{"no text has the words of the question together"}
	}
	unknown := float64(len(w.asked.Unknown) + len(w.asked.Corrected))
	return unknown > 0 && unknown >= mostlyUnknown*(unknown+float64(words)), nil
}

// isScattered reports whether the likeliest subject is a large family, and no
// text of the likeliest ones has the given number of words together.
func (w *weighing) isScattered(subjects []subject.Subject, words int) bool {
	roots := make([]corpus.Doc, min(len(subjects), confidenceParams.Families))
	for i := range roots {
		roots[i] = subjects[i].Doc
	}
	if w.reader.Indexes[roots[0].Project].Roots.Length(roots[0].Ordinal) < largeFamily {
		return false
	}
	return subject.Together(w.reader, w.asked, roots) < togetherTwo-togetherFurther*float64(words-2)
}
