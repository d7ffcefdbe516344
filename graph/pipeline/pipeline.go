// Package pipeline uses several processors for the steps of one job.
package pipeline

import (
	"iter"
	"runtime"
	"slices"
	"sync"
)

// fewest is the number of items from which another goroutine is worth it, by
// eye.
const fewest = 50

// Each calls f for each item, on all processors. It panics if a call does.
func Each[T any](items []T, f func(T)) {
	Parts(items, func(part []T) {
		for _, item := range part {
			f(item)
		}
	})
}

// Parts calls f for a part of the items on each processor, or for all of few items. It
// panics if a call does.
func Parts[T any](items []T, f func(part []T)) {
	parts := slices.Collect(slices.Chunk(items, max(len(items)/runtime.GOMAXPROCS(0), fewest)))
	Times(len(parts), func(i int) { f(parts[i]) })
}

// Times calls f for the numbers below n at the same time. It panics if a call does.
func Times(n int, f func(i int)) {
	if n == 0 {
		return
	}
	calls := make([]func(), n)
	for i := range calls {
		calls[i] = func() { f(i) }
	}
	Together(calls...)
}

// Together calls the functions at the same time, the last one on the goroutine
// of the caller. It panics if one does.
func Together(functions ...func()) {
	var running sync.WaitGroup
	var caught panicked
	last := len(functions) - 1
	for _, f := range functions[:last] {
		running.Go(func() {
			defer caught.catch()
			f()
		})
	}
	func() {
		defer caught.catch()
		functions[last]()
	}()
	running.Wait()
	caught.again()
}

// Ahead yields the pairs of seq, each made while the one before is in use. It
// panics if seq does.
func Ahead[K, V any](seq iter.Seq2[K, V]) iter.Seq2[K, V] {
	type pair struct {
		first  K
		second V
	}
	return func(yield func(K, V) bool) {
		var running sync.WaitGroup
		var caught panicked
		made, stop := make(chan pair), make(chan struct{})
		running.Go(func() {
			defer close(made)
			defer caught.catch()
			for first, second := range seq {
				select {
				case made <- pair{first, second}:
				case <-stop:
					return
				}
			}
		})
		defer running.Wait()
		defer close(stop)
		for next := range made {
			if !yield(next.first, next.second) {
				return
			}
		}
		caught.again()
	}
}

// A panicked is the cause of a panic in another goroutine.
type panicked struct {
	lock  sync.Mutex
	cause any
}

// catch recovers from a panic, and keeps its cause. It must be deferred.
func (p *panicked) catch() {
	if cause := recover(); cause != nil {
		p.lock.Lock()
		defer p.lock.Unlock()
		p.cause = cause
	}
}

// again panics if a goroutine did.
func (p *panicked) again() {
	if p.cause != nil {
		panic(p.cause)
	}
}
