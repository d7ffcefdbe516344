package corpus

import "sync"

// Arrays have one number per document of a corpus, by project and ordinal. They
// are reused for later questions.
type Arrays struct {
	Lexical [][]float32 // all 0 at first
	Score   [][]float64 // undefined at first
	Copy    [][]float32 // undefined at first
	// Slots are initially 0, and must be 0 when they are released.
	Slots [][]int32

	lexical, copied []float32
	score           []float64
	slots           []int32
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

// sized returns a slice of a length. It reuses array, with its values, if that
// is large enough.
func sized[T any](array []T, length int) []T {
	if length > cap(array) {
		return make([]T, length, length+length/8)
	}
	return array[:length]
}
