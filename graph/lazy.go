package graph

import (
	"sync"
	"sync/atomic"
)

// A lazy is a value that is computed once, when it is needed.
type lazy[T any] struct {
	compute func() T
	done    atomic.Bool
}

func lazily[T any](compute func() T) *lazy[T] {
	l := &lazy[T]{}
	l.compute = sync.OnceValue(func() T {
		value := compute()
		l.done.Store(true)
		return value
	})
	return l
}

// already returns a lazy of a value that is computed.
func already[T any](value T) *lazy[T] {
	l := &lazy[T]{compute: func() T { return value }}
	l.done.Store(true)
	return l
}

func (l *lazy[T]) get() T { return l.compute() }

// known reports whether the value is computed.
func (l *lazy[T]) known() bool { return l.done.Load() }
