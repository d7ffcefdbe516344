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
	defer func() { // after a panic
		for _, t := range others {
			t.stop()
		}
	}()
	for i, f := range fields[1:] {
		turn := taken()
		f.pause = turn.pause
		turn.call = func() { write(i + 1) }
		others = append(others, turn)
	}
	fields[0].pause = others.run
	write(0)
	for len(others) > 0 {
		others.run()
	}
}

// A turn runs one call after the other on a coroutine, whose stack stays as
// large as the largest call needed: to grow it again took a twentieth of the time
// of three lists.
type turn struct {
	call  func() // nil when it has returned
	next  func() (struct{}, bool)
	stop  func()
	pause func() // called by the call
}

func newTurn() *turn {
	t := &turn{}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.pause = func() { yield(struct{}{}) }
		for yield(struct{}{}) {
			t.call()
			t.call = nil
		}
	})
	t.next() // sets pause
	return t
}

// turnsKept is the number of turns that wait for calls, by eye: 16 requests with
// five root fields each. A turn has a stack of 16 kB.
const turnsKept = 64

// waiting are turns without a call.
var waiting = make(chan *turn, turnsKept)

// taken returns a turn for a call.
func taken() *turn {
	select {
	case t := <-waiting:
		return t
	default:
		return newTurn()
	}
}

// leave keeps the turn for other calls, or ends its coroutine.
func (t *turn) leave() {
	select {
	case waiting <- t:
	default:
		t.stop()
	}
}

// turns are the calls that have not returned.
type turns []*turn

// run continues each call until it pauses or returns.
func (t *turns) run() {
	*t = slices.DeleteFunc(*t, func(one *turn) bool {
		one.next()
		if one.call != nil {
			return false
		}
		one.leave()
		return true
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
