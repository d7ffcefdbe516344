// Package reads lets requests that read by keys at the same time share a
// statement, as transactions share a write to the log. Nothing waits while
// nothing is read.
package reads

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// Shared are the reads of groups of requests. The keys of a group may be read
// together; R is what a read returns for all of its keys.
//
// A group has AtOnce reads at a time. The keys of further requests wait for one
// of these to end, but not longer than Patience, and are then read together. Keys
// are never added to a read that has begun, so that a request sees what was
// written before it.
type Shared[G, K comparable, R any] struct {
	// AtOnce is the number of reads of a group from which further ones wait.
	AtOnce int
	// Most is the number of keys from which a shared read takes no further
	// request.
	Most int
	// Patience is the maximum time for which keys wait for other reads.
	Patience time.Duration

	mu     sync.Mutex
	groups map[G]*group[K, R]
}

// A Read reads the values of keys.
type Read[K comparable, R any] func(ctx context.Context, keys []K) (R, error)

// A group is the reads whose keys may be read together.
type group[K comparable, R any] struct {
	running int
	waiting []*batch[K, R] // the last one takes more keys
}

// A batch is a read that requests share.
type batch[K comparable, R any] struct {
	keys     []K
	read     Read[K, R]
	ctx      context.Context // of the read
	cancel   context.CancelFunc
	patience *time.Timer   // nil once the read begins
	users    int           // requests that wait for the read to end
	ended    chan struct{} // closed when it has ended
	result   R
	err      error
}

// Read returns the result of a read of keys, and whether other requests may
// have the same result, which then must not be changed. read must do the same
// as those of other requests of the group. The context of a shared read has
// the values of that of one of its requests, and ends when all of these have
// ended. An error of a shared read is that of all its requests.
func (r *Shared[G, K, R]) Read(ctx context.Context, of G, keys []K, read Read[K, R]) (result R, isShared bool, err error) {
	b := r.enter(ctx, of, keys, read)
	if b == nil {
		defer r.leave(of)
		result, err = read(ctx, keys)
		return result, false, err
	}
	select {
	case <-b.ended:
		return b.result, true, b.err
	case <-ctx.Done():
		r.abandon(b)
		return result, true, ctx.Err()
	}
}

// enter returns nil if a request may read now, else the batch with its keys.
func (r *Shared[G, K, R]) enter(ctx context.Context, of G, keys []K, read Read[K, R]) *batch[K, R] {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.groups[of]
	if g == nil {
		g = r.add(of)
	}
	if g.running < r.AtOnce {
		g.running++
		return nil
	}
	last := len(g.waiting) - 1
	if last < 0 || len(g.waiting[last].keys) >= r.Most {
		g.waiting = append(g.waiting, r.newBatch(ctx, of, read))
		last++
	}
	b := g.waiting[last]
	b.keys = append(b.keys, keys...)
	b.users++
	return b
}

// add adds a group.
func (r *Shared[G, K, R]) add(of G) *group[K, R] {
	if r.groups == nil {
		r.groups = map[G]*group[K, R]{}
	}
	g := &group[K, R]{}
	r.groups[of] = g
	return g
}

func (r *Shared[G, K, R]) newBatch(ctx context.Context, of G, read Read[K, R]) *batch[K, R] {
	b := &batch[K, R]{read: read, ended: make(chan struct{})}
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.patience = time.AfterFunc(r.Patience, func() { r.hurry(of, b) })
	return b
}

// hurry reads a batch that has waited too long. The group then has a read more
// than AtOnce.
func (r *Shared[G, K, R]) hurry(of G, b *batch[K, R]) {
	r.mu.Lock()
	if b.patience == nil {
		r.mu.Unlock()
		return
	}
	b.begin()
	g := r.groups[of]
	g.waiting = slices.DeleteFunc(g.waiting, func(other *batch[K, R]) bool { return other == b })
	g.running++
	r.mu.Unlock()
	r.run(of, b)
}

// leave ends a read. If keys wait, they are read by another goroutine, because
// the request has its result.
func (r *Shared[G, K, R]) leave(of G) {
	if b := r.next(of); b != nil {
		go r.run(of, b)
	}
}

// run reads a batch, and then those that wait.
func (r *Shared[G, K, R]) run(of G, b *batch[K, R]) {
	for ; b != nil; b = r.next(of) {
		b.run()
	}
}

// next returns the batch that is read after another read has ended, nil if none
// waits.
func (r *Shared[G, K, R]) next(of G) *batch[K, R] {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.groups[of]
	if len(g.waiting) > 0 && g.running <= r.AtOnce {
		b := g.waiting[0]
		g.waiting = g.waiting[1:]
		b.begin()
		return b
	}
	if g.running--; g.running == 0 {
		delete(r.groups, of)
	}
	return nil
}

// abandon takes a request from a batch. A batch that waits may get others.
func (r *Shared[G, K, R]) abandon(b *batch[K, R]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.users--
	if b.patience == nil {
		b.endUnused()
	}
}

// begin closes a batch to further requests.
func (b *batch[K, R]) begin() {
	b.patience.Stop()
	b.patience = nil
	b.endUnused()
}

// endUnused ends the read if no request waits for it.
func (b *batch[K, R]) endUnused() {
	if b.users == 0 {
		b.cancel()
	}
}

// run reads the keys. It returns a panic as an error, because its goroutine has
// no caller.
func (b *batch[K, R]) run() {
	defer b.cancel()
	defer close(b.ended)
	defer func() {
		if value := recover(); value != nil {
			b.err = fmt.Errorf("read %d keys: panic: %v\n%s", len(b.keys), value, debug.Stack())
		}
	}()
	b.result, b.err = b.read(b.ctx, b.keys)
}
