package loaders

import (
	"context"
	"errors"

	"dossier/graph"
)

// A Gathering is a [graph.Reader] for one goroutine that notes what is not read
// yet, instead of reading it: the error says so. Read reads all of it together,
// and then the same questions have answers.
type Gathering struct {
	*Loaders
	noted []settler
}

// A settler is a batch that a gathering waits for.
type settler interface {
	fetchOwn(ctx context.Context, g *Gathering)
	wait(ctx context.Context)
}

var errNoted = errors.New("the read was noted")

// Gathered reports whether an error means that a read was noted.
func (g *Gathering) Gathered(err error) bool { return errors.Is(err, errNoted) }

// Read makes the reads that were noted, and waits for those that other
// gatherings of the request have noted before.
func (g *Gathering) Read(ctx context.Context) {
	for _, s := range g.noted {
		s.fetchOwn(ctx, g)
	}
	for _, s := range g.noted {
		s.wait(ctx)
	}
	g.noted = nil
}

// Entity implements [graph.Reader].
func (g *Gathering) Entity(_ context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	return entity(ref)(note(g, g.entities(view), ref))
}

// Entities implements [graph.Reader].
func (g *Gathering) Entities(_ context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found := make([]graph.Entity, len(refs))
	var failed error
	for i, ref := range refs { // all of them, so that they are read together
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

// Graph implements [graph.Reader].
func (g *Gathering) Graph(_ context.Context, projectID string) (*graph.Graph, error) {
	return project(projectID)(note(g, g.graphs, projectID))
}

// RecordFields implements [graph.Reader].
func (g *Gathering) RecordFields(_ context.Context, record *graph.Record) ([]graph.RecordFieldValue, error) {
	return values(note(g, g.fields, record))
}

// note returns the value of a key, or notes that it is to be read.
func note[K comparable, V any](g *Gathering, l *loader[K, V], key K) (value V, err error) {
	if b := l.note(key, g); b.isRead() {
		return b.values[key], b.err
	}
	return value, errNoted
}

// A noting is a batch of a loader that a gathering needs.
type noting[K comparable, V any] struct {
	loader *loader[K, V]
	batch  *batch[K, V]
}

// fetchOwn reads the batch if it is the gathering's.
func (n noting[K, V]) fetchOwn(ctx context.Context, g *Gathering) {
	if n.loader.take(n.batch, g) {
		n.loader.fetch(ctx, n.batch)
	}
}

// wait returns when the batch is read.
func (n noting[K, V]) wait(ctx context.Context) {
	select {
	case <-n.batch.closed:
	case <-ctx.Done():
	}
}
