package flat

import "slices"

// A Top keeps the first of many values in an order, at most some. It sorts them
// when there are twice as many; after that, most of the others are behind the
// last of these.
type Top[T any] struct {
	most    int
	compare func(a, b T) int
	list    []T
	isFull  bool // the first most values of list are the first of all before the others
}

// NewTop returns a list of at most some values.
func NewTop[T any](most int, compare func(a, b T) int) *Top[T] {
	return &Top[T]{most: most, compare: compare}
}

// Takes reports whether a value may be among the first.
func (t *Top[T]) Takes(one T) bool { return !t.isFull || t.compare(one, t.list[t.most-1]) < 0 }

// Add adds a value.
func (t *Top[T]) Add(one T) {
	if !t.Takes(one) {
		return
	}
	if t.list = append(t.list, one); len(t.list) == 2*t.most {
		t.list, t.isFull = t.Sorted(), true
	}
}

// Sorted returns the first values in order. The next call of Add changes them.
func (t *Top[T]) Sorted() []T {
	slices.SortFunc(t.list, t.compare)
	return t.list[:min(len(t.list), t.most)]
}
