// Package loaders batches what the fields of one request ask of the service, so
// that the number of statements does not grow with the number of rows.
package loaders

import (
	"context"
	"fmt"
	"time"

	"github.com/graph-gophers/dataloader/v7"

	"dossier/graph"
)

// A Source is what loaders read from.
type Source interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	Graphs(ctx context.Context, projectIDs []string) (map[string]*graph.Graph, error)
}

// Loaders are the loaders of one request; they implement [graph.Reader].
type Loaders struct {
	light, full *dataloader.Loader[graph.Ref, graph.Entity]
	graphs      *dataloader.Loader[string, *graph.Graph]
}

// wait is how long the first key of a batch waits for its siblings: long enough
// for the goroutines of one list to arrive, short beside a statement.
const wait = 300 * time.Microsecond

// capacity closes a batch early, so that no statement binds more ids than a
// store takes.
const capacity = 1000

// New makes the loaders of one request.
func New(source Source) *Loaders {
	entities := func(view graph.View) *dataloader.Loader[graph.Ref, graph.Entity] {
		return batched("entities", func(ctx context.Context, refs []graph.Ref) (map[graph.Ref]graph.Entity, error) {
			found, err := source.Entities(ctx, refs, view)
			byRef := make(map[graph.Ref]graph.Entity, len(found))
			for _, ref := range refs {
				byRef[ref] = found[ref.ID]
			}
			return byRef, err
		})
	}
	return &Loaders{
		light:  entities(graph.Light),
		full:   entities(graph.Full),
		graphs: batched("graphs", source.Graphs),
	}
}

// Entity implements [graph.Reader].
func (l *Loaders) Entity(ctx context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	loader := l.light
	if view == graph.Full {
		loader = l.full
	}
	entity, err := loader.Load(ctx, ref)()
	if err == nil && entity == nil {
		err = graph.NotFound("entity", ref.ID)
	}
	return entity, err
}

// Graph implements [graph.Reader].
func (l *Loaders) Graph(ctx context.Context, projectID string) (*graph.Graph, error) {
	g, err := l.graphs.Load(ctx, projectID)()
	if err == nil && g == nil {
		err = graph.NotFound("project", projectID)
	}
	return g, err
}

// batched makes a loader of a function that reads many values at once; a key
// that it does not return loads as the zero value.
func batched[K comparable, V any](what string, read func(context.Context, []K) (map[K]V, error)) *dataloader.Loader[K, V] {
	load := func(ctx context.Context, keys []K) []*dataloader.Result[V] {
		found, err := read(ctx, keys)
		if err != nil {
			err = fmt.Errorf("load %d %s: %w", len(keys), what, err)
		}
		results := make([]*dataloader.Result[V], len(keys))
		for i, key := range keys {
			results[i] = &dataloader.Result[V]{Data: found[key], Error: err}
		}
		return results
	}
	return dataloader.NewBatchedLoader(load, dataloader.WithWait[K, V](wait), dataloader.WithBatchCapacity[K, V](capacity))
}
