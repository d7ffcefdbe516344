// Package loaders batches what the fields of one request ask of the service, so
// that the number of statements does not grow with the number of rows.
package loaders

import (
	"context"

	"dossier/graph"
)

// A Source is what loaders read from.
type Source interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	Graphs(ctx context.Context, projectIDs []string) (map[string]*graph.Graph, error)
	Expand(ctx context.Context, short string) (string, error)
	RecordFields(ctx context.Context, records []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error)
}

// Loaders are the loaders of one request; they implement [graph.Reader].
type Loaders struct {
	source      Source
	light, full *loader[graph.Ref, graph.Entity]
	graphs      *loader[string, *graph.Graph]
	fields      *loader[*graph.Record, []graph.RecordFieldValue]
}

// New makes the loaders of one request.
func New(source Source) *Loaders {
	entities := func(view graph.View) *loader[graph.Ref, graph.Entity] {
		return newLoader("entities", func(ctx context.Context, refs []graph.Ref) (map[graph.Ref]graph.Entity, error) {
			found, err := source.Entities(ctx, refs, view)
			byRef := make(map[graph.Ref]graph.Entity, len(found))
			for _, ref := range refs {
				byRef[ref] = found[ref.ID]
			}
			return byRef, err
		})
	}
	return &Loaders{
		source: source,
		light:  entities(graph.Light),
		full:   entities(graph.Full),
		graphs: newLoader("graphs", source.Graphs),
		fields: newLoader("record fields", source.RecordFields),
	}
}

// Entity implements [graph.Reader].
func (l *Loaders) Entity(ctx context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	entity, err := l.entities(view).load(ctx, ref)
	if err == nil && entity == nil {
		err = graph.NotFound("entity", ref.ID)
	}
	return entity, err
}

// Entities implements [graph.Reader].
func (l *Loaders) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found, err := l.entities(view).loadAll(ctx, refs)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]graph.Entity, len(refs))
	for i, ref := range refs {
		if found[i] != nil {
			byID[ref.ID] = found[i]
		}
	}
	return byID, nil
}

func (l *Loaders) entities(view graph.View) *loader[graph.Ref, graph.Entity] {
	if view == graph.Full {
		return l.full
	}
	return l.light
}

// Expand implements [graph.Reader].
func (l *Loaders) Expand(ctx context.Context, short string) (string, error) {
	return l.source.Expand(ctx, short)
}

// Graph implements [graph.Reader].
func (l *Loaders) Graph(ctx context.Context, projectID string) (*graph.Graph, error) {
	g, err := l.graphs.load(ctx, projectID)
	if err == nil && g == nil {
		err = graph.NotFound("project", projectID)
	}
	return g, err
}

// RecordFields implements [graph.Reader].
func (l *Loaders) RecordFields(ctx context.Context, record *graph.Record) ([]graph.RecordFieldValue, error) {
	values, err := l.fields.load(ctx, record)
	if err == nil && values == nil { // its project was deleted since it was read
		values = []graph.RecordFieldValue{}
	}
	return values, err
}
