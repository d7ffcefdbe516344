package rank

import (
	"math"
	"slices"

	"dossier/graph/relevance/corpus"
)

// DiversifyParams are the constants of promoting documents with words of the
// question that no better document contains.
type DiversifyParams struct {
	// Gain is the share of the best score that a document gains if it contains all
	// words which no better one contains. If it contains some of them, it gains
	// less, by their share of the IDF of these words. That IDF is taken as at
	// least MinLeft of the question's.
	Gain, MinLeft float64
	// First is the number of documents that may gain.
	First int
}

func diversifyDefaults() DiversifyParams {
	return DiversifyParams{
		Gain:    .5, // hotpot +1.9 at 250 tokens, musique +2.3 at 500, conversations +4
		MinLeft: .5, // by eye
		First:   40, // by eye: limits the cost; more than most documents include
	}
}

// diversify greedily promotes the documents that contain words of the question
// which higher ones lack. It is maximal marginal relevance (Carbonell and
// Goldstein 1998) with words instead of similarity.
func (c *choosing) diversify() {
	params, terms := c.params.Diversify, c.analysed.Terms
	first := min(len(c.best), params.First)
	if c.started || first < 2 || c.analysed.Mass == 0 {
		return
	}
	open := make([]coverage, first)
	for i, one := range c.best[:first] {
		open[i] = coverage{one, c.coverageOf(one.Doc)}
	}
	bonus, last := params.Gain*c.best[0].Score, math.Inf(1)
	covered := make([]float64, len(terms))
	for at := range first {
		left := max(c.uncovered(covered), params.MinLeft*c.analysed.Mass)
		pick, highest := 0, 0.0
		for i, one := range open {
			if score := one.Score + bonus*c.gain(one.terms, covered)/left; score > highest {
				pick, highest = i, score
			}
		}
		last = min(last, highest)
		c.best[at] = corpus.Scored{Doc: open[pick].Doc, Score: last}
		for i, share := range open[pick].terms {
			covered[i] = max(covered[i], share)
		}
		open = slices.Delete(open, pick, pick+1)
	}
}

// coverage is a document and how well it contains each term of the question,
// from 0 to 1.
type coverage struct {
	corpus.Scored
	terms []float64
}

func (c *choosing) coverageOf(d corpus.Doc) []float64 {
	terms := make([]float64, len(c.analysed.Terms))
	for i := range terms {
		terms[i] = min(1, c.analysed.TermWeight(i, d))
	}
	return terms
}

// uncovered returns the IDF of the question's terms that is not covered.
func (c *choosing) uncovered(covered []float64) (idf float64) {
	for i, share := range covered {
		idf += c.analysed.Terms[i].IDF * (1 - share)
	}
	return idf
}

// gain returns the IDF of the terms that a document covers beyond covered.
func (c *choosing) gain(terms, covered []float64) (idf float64) {
	for i, share := range terms {
		idf += c.analysed.Terms[i].IDF * max(0, share-covered[i])
	}
	return idf
}
