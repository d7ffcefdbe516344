package db

import (
	"context"
	"sync"
)

// A Listener is a [Backend] that can report writes of other processes.
type Listener interface {
	// Listen calls changed after writes until ctx ends. When the connection is
	// lost, it connects again, and then calls changed once for the writes in
	// between.
	Listen(ctx context.Context, changed func())
}

// Watch implements the Store of package query.
func (s *Store) Watch(ctx context.Context, changed func()) {
	defer s.watchers.add(changed)()
	changed()
	if listener, is := s.backend.(Listener); is {
		listener.Listen(ctx, changed)
	}
	<-ctx.Done()
}

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
