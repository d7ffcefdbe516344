package projects

import (
	"context"
	"sync"

	"dossier/graph/reader"
)

// loads are the loads that are running. Each may outlive its request.
type loads struct {
	mu     sync.Mutex
	closed bool
	ended  sync.WaitGroup
	// all is the context of all loads, which cancel ends.
	all    context.Context
	cancel context.CancelFunc
}

func newLoads() *loads {
	l := &loads{}
	l.all, l.cancel = context.WithCancel(context.Background())
	return l
}

// add detaches a load from the cancellation of its caller, and from its reader: joined to
// the first reads of the other root fields, a load would wait for one that waits for the
// load. It returns the context of the load, which close cancels, and the function to call
// when the load ends.
func (l *loads) add(ctx context.Context) (loading context.Context, end func()) {
	loading, cancel := context.WithTimeout(reader.With(context.WithoutCancel(ctx), nil), loadWithin)
	stop := context.AfterFunc(l.all, cancel)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		cancel() // AfterFunc does so later
		return loading, cancel
	}
	l.ended.Add(1)
	return loading, func() { stop(); cancel(); l.ended.Done() }
}

// close cancels the running loads, and returns a channel that is closed when all
// have ended.
func (l *loads) close() <-chan struct{} {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.cancel()
	done := make(chan struct{})
	go func() { l.ended.Wait(); close(done) }()
	return done
}

// Close ends the loads that outlived their requests, saves what is held and not
// saved, and waits for both until ctx ends. Nothing is loaded or saved
// afterwards: the store can be closed and the folder removed.
func (c *Cache) Close(ctx context.Context) {
	select {
	case <-c.loads.close():
	case <-ctx.Done():
	}
	c.Flush(ctx)
	c.saver.close()
}
