package write

import (
	"context"
	"sync"
)

// A background runs one job at a time in the background, until the store is closed.
type background struct {
	mu      sync.Mutex
	running bool
	cancel  context.CancelFunc
	done    sync.WaitGroup
	closed  bool
}

// run starts a job, unless one is running or the store is closed. It ignores
// the job's error: a later job finds what remains to be done.
func (b *background) run(job func(context.Context) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running || b.closed {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.running, b.cancel = true, cancel
	b.done.Go(func() {
		_ = job(ctx)
		cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.running = false
	})
}

// close cancels the running job, if any, and waits for it.
func (b *background) close() {
	b.mu.Lock()
	b.closed = true
	if b.cancel != nil {
		b.cancel()
	}
	b.mu.Unlock()
	b.done.Wait()
}
