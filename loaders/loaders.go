// Package loaders batches the reads of the fields of one request, so that the
// number of statements does not depend on the number of rows.
package loaders

import (
	"context"

	"dossier/graph"
)

// A Source is the service that loaders read from.
type Source interface {
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	Graphs(ctx context.Context, projectIDs []string) (map[string]*graph.Graph, error)
	Expander(ctx context.Context) (func(short string) (string, error), error)
	RecordFields(ctx context.Context, records []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error)
	Nested(ctx context.Context, links graph.Links, list graph.List, parents []string) (map[string]*graph.Page, error)
	Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error)
}

// Loaders are the loaders of one request; they implement [graph.Reader].
type Loaders struct {
	source      Source
	light, full *loader[graph.Ref, graph.Entity]
	graphs      *loader[string, *graph.Graph]
	expander    *loader[struct{}, func(short string) (string, error)]
	fields      *loader[*graph.Record, []graph.RecordFieldValue]
	noted       noted
	owners      *loader[graph.Ref, graph.Owner]
	lists       *lists
}

// New returns the loaders of one request.
func New(source Source) *Loaders {
	entities := func(view graph.View) *loader[graph.Ref, graph.Entity] {
		return newLoader("entities", byRef(func(ctx context.Context, refs []graph.Ref) (map[string]graph.Entity, error) {
			return source.Entities(ctx, refs, view)
		}))
	}
	return &Loaders{
		source: source,
		light:  entities(graph.Light),
		full:   entities(graph.Full),
		graphs: newLoader("graphs", source.Graphs),
		expander: newLoader("ids", func(ctx context.Context, _ []struct{}) (map[struct{}]func(string) (string, error), error) {
			expand, err := source.Expander(ctx)
			return map[struct{}]func(string) (string, error){{}: expand}, err
		}),
		fields: newLoader("record fields", source.RecordFields),
		owners: newLoader("owners", byRef(source.Owners)),
		lists:  newLists(source),
	}
}

// byRef adapts a function that returns values by id to return them by ref.
func byRef[V any](read func(context.Context, []graph.Ref) (map[string]V, error)) func(context.Context, []graph.Ref) (map[graph.Ref]V, error) {
	return func(ctx context.Context, refs []graph.Ref) (map[graph.Ref]V, error) {
		found, err := read(ctx, refs)
		values := make(map[graph.Ref]V, len(found))
		for _, ref := range refs {
			values[ref] = found[ref.ID]
		}
		return values, err
	}
}

// Entity implements [graph.Reader].
func (l *Loaders) Entity(ctx context.Context, ref graph.Ref, view graph.View) (graph.Entity, error) {
	return entity(ref)(l.entities(view).load(ctx, ref))
}

// entity returns a function that turns a missing entity into an error.
func entity(ref graph.Ref) func(graph.Entity, error) (graph.Entity, error) {
	return func(found graph.Entity, err error) (graph.Entity, error) {
		if err == nil && found == nil {
			err = graph.NotFound("entity", ref.ID)
		}
		return found, err
	}
}

// Entities implements [graph.Reader].
func (l *Loaders) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	found, err := l.entities(view).loadAll(ctx, refs)
	if err != nil {
		return nil, err
	}
	return byID(refs, found), nil
}

// byID returns the entities found for refs, by id.
func byID(refs []graph.Ref, found []graph.Entity) map[string]graph.Entity {
	there := make(map[string]graph.Entity, len(refs))
	for i, ref := range refs {
		if found[i] != nil {
			there[ref.ID] = found[i]
		}
	}
	return there
}

func (l *Loaders) entities(view graph.View) *loader[graph.Ref, graph.Entity] {
	if view == graph.Full {
		return l.full
	}
	return l.light
}

// Expand implements [graph.Reader]. One read serves all ids of a request.
func (l *Loaders) Expand(ctx context.Context, short string) (string, error) {
	expand, err := l.expander.load(ctx, struct{}{})
	if err != nil {
		return "", err
	}
	return expand(short)
}

// Graph implements [graph.Reader].
func (l *Loaders) Graph(ctx context.Context, projectID string) (*graph.Graph, error) {
	return project(projectID)(l.graphs.load(ctx, projectID))
}

// project returns a function that turns a missing graph into an error.
func project(id string) func(*graph.Graph, error) (*graph.Graph, error) {
	return func(g *graph.Graph, err error) (*graph.Graph, error) {
		if err == nil && g == nil {
			err = graph.NotFound("project", id)
		}
		return g, err
	}
}

// RecordFields implements [graph.Reader].
func (l *Loaders) RecordFields(ctx context.Context, record *graph.Record) ([]graph.RecordFieldValue, error) {
	return values(l.fields.load(ctx, record))
}

// values returns the values of a record, or none if its project was deleted
// since.
func values(read []graph.RecordFieldValue, err error) ([]graph.RecordFieldValue, error) {
	if err == nil && read == nil {
		read = []graph.RecordFieldValue{}
	}
	return read, err
}
