package subject

import (
	"sync"

	"dossier/graph/relevance/corpus"
)

// arrays have numbers for each document of a corpus, all 0 at first. They are
// reused for later questions.
type arrays struct {
	texts []float64 // by root: BM25 of the family
	count []float64 // by root: the frequency of one term
	reach []float64 // by root: the most evidence that one of its titles may be
	held  []float64 // by entry: IDF of the words of its title that the question holds
	asks  []float64 // by entry: how much less its title weighs because the question asks by words of it
	title []int32   // by root: the last of its titles in titles, from 1
	terms []int32   // by entry: the number of the question's terms in it; 0 unless its family is read

	titles []heldTitle // empty at first
}

var pool = sync.Pool{New: func() any { return new(arrays) }}

// newArrays returns arrays for a corpus, and the place of the first document of
// each project in them.
func newArrays(r *corpus.Reader) (a *arrays, first []int) {
	size := 0
	for _, x := range r.Indexes {
		first = append(first, size)
		size += x.Size()
	}
	a = pool.Get().(*arrays)
	for _, list := range []*[]float64{&a.texts, &a.count, &a.reach, &a.held, &a.asks} {
		*list = zero(*list, size)
	}
	a.title, a.terms, a.titles = zero(a.title, size), zero(a.terms, size), a.titles[:0]
	return a, first
}

// zero returns a list of zeros, in the memory of another if that has the
// capacity.
func zero[T any](list []T, size int) []T {
	if size > cap(list) {
		return make([]T, size, size+size/8)
	}
	list = list[:size]
	clear(list)
	return list
}

func (a *arrays) release() { pool.Put(a) }
