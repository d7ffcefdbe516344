package passage

import (
	"slices"
	"strings"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// asking returns the finder of a question. A long message, such as a log with a
// question at its end, has words of everything: if the headings of the documents
// clearly explain one of its sentences, that is the question.
func asking(r *corpus.Reader, question Question, documents []corpus.Doc, params *Params) *finder {
	project := documents[0].Project
	known := question.Counts.in(project)
	whole := newFinder(r, question, project, params, known)
	whole.weighHeaded(documents)
	if len(whole.terms) < params.Long {
		return whole
	}
	best, most := whole, params.Clear
	headings := headingsOf(whole.index, documents)
	for _, sentence := range sentences(question.Text, params.Lines) {
		one := question
		one.Text = sentence
		f := newFinder(r, one, project, params, known)
		f.weighHeaded(documents)
		if evidence := f.clearest(headings); evidence > most {
			best, most = f, evidence
		}
	}
	return best
}

// sentences returns the last sentences of a text, at most limit, each followed by
// its lines if it has several: a log has no marks between sentences.
func sentences(message string, limit int) (list []string) {
	spans := text.Sentences(message)
	for _, span := range spans[max(0, len(spans)-limit):] {
		sentence := message[span.Start:span.End]
		list = append(list, sentence)
		if lines := strings.Split(sentence, "\n"); len(lines) > 1 {
			list = append(list, lines[max(0, len(lines)-limit):]...)
		}
	}
	return list[max(0, len(list)-limit):]
}

// headingsOf returns the different headings of documents.
func headingsOf(x *index.Index, documents []corpus.Doc) (list []heading) {
	seen := map[uint64][][]uint32{} // the terms, by class
	for _, d := range documents {
		for _, s := range x.Entry(d.Ordinal).Sections {
			same := func(terms []uint32) bool { return slices.Equal(terms, s.Terms) }
			if s.Class != 0 && !slices.ContainsFunc(seen[s.Class], same) {
				seen[s.Class] = append(seen[s.Class], s.Terms)
				list = append(list, heading{x, s.Terms, s.Class})
			}
		}
	}
	return list
}

// clearest returns the evidence of the heading that explains the question best,
// times the share that it explains of the question without stop words.
func (f *finder) clearest(headings []heading) float64 {
	best := 0.0
	for _, h := range headings {
		evidence := f.evidence(h, nil)
		best = max(best, f.sum(evidence)*f.content(evidence))
	}
	return best
}

// content returns the share of the question without stop words that evidence
// explains, at most 1.
func (f *finder) content(evidence []float64) float64 {
	sum, all := 0.0, 0.0
	for at, t := range f.terms {
		if t.stem != "" {
			sum += t.weight * evidence[at]
			all += t.weight * f.params.Heading
		}
	}
	if all == 0 {
		return 0
	}
	return min(1, sum/all)
}

// weighHeaded raises the weight of words in headings of a subject which
// the question names otherwise: they do not name it, however rare they are.
func (f *finder) weighHeaded(documents []corpus.Doc) {
	if !f.isNamed {
		return
	}
	for at := range f.terms {
		if t := &f.terms[at]; t.key != 0 && t.weight < f.params.Headed && f.isHeaded(documents, t.key) {
			t.weight = f.params.Headed
		}
	}
}

// isHeaded reports whether a heading of the documents has a term.
func (f *finder) isHeaded(documents []corpus.Doc, term uint32) bool {
	return slices.ContainsFunc(documents, func(d corpus.Doc) bool {
		return slices.ContainsFunc(f.index.Entry(d.Ordinal).Sections, func(s index.Section) bool { return slices.Contains(s.Terms, term) })
	})
}
