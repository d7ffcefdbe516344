package memory

import (
	"sync"
	"sync/atomic"
)

// A once is a value that is computed once, when it is needed.
type once[T any] struct {
	compute func() T
	done    atomic.Bool
}

func onNeed[T any](compute func() T) *once[T] {
	l := &once[T]{}
	l.compute = sync.OnceValue(func() T {
		value := compute()
		l.done.Store(true)
		return value
	})
	return l
}

// already returns a once of a value that is computed.
func already[T any](value T) *once[T] {
	l := &once[T]{compute: func() T { return value }}
	l.done.Store(true)
	return l
}

func (l *once[T]) get() T { return l.compute() }

// known reports whether the value is computed.
func (l *once[T]) known() bool { return l.done.Load() }
