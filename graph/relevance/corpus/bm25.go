package corpus

import (
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
)

// BM25Params are the constants of BM25, in the variant without negative IDFs.
type BM25Params struct {
	K1 float64 // saturation of term frequencies
	B  float64 // normalisation by length
	K3 float64 // saturation of the frequencies of terms in the question
}

// bm25Defaults returns the usual values (Robertson and Zaragoza 2009) for K1 and
// B. K3 is measured: with 8, and with 1 + ln n instead, use cases find 2 to 6
// points less of the code that implements them.
func bm25Defaults() BM25Params { return BM25Params{K1: 1.2, B: .75, K3: 20} }

// saturated returns the BM25 weight of a number of occurrences.
func saturated(times, k float64) float64 { return times * (k + 1) / (times + k) }

// weight returns the BM25 weight of a posting without the IDF of its term.
func (p *BM25Params) weight(x *index.Index, posting terms.Posting, averageLength float64) float64 {
	frequency := posting.Frequency()
	return frequency * (p.K1 + 1) / (frequency + p.K1*(1-p.B+p.B*float64(x.Length(posting.Ordinal))/averageLength))
}

// BM25 adds the BM25 score of each document for the question to the lexical scores
// of its arrays. To this it adds title times the BM25 score of the document's title
// among all titles, without normalisation by length.
func (q *Question) BM25(title float64) {
	arrays := q.Arrays()
	for project, x := range q.Reader.Indexes {
		list, scored, terms := arrays.Lexical[project], arrays.Scored[project], q.bindings[project].terms
		for i, term := range q.Terms {
			postings := x.Postings.Of(terms[i])
			for _, posting := range postings {
				scored.Add(posting.Ordinal)
				list[posting.Ordinal] += float32(term.Weight * term.IDF * q.params.BM25.weight(x, posting, q.Reader.AverageLength))
			}
			if title != 0 {
				q.addTitles(x, list, postings, title*term.Weight)
			}
		}
	}
}

// addTitles adds weight times the BM25 score of titles with a term to scores by
// ordinal. A title that is most of its document's text, as that of a requirement
// is, is a sentence and no name, and adds little.
func (q *Question) addTitles(x *index.Index, scores []float32, postings []terms.Posting, weight float64) {
	titles := 0
	for _, posting := range postings {
		if posting.Title > 0 {
			titles++
		}
	}
	weight *= IDF(q.Reader.Documents, titles)
	for _, posting := range postings {
		if posting.Title > 0 {
			scores[posting.Ordinal] += float32(weight * (1 - x.Entry(posting.Ordinal).TitleShare()) * saturated(float64(posting.Title),
				q.params.BM25.K1))
		}
	}
}

// TermWeight returns the BM25 weight of a term of the question in a document,
// without its IDF. term is an index into Terms.
func (q *Question) TermWeight(term int, d Doc) float64 {
	x := q.Reader.Indexes[d.Project]
	posting, found := x.Postings.Find(q.bindings[d.Project].terms[term], d.Ordinal)
	if !found {
		return 0
	}
	return q.params.BM25.weight(x, posting, q.Reader.AverageLength)
}
