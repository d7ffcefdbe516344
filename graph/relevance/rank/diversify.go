package relevance

import (
	"math"
	"slices"
)

// cover puts those forward that hold words of the question which the ones before them lack: what no better answer tells of
// is worth more than what several do. It orders the first Covering of a list in descending order anew, greedily, as
// maximal marginal relevance does (Carbonell and Goldstein 1998), by words instead of likeness.
func (q *query) cover(list []seed) {
	n := min(len(list), q.params.Covering)
	if n < 2 || q.mass == 0 {
		return
	}
	open := make([]held, n)
	for i, s := range list[:n] {
		open[i] = held{s, q.heldBy(s.place)}
	}
	bonus, last := q.params.Cover*list[0].a, math.Inf(1)
	told := make([]float64, len(q.terms))
	for at := range n {
		left := max(q.untold(told), q.params.CoverLeast*q.mass)
		pick, most := 0, 0.0
		for i, h := range open {
			if score := h.a + bonus*q.gain(h.terms, told)/left; score > most {
				pick, most = i, score
			}
		}
		last = min(last, most)
		list[at] = seed{open[pick].place, last}
		for t, x := range open[pick].terms {
			told[t] = max(told[t], x)
		}
		open = slices.Delete(open, pick, pick+1)
	}
}

// held is a seed with how well it holds each of the question's terms, 0 to 1.
type held struct {
	seed
	terms []float64
}

func (q *query) heldBy(at place) []float64 {
	terms := make([]float64, len(q.terms))
	for t := range terms {
		terms[t] = min(1, q.impactOf(at.v, t, at.doc))
	}
	return terms
}

// untold is the idf of what is not told of the question's terms, gain the part of it that a document holds.
func (q *query) untold(told []float64) (idf float64) {
	for t, x := range told {
		idf += q.terms[t].idf * (1 - x)
	}
	return idf
}

func (q *query) gain(held, told []float64) (idf float64) {
	for t, x := range held {
		idf += q.terms[t].idf * max(0, x-told[t])
	}
	return idf
}
