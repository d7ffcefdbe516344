package graph

import "context"

// A Reader reads, for one request and batched, what an entity's derived fields
// need of the rest of the graph.
type Reader interface {
	// Entity is the entity of a ref; its error is NOT_FOUND when the actor may
	// not read it or it is not there.
	Entity(ctx context.Context, ref Ref, view View) (Entity, error)
	// Entities are the entities of refs by id, without those that the actor may
	// not read or that are not there.
	Entities(ctx context.Context, refs []Ref, view View) (map[string]Entity, error)
	// Expand is the id of the one entity that the actor may read whose id begins
	// like this; its error is NOT_FOUND for none, and lists several.
	Expand(ctx context.Context, short string) (string, error)
	// Graph is the graph of a project that the actor may read.
	Graph(ctx context.Context, projectID string) (*Graph, error)
	// Nested is a page of what is linked to an entity.
	Nested(ctx context.Context, id string, query *NestedQuery) (*NestedPage, error)
	// NestedTotal is how many entities the pages of a nested list have together.
	NestedTotal(ctx context.Context, id string, query *NestedQuery) (int, error)
	// Owner is the owner of an entity, the zero Owner if it has none.
	Owner(ctx context.Context, ref Ref) (Owner, error)
	// RecordFields are the values of a record, read as its type says.
	RecordFields(ctx context.Context, record *Record) ([]RecordFieldValue, error)
}

type readerKey struct{}

// WithReader puts the reader of a request into its context.
func WithReader(ctx context.Context, r Reader) context.Context {
	return context.WithValue(ctx, readerKey{}, r)
}

// ReaderFrom is the reader that [WithReader] put into ctx. It panics without
// one: a request that lacks it is wired wrongly.
func ReaderFrom(ctx context.Context) Reader { return ctx.Value(readerKey{}).(Reader) }

// Find returns the entity of a ref in the light view, as the reader of ctx has
// it; nil if the actor may not read it or it is not there.
func Find[T Entity](ctx context.Context, ref Ref) (found T, err error) {
	entity, err := ReaderFrom(ctx).Entity(ctx, ref, Light)
	if err != nil && !isGone(err) {
		return found, err
	}
	found, _ = entity.(T)
	return found, nil
}

// A Joiner is a [Reader] that lets the root fields of a request make their first
// reads together: in one round trip, and as of the same moment.
type Joiner interface {
	// Joins reports whether the root field has not read anything yet.
	Joins() bool
	// Join makes a read, which is a part of run's. It returns the part's error.
	Join(ctx context.Context, part any, run func(ctx context.Context, parts []any) []error) error
}

// JoinerFrom returns the joiner of a root field, nil if ctx is of none.
func JoinerFrom(ctx context.Context) Joiner {
	if field, is := ctx.Value(readerKey{}).(interface{ Joiner() Joiner }); is {
		return field.Joiner()
	}
	return nil
}
