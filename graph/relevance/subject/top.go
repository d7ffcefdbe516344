package subject

import "slices"

// A top keeps the first of many values in an order, at most limit.
type top[T any] struct {
	limit   int
	compare func(a, b T) int
	list    []T
	isFull  bool // the first limit values of list are the best before the others
}

func (t *top[T]) add(one T) {
	if t.isFull && t.compare(one, t.list[t.limit-1]) >= 0 {
		return
	}
	if t.list = append(t.list, one); len(t.list) == 2*t.limit {
		t.list, t.isFull = t.sorted(), true
	}
}

// sorted returns the first values in order.
func (t *top[T]) sorted() []T {
	slices.SortFunc(t.list, t.compare)
	return t.list[:min(len(t.list), t.limit)]
}
