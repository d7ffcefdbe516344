package subject

import (
	"sync"

	"dossier/graph/relevance/corpus"
)

// arrays have numbers for each document of a corpus, all 0 at first. They are
// reused for later questions, and what a question sets is set to 0 again: of a
// million documents it reaches thousands, and to clear all took 5 ms.
type arrays struct {
	texts []float64 // by root: BM25 of the family
	count []float64 // by root: the frequency of one term
	reach []float64 // by root: the most evidence that one of its titles may be
	held  []float64 // by entry: IDF of the words of its title that the question holds
	asks  []float64 // by entry: how much less its title weighs because the question asks by words of it
	title []int32   // by root: the last of its titles in titles, from 1
	terms []int32   // by entry: the number of the question's terms in it; 0 unless its family is read
	isSet []bool    // by root: whether it is in set

	titles []heldTitle // empty at first
	set    []int32     // the places of the roots that have texts or a title, empty at first
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
		*list = zeros(*list, size)
	}
	a.title, a.terms, a.isSet = zeros(a.title, size), zeros(a.terms, size), zeros(a.isSet, size)
	return a, first
}

// zeros returns a list of zeros, in the memory of another one of zeros if that has
// the capacity.
func zeros[T any](list []T, size int) []T {
	if size > cap(list) {
		return make([]T, size, size+size/8)
	}
	return list[:size]
}

// add adds a root to those that are set.
func (a *arrays) add(place int) {
	if !a.isSet[place] {
		a.isSet[place] = true
		a.set = append(a.set, int32(place))
	}
}

// few is the divisor of the number of documents that determines how many are set
// to 0 one by one. By eye.
const few = 8

// release keeps the arrays for another question. first is that of newArrays. All
// counts and terms are 0.
func (a *arrays) release(first []int) {
	if len(a.set)+len(a.titles) < len(a.texts)/few {
		for _, root := range a.set {
			a.texts[root], a.reach[root], a.title[root], a.isSet[root] = 0, 0, 0, false
		}
		for i := range a.titles {
			at := first[a.titles[i].doc.Project] + int(a.titles[i].doc.Ordinal)
			a.held[at], a.asks[at] = 0, 0
		}
	} else {
		for _, list := range [][]float64{a.texts, a.reach, a.held, a.asks} {
			clear(list)
		}
		clear(a.title)
		clear(a.isSet)
	}
	a.titles, a.set = a.titles[:0], a.set[:0]
	pool.Put(a)
}
