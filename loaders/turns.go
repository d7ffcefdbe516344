package loaders

import (
	"iter"
	"slices"
	"sync"
)

// InTurns calls write for each of the root fields and returns when all calls
// have returned. The calls share a goroutine: one that waits for a round of
// reads lets the next one run. Goroutines of their own would wake threads, which
// takes a tenth of the time of three lists.
func InTurns(fields []*Field, write func(i int)) {
	if len(fields) == 0 {
		return
	}
	var others turns
	for i, f := range fields[1:] {
		next, stop := iter.Pull(func(yield func(struct{}) bool) {
			f.pause = func() { yield(struct{}{}) }
			write(i + 1)
		})
		defer stop()
		others = append(others, next)
	}
	fields[0].pause = others.run
	write(0)
	for len(others) > 0 {
		others.run()
	}
}

// turns are functions that continue the calls that have not returned. Each
// reports whether its call paused again.
type turns []func() (struct{}, bool)

// run continues each call until it pauses or returns.
func (t *turns) run() {
	*t = slices.DeleteFunc(*t, func(next func() (struct{}, bool)) bool {
		_, paused := next()
		return !paused
	})
}

// AtOnce calls write for each of the root fields, on goroutines of their own,
// and returns when all calls have returned.
func AtOnce(fields []*Field, write func(i int)) {
	var writing sync.WaitGroup
	for i := range fields[min(1, len(fields)):] {
		writing.Go(func() { write(i + 1) })
	}
	if len(fields) > 0 { // this goroutine writes one, too
		write(0)
	}
	writing.Wait()
}
