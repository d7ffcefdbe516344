package loaders

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/graph-gophers/dataloader/v7"
)

// never is longer than any request, so that no batch is read by a timer.
const never = 24 * time.Hour

// yields is how often a batch yields to other goroutines before it is read if
// they add no key. By eye: with 1, batches of a list of 200 are split. A timer
// would cost more than a statement: in an idle process even a timer of 0.1 ms
// takes 1.06 ms.
const yields = 20

// capacity is the maximum number of keys in a batch, so that no statement binds
// more ids than a store accepts.
const capacity = 1000

// A loader reads values by keys. It batches concurrent calls, and reads each
// key once.
type loader[K comparable, V any] struct {
	what   string // the values, for errors
	source Source
	read   reading[K, V]

	mu       sync.Mutex
	open     *batch[K, V]       // the batch that takes new keys; nil for none
	gathered []*batch[K, V]     // batches for the next flush
	known    map[K]*batch[K, V] // the batch of every key so far
}

// A reading reads many values at once. It returns a function that returns the
// value of each of the keys.
type reading[K comparable, V any] func(context.Context, Source, []K) (of func(K) V, err error)

// A batch is a set of keys that are read together, and then their values.
type batch[K comparable, V any] struct {
	keys   []K
	closed chan struct{} // closed when the values are read
	of     func(K) V
	err    error
}

// newBatch returns a batch without keys. Its values are zero until they are read.
func newBatch[K comparable, V any]() *batch[K, V] {
	return &batch[K, V]{closed: make(chan struct{}), of: zero[K, V]}
}

func zero[K, V any](K) (none V) { return none }

func (l *loader[K, V]) load(ctx context.Context, key K) (value V, err error) {
	b, first := l.join(key)
	if first {
		l.run(ctx, b)
	} else if !b.isRead() {
		arriveIn(ctx)
	}
	if err := fieldOf(ctx).wait(ctx, b.closed); err != nil {
		return value, err
	}
	return b.of(key), b.err
}

// loadAll returns the values of keys in their order. All keys join their
// batches before the first one is read, so that they are read together.
func (l *loader[K, V]) loadAll(ctx context.Context, keys []K) ([]V, error) {
	var opened []*batch[K, V]
	for _, key := range keys {
		if b, first := l.join(key); first {
			opened = append(opened, b)
		}
	}
	for _, b := range opened {
		l.run(ctx, b)
	}
	values := make([]V, len(keys))
	for i, key := range keys {
		var err error
		if values[i], err = l.load(ctx, key); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// join returns the batch of a key. It adds a new key to the open batch, and
// reports whether it is the first key there.
func (l *loader[K, V]) join(key K) (b *batch[K, V], first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.known[key]; b != nil {
		return b, false
	}
	if l.open == nil {
		l.open, first = newBatch[K, V](), true
	}
	b = l.open
	b.keys = append(b.keys, key)
	l.remember(key, b)
	if len(b.keys) == capacity {
		l.open = nil
	}
	return b, first
}

// remember sets the batch of a key. The caller holds the lock.
func (l *loader[K, V]) remember(key K, b *batch[K, V]) {
	if l.known == nil { // most requests use few loaders
		l.known = map[K]*batch[K, V]{}
	}
	l.known[key] = b
}

// run waits until no more keys are added to a batch, and reads it.
func (l *loader[K, V]) run(ctx context.Context, b *batch[K, V]) {
	field := fieldOf(ctx)
	for keys := 0; l.grown(b, &keys); {
		field.yield()
	}
	l.fetch(ctx, b)
}

// fetch reads a batch by one LoadMany of a dataloader. It reads immediately,
// because its capacity is the number of keys. A single key needs no dataloader,
// and no goroutine.
func (l *loader[K, V]) fetch(ctx context.Context, b *batch[K, V]) {
	defer close(b.closed)
	if len(b.keys) == 1 {
		b.of, b.err = l.readKeys(ctx, b.keys)
		return
	}
	loader := dataloader.NewBatchedLoader(l.results, dataloader.WithBatchCapacity[K, V](len(b.keys)),
		dataloader.WithInputCapacity[K, V](len(b.keys)), dataloader.WithWait[K, V](never))
	found, failed := loader.LoadMany(ctx, b.keys)()
	b.err = cmp.Or(failed...) // one error for all keys
	values := make(map[K]V, len(b.keys))
	for i, key := range b.keys {
		values[key] = found[i]
	}
	b.of = in(values)
}

// in returns a function that looks keys up in a map.
func in[K comparable, V any](values map[K]V) func(K) V {
	return func(key K) V { return values[key] }
}

// results reads values in the form that dataloaders need.
func (l *loader[K, V]) results(ctx context.Context, keys []K) []*dataloader.Result[V] {
	of, err := l.readKeys(ctx, keys)
	results := make([]*dataloader.Result[V], len(keys))
	for i, key := range keys {
		results[i] = &dataloader.Result[V]{Data: of(key), Error: err}
	}
	return results
}

// readKeys reads values. It returns a panic as an error, as a dataloader does.
// After an error, the values are zero.
func (l *loader[K, V]) readKeys(ctx context.Context, keys []K) (of func(K) V, err error) {
	defer func() {
		if value := recover(); value != nil {
			of, err = zero[K, V], fmt.Errorf("load %d %s: panic: %v\n%s", len(keys), l.what, value, debug.Stack())
		}
	}()
	if of, err = l.read(ctx, l.source, keys); err != nil {
		return zero[K, V], fmt.Errorf("load %d %s: %w", len(keys), l.what, err)
	}
	return of, nil
}

// grown reports whether an open batch has more than *keys keys, and updates
// *keys. If not, it closes the batch to new keys.
func (l *loader[K, V]) grown(b *batch[K, V], keys *int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == b && len(b.keys) > *keys {
		*keys = len(b.keys)
		return true
	}
	if l.open == b {
		l.open = nil
	}
	return false
}

// isRead reports whether the values of a batch were read.
func (b *batch[K, V]) isRead() bool { return isClosed(b.closed) }
