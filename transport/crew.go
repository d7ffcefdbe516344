package transport

import (
	"runtime"
	"sync/atomic"
)

// A crew runs functions on goroutines that it keeps. The stack of a new
// goroutine grows while it executes its first operation, which copies it several
// times: a twentieth of the processor time of a small request.
type crew struct {
	work chan func()
	kept atomic.Int64 // number of goroutines that wait for work
}

func newCrew() *crew { return &crew{work: make(chan func())} }

// crewPerProcessor is the number of idle goroutines that are kept for each
// processor. By eye: more requests than that are seldom executed at once.
const crewPerProcessor = 8

// run calls f, which must not panic, on a goroutine.
func (c *crew) run(f func()) {
	select {
	case c.work <- f:
	default:
		go c.member(f)
	}
}

// member calls f, and then other functions, until enough goroutines are idle.
func (c *crew) member(f func()) {
	for {
		f()
		if c.kept.Add(1) > int64(crewPerProcessor*runtime.GOMAXPROCS(0)) {
			c.kept.Add(-1)
			return
		}
		f = <-c.work
		c.kept.Add(-1)
	}
}
