package loaders

import (
	"context"
	"errors"
	"sync"

	"dossier/graph"
	"dossier/graph/memory"
)

// A Gathering is a [reader.Reader] that returns values already read. For any
// other it notes the key and returns an error; after the next round of its root
// field the same call returns the value.
type Gathering struct{ *Loaders }

var errNoted = errors.New("the read was noted")

// A flusher is a loader with noted keys.
type flusher interface{ flush(ctx context.Context) }

// noted holds the loaders with noted keys, in the order of their first keys.
type noted struct {
	mu      sync.Mutex
	loaders []flusher
}

func (n *noted) add(l flusher) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.loaders = append(n.loaders, l)
}

// flush reads the keys that gatherings have noted, with one LoadMany for each
// loader. Their first reads are done together, in one round trip and as of one
// moment.
func (l *Loaders) flush(ctx context.Context) {
	l.noted.mu.Lock()
	loaders := l.noted.loaders
	l.noted.loaders = nil
	l.noted.mu.Unlock()
	fields := l.readers(len(loaders))
	InTurns(fields, func(i int) {
		defer fields[i].Done(ctx)
		loaders[i].flush(fields[i].Root(ctx))
	})
}

// Entity implements [reader.Reader].
func (g *Gathering) Entity(_ context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	return entity(ref)(note(g, g.entities(view), ref))
}

// Entities implements [reader.Reader].
func (g *Gathering) Entities(_ context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found := make([]graph.Entity, len(refs))
	var failed error
	for i, ref := range refs { // do not stop at the first error, so that all are read together
		var err error
		if found[i], err = note(g, g.entities(view), ref); err != nil {
			failed = err
		}
	}
	if failed != nil {
		return nil, failed
	}
	return byID(refs, found), nil
}

// Graph implements [reader.Reader].
func (g *Gathering) Graph(_ context.Context, projectID string) (*memory.Graph, error) {
	return project(projectID)(note(g, &g.graphs, projectID))
}

// RecordFields implements [reader.Reader].
func (g *Gathering) RecordFields(_ context.Context, record *graph.Record) ([]graph.RecordFieldValue, error) {
	return values(note(g, &g.fields, record))
}

// note returns the value of a key, or notes the key and returns an error.
func note[K comparable, V any](g *Gathering, l *loader[K, V], key K) (value V, err error) {
	b, first := l.gather(key)
	if first {
		g.noted.add(l)
	}
	if b.isRead() {
		return b.of(key), b.err
	}
	return value, errNoted
}

// gather returns the batch of a key. It adds a new key to the keys for the next
// flush. first reports whether the key is the first of them.
func (l *loader[K, V]) gather(key K) (b *batch[K, V], first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b = l.known[key]; b != nil {
		return b, false
	}
	n := len(l.gathered)
	if n == 0 || len(l.gathered[n-1].keys) == capacity {
		l.gathered = append(l.gathered, newBatch[K, V]())
	}
	b = l.gathered[len(l.gathered)-1]
	b.keys = append(b.keys, key)
	l.remember(key, b)
	return b, n == 0
}

// flush reads the keys that were noted.
func (l *loader[K, V]) flush(ctx context.Context) {
	l.mu.Lock()
	batches := l.gathered
	l.gathered = nil
	l.mu.Unlock()
	for _, b := range batches {
		l.fetch(ctx, b)
	}
}
