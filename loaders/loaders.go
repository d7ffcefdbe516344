// Package loaders batches the reads of the fields of one request, so that the
// number of statements does not depend on the number of rows.
package loaders

import (
	"context"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/reader"
)

// A Source is the service that loaders read from.
type Source interface {
	// Entities returns entities by id, without those that are unknown.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	// Graphs returns graphs by project id.
	Graphs(ctx context.Context, projectIDs []string) (map[string]*memory.Graph, error)
	// Expander returns a function that returns the ids that names mean.
	Expander(ctx context.Context) (reader.Expand, error)
	// RecordFields returns the values of records, in the form of prompts.
	RecordFields(ctx context.Context, records []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error)
	// Nested returns, for each parent, a page of what is linked to it.
	Nested(ctx context.Context, links graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error)
	// Owners returns owners by the ids of what they own.
	Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error)
}

// Loaders are the loaders of one request; they implement [reader.Reader].
type Loaders struct {
	light, full loader[graph.Ref, graph.Entity]
	graphs      loader[string, *memory.Graph]
	expander    loader[struct{}, reader.Expand]
	fields      loader[*graph.Record, []graph.RecordFieldValue]
	noted       noted
	owners      loader[graph.Ref, graph.Owner]
	lists       nestedLists
}

// New returns the loaders of one request. They are one allocation, because most
// requests use one of them.
func New(source Source) *Loaders {
	return &Loaders{
		light:    loader[graph.Ref, graph.Entity]{what: "entities", source: source, read: readLight},
		full:     loader[graph.Ref, graph.Entity]{what: "entities", source: source, read: readFull},
		graphs:   loader[string, *memory.Graph]{what: "graphs", source: source, read: readGraphs},
		expander: loader[struct{}, reader.Expand]{what: "ids", source: source, read: readExpander},
		fields:   loader[*graph.Record, []graph.RecordFieldValue]{what: "record fields", source: source, read: readFields},
		owners:   loader[graph.Ref, graph.Owner]{what: "owners", source: source, read: readOwners},
		lists:    nestedLists{source: source},
	}
}

func readLight(ctx context.Context, source Source, refs []graph.Ref) (func(graph.Ref) graph.Entity, error) {
	found, err := source.Entities(ctx, refs, graph.Light)
	return byRef(found), err
}

func readFull(ctx context.Context, source Source, refs []graph.Ref) (func(graph.Ref) graph.Entity, error) {
	found, err := source.Entities(ctx, refs, graph.Full)
	return byRef(found), err
}

func readOwners(ctx context.Context, source Source, refs []graph.Ref) (func(graph.Ref) graph.Owner, error) {
	found, err := source.Owners(ctx, refs)
	return byRef(found), err
}

// byRef returns a function that looks refs up in a map by id.
func byRef[V any](found map[string]V) func(graph.Ref) V {
	return func(ref graph.Ref) V { return found[ref.ID] }
}

func readGraphs(ctx context.Context, source Source, ids []string) (func(string) *memory.Graph, error) {
	found, err := source.Graphs(ctx, ids)
	return in(found), err
}

func readFields(ctx context.Context, source Source, records []*graph.Record) (func(*graph.Record) []graph.RecordFieldValue, error) {
	found, err := source.RecordFields(ctx, records)
	return in(found), err
}

func readExpander(ctx context.Context, source Source, _ []struct{}) (func(struct{}) reader.Expand, error) {
	expander, err := source.Expander(ctx)
	return func(struct{}) reader.Expand { return expander }, err
}

// Entity implements [reader.Reader].
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

// Entities implements [reader.Reader].
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
		return &l.full
	}
	return &l.light
}

// Expand implements [reader.Reader]. One read serves all ids of a request.
func (l *Loaders) Expand(ctx context.Context, name string, others func() []string) (string, error) {
	expand, err := l.expander.load(ctx, struct{}{})
	if err != nil {
		return "", err
	}
	return expand(name, others)
}

// Graph implements [reader.Reader].
func (l *Loaders) Graph(ctx context.Context, projectID string) (*memory.Graph, error) {
	return project(projectID)(l.graphs.load(ctx, projectID))
}

// project returns a function that turns a missing graph into an error.
func project(id string) func(*memory.Graph, error) (*memory.Graph, error) {
	return func(g *memory.Graph, err error) (*memory.Graph, error) {
		if err == nil && g == nil {
			err = graph.NotFound("project", id)
		}
		return g, err
	}
}

// RecordFields implements [reader.Reader].
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
