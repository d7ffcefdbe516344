package loaders

import (
	"context"
	"errors"

	"dossier/graph"
)

// A gathering is a [graph.Reader] that notes what is not read yet, instead of
// reading it: the error says so. After [Loaders.flush] the same questions have
// answers.
type gathering struct{ *Loaders }

var errNoted = errors.New("the read was noted")

// flush reads what gatherings have noted, with one LoadMany for each kind of
// thing.
func (l *Loaders) flush(ctx context.Context) {
	l.light.flush(ctx)
	l.full.flush(ctx)
	l.graphs.flush(ctx)
	l.fields.flush(ctx)
}

// Entity implements [graph.Reader].
func (g gathering) Entity(_ context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	return entity(ref)(g.entities(view).note(ref))
}

// Entities implements [graph.Reader].
func (g gathering) Entities(_ context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found := make([]graph.Entity, len(refs))
	var failed error
	for i, ref := range refs { // all of them, so that they are read together
		var err error
		if found[i], err = g.entities(view).note(ref); err != nil {
			failed = err
		}
	}
	if failed != nil {
		return nil, failed
	}
	return byID(refs, found), nil
}

// Graph implements [graph.Reader].
func (g gathering) Graph(_ context.Context, projectID string) (*graph.Graph, error) {
	return project(projectID)(g.graphs.note(projectID))
}

// RecordFields implements [graph.Reader].
func (g gathering) RecordFields(_ context.Context, record *graph.Record) ([]graph.RecordFieldValue, error) {
	return values(g.fields.note(record))
}

// note returns the value of a key, or notes that it is to be read.
func (l *loader[K, V]) note(key K) (value V, err error) {
	b := l.noted(key)
	select {
	case <-b.closed:
		return b.values[key], b.err
	default:
		return value, errNoted
	}
}

// noted returns the batch of a key. A new key joins those that the next flush
// reads.
func (l *loader[K, V]) noted(key K) *batch[K, V] {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.known[key]
	if b == nil {
		if n := len(l.gathered); n == 0 || len(l.gathered[n-1].keys) == capacity {
			l.gathered = append(l.gathered, &batch[K, V]{closed: make(chan struct{})})
		}
		b = l.gathered[len(l.gathered)-1]
		b.keys = append(b.keys, key)
		l.known[key] = b
	}
	return b
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
