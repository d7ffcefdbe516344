// Package reader has what a request reads by, as values of its context: the reader of
// its data, and the state that its reads must have seen.
package reader

import (
	"context"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// A Reader reads the data for derived fields, in batches, for one request.
type Reader interface {
	// Entity returns an entity. The error is NOT_FOUND if it does not exist or
	// the actor may not read it.
	Entity(ctx context.Context, ref graph.Ref, view graph.View) (graph.Entity, error)
	// Entities returns entities by id, without those that do not exist or that
	// the actor may not read.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	// Expand is an [Expand] of the entities that the actor may read.
	Expand(ctx context.Context, name string, others func() []string) (string, error)
	// Graph returns the graph of a project that the actor may read.
	Graph(ctx context.Context, projectID string) (*memory.Graph, error)
	// Nested returns a page of a nested list of an entity.
	Nested(ctx context.Context, id string, query *lists.NestedQuery) (*lists.NestedPage, error)
	// NestedTotal returns the number of entities on all pages of a nested list.
	NestedTotal(ctx context.Context, id string, query *lists.NestedQuery) (int, error)
	// Owner returns the owner of an entity, the zero Owner if it has none.
	Owner(ctx context.Context, ref graph.Ref) (graph.Owner, error)
	// RecordFields returns the values of a record, interpreted by its type.
	RecordFields(ctx context.Context, record *graph.Record) ([]graph.RecordFieldValue, error)
}

// An Expand returns the id of the entity that a name means. The error is NOT_FOUND
// for none, and lists the ids if there are several. others returns the other names of
// a request, which one read finds, nil for none.
type Expand = func(name string, others func() []string) (string, error)

// A request has the values of a request in its context, except the actor.
type request struct {
	reader  Reader
	reading *Reading
}

type requestKey struct{}

func requestFrom(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}

func (r request) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// With returns a copy of ctx with the reader of a request.
func With(ctx context.Context, reader Reader) context.Context {
	r := requestFrom(ctx)
	r.reader = reader
	return r.in(ctx)
}

// From returns the reader of ctx, as set by [With]. It panics if
// there is none, because every request must have one.
func From(ctx context.Context) Reader {
	r := requestFrom(ctx)
	if r.reader == nil {
		panic("reader: the context has no reader")
	}
	return r.reader
}

// Find returns an entity in the light view by the reader of ctx. It is nil if
// it does not exist or the actor may not read it.
func Find[T graph.Entity](ctx context.Context, ref graph.Ref) (found T, err error) {
	entity, err := From(ctx).Entity(ctx, ref, graph.Light)
	if err != nil && graph.CodeOf(err) != graph.CodeNotFound {
		return found, err
	}
	found, _ = entity.(T)
	return found, nil
}

// A Joiner is a [Reader] that joins the first reads of the root fields of a
// request in one round trip, at the same moment.
type Joiner interface {
	// Joins reports whether the root field has not read anything yet.
	Joins() bool
	// Join reads part together with the parts of other root fields, which are
	// all passed to run. It returns the error of part.
	Join(ctx context.Context, part any, run func(ctx context.Context, parts []any) []error) error
}

// JoinerFrom returns the joiner of a root field, nil if ctx does not belong to
// one.
func JoinerFrom(ctx context.Context) Joiner {
	if field, is := requestFrom(ctx).reader.(interface{ Joiner() Joiner }); is {
		return field.Joiner()
	}
	return nil
}
