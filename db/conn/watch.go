package conn

import (
	"context"
	"sync"
	"time"

	"dossier/db/engine"
)

// watchers are the functions that are called after writes of this process.
type watchers struct {
	mu    sync.Mutex
	calls map[int]func()
	last  int
}

// add adds a function. Calling remove removes it.
func (w *watchers) add(changed func()) (remove func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls == nil {
		w.calls = map[int]func(){}
	}
	w.last++
	number := w.last
	w.calls[number] = changed
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.calls, number)
	}
}

func (w *watchers) notify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, changed := range w.calls {
		changed()
	}
}

// announcing is the maximum time of one announcement, by eye. Readers that miss
// one see the write when they ask again.
const announcing = time.Second

// announcements announces writes in the background, one announcement at a time.
// Writes during an announcement share the next one. A write does not announce
// within its transaction, because Postgres commits transactions that notify one
// after another: 16 writers of separate projects took five times as long.
type announcements struct {
	mu      sync.Mutex
	running bool
	pending bool // a write has not been announced
	closed  bool
	done    sync.WaitGroup
}

// add announces a write by calling announce soon, unless close was called.
func (a *announcements) add(announce func(context.Context) error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	a.pending = true
	if a.running {
		return
	}
	a.running = true
	a.done.Go(func() {
		for a.next() {
			ctx, cancel := context.WithTimeout(context.Background(), announcing)
			_ = announce(ctx) // readers get the same error when they ask
			cancel()
		}
	})
}

// next reports whether there is a write to announce.
func (a *announcements) next() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running, a.pending = a.pending, false
	return a.running
}

// close waits until all writes are announced.
func (a *announcements) close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.done.Wait()
}

// Watch calls changed at once and after every write, of this or another process, until
// ctx ends.
func (c *Conn) Watch(ctx context.Context, changed func()) {
	defer c.watchers.add(changed)()
	changed()
	if listener, is := c.Backend.(engine.Listener); is {
		listener.Listen(ctx, changed)
	}
	<-ctx.Done()
}

// Close waits until writes are announced, and for running reads and writes, and closes
// the database.
func (c *Conn) Close() error {
	c.announcements.close()
	return c.Backend.Close()
}
