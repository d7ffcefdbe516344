package corpus

import (
	"dossier/graph/relevance/index"
)

// BM25Params are the constants of BM25, in the variant without negative IDFs.
type BM25Params struct {
	K1 float64 // saturation of term frequencies
	B  float64 // normalisation by length
}

func bm25Defaults() BM25Params { return BM25Params{K1: 1.2, B: .75} } // the usual values (Robertson and Zaragoza 2009)

// weight returns the BM25 weight of a posting without the IDF of its term.
func (p *BM25Params) weight(x *index.Index, posting index.Posting, averageLength float64) float64 {
	frequency := posting.Frequency()
	return frequency * (p.K1 + 1) / (frequency + p.K1*(1-p.B+p.B*float64(x.Length(posting.Ordinal))/averageLength))
}

// BM25 adds the BM25 score of each document for the question to the lexical scores
// of its arrays.
func (q *Question) BM25() {
	arrays := q.Arrays()
	for project, x := range q.Reader.Indexes {
		list, scored, terms := arrays.Lexical[project], arrays.Scored[project], q.bindings[project].terms
		for i, term := range q.Terms {
			for _, posting := range x.Postings(terms[i]) {
				scored.Add(posting.Ordinal)
				list[posting.Ordinal] += float32(term.Weight * term.IDF * q.params.BM25.weight(x, posting, q.Reader.AverageLength))
			}
		}
	}
}

// TermWeight returns the BM25 weight of a term of the question in a document,
// without its IDF. term is an index into Terms.
func (q *Question) TermWeight(term int, d Doc) float64 {
	x := q.Reader.Indexes[d.Project]
	posting, found := x.Posting(q.bindings[d.Project].terms[term], d.Ordinal)
	if !found {
		return 0
	}
	return q.params.BM25.weight(x, posting, q.Reader.AverageLength)
}
