package db

import (
	"context"
	"sync"
)

// A later runs one job at a time in the background, until the store is closed.
type later struct {
	mu      sync.Mutex
	running bool
	cancel  context.CancelFunc
	done    sync.WaitGroup
	closed  bool
}

// run starts a job, unless one is running or the store is closed. It ignores
// the job's error: a later job finds what remains to be done.
func (l *later) run(job func(context.Context) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running || l.closed {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.running, l.cancel = true, cancel
	l.done.Go(func() {
		_ = job(ctx)
		cancel()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.running = false
	})
}

// close cancels the running job, if any, and waits for it.
func (l *later) close() {
	l.mu.Lock()
	l.closed = true
	if l.cancel != nil {
		l.cancel()
	}
	l.mu.Unlock()
	l.done.Wait()
}
