package corpus

import (
	"iter"
	"math/bits"
	"sync"
)

// Arrays have one number per document of a corpus, by project and ordinal. They
// are reused for later questions.
type Arrays struct {
	Lexical [][]float32 // all 0 at first
	// Scored are the documents that may have a score, none at first. In a large
	// project few documents have one, and to pass over all took most of the time of
	// a ranking.
	Scored []Set
	Score  [][]float64 // undefined for other documents; see [Arrays.At]
	Copy   [][]float32 // undefined at first
	// Slots are initially 0, and must be 0 when they are released.
	Slots [][]int32

	lexical, copied []float32
	scored          []uint64
	score           []float64
	slots           []int32
}

// At returns the place of a document's score, which is 0 if it had none.
func (a *Arrays) At(d Doc) *float64 {
	score := &a.Score[d.Project][d.Ordinal]
	if !a.Scored[d.Project].Has(d.Ordinal) {
		a.Scored[d.Project].Add(d.Ordinal)
		*score = 0
	}
	return score
}

// A Set is a set of ordinals of a project. It has a bit for each of them.
type Set []uint64

// Add adds an ordinal.
func (s Set) Add(ordinal int32) { s[ordinal/64] |= 1 << (ordinal % 64) }

// Has reports whether an ordinal is in the set.
func (s Set) Has(ordinal int32) bool { return s[ordinal/64]&(1<<(ordinal%64)) != 0 }

// Len returns the number of ordinals.
func (s Set) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All iterates over the ordinals in ascending order.
func (s Set) All() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

var arrays = sync.Pool{New: func() any { return new(Arrays) }}

// Arrays returns the arrays of the question. [Question.Release] releases them.
func (q *Question) Arrays() *Arrays {
	if q.arrays != nil {
		return q.arrays
	}
	size := 0
	for _, x := range q.Reader.Indexes {
		size += x.Size()
	}
	a := arrays.Get().(*Arrays)
	a.lexical, a.copied = sized(a.lexical, size), sized(a.copied, size)
	a.score, a.slots = sized(a.score, size), sized(a.slots, size)
	clear(a.lexical)
	a.clearScored(q.Reader)
	a.Lexical, a.Copy = split(a.Lexical, a.lexical, q.Reader), split(a.Copy, a.copied, q.Reader)
	a.Score, a.Slots = split(a.Score, a.score, q.Reader), split(a.Slots, a.slots, q.Reader)
	q.arrays = a
	return a
}

func (a *Arrays) release() { arrays.Put(a) }

// split divides an array into one slice per project.
func split[T any](list [][]T, array []T, r *Reader) [][]T {
	list = list[:0]
	for _, x := range r.Indexes {
		list = append(list, array[:x.Size():x.Size()])
		array = array[x.Size():]
	}
	return list
}

// clearScored makes an empty set for each project.
func (a *Arrays) clearScored(r *Reader) {
	size := 0
	for _, x := range r.Indexes {
		size += x.Size()/64 + 1
	}
	a.scored = sized(a.scored, size)
	clear(a.scored)
	a.Scored = a.Scored[:0]
	left := a.scored
	for _, x := range r.Indexes {
		own := x.Size()/64 + 1
		a.Scored = append(a.Scored, left[:own:own])
		left = left[own:]
	}
}

// sized returns a slice of a length. It reuses array, with its values, if that
// is large enough.
func sized[T any](array []T, length int) []T {
	if length > cap(array) {
		return make([]T, length, length+length/8)
	}
	return array[:length]
}
