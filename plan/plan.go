// Package plan executes GraphQL documents. gqlgen parses, validates and coerces;
// this package compiles each operation once into a plan, keeps the plan as long
// as the parsed document, and runs it instead of gqlgen's generated executor.
//
// A plan has a list of steps for every object type in a selection. Running a
// plan writes the answer depth first into one buffer, directly from the structs
// that the schema is bound to. A field whose method needs an entity that is not
// read yet leaves a gap. When the walk ends, all missing entities are known,
// and are read together. Then the gaps are filled, which may leave gaps at the
// next level. So no batch is closed by a timer.
//
// A subscription runs its plan for each value of its stream.
//
// The root fields of a mutation run one after the other. The answer of each is
// read after its change.
//
// Field middleware is not called. What an operation asks for the schema is written
// like the rest, from structs that are made once.
package plan

import (
	"context"
	"fmt"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Bound is the part of gqlgen's executor that plan/bindgen keeps.
type Bound interface {
	Schema() *ast.Schema
	// Names returns, by "Type.field", the Go names of the fields that are bound to
	// a field or method of another name.
	Names() map[string]string
	// Arguments converts the raw arguments of a field, "Type.field", to the types
	// of its method or resolver. ctx has the operation and the field's context.
	Arguments(ctx context.Context, field string, raw map[string]any) (map[string]any, error)
}

// A Gatherer batches the reads below one root field, for one goroutine.
type Gatherer interface {
	// Root returns the context in which the root field is read.
	Root(ctx context.Context) context.Context
	// Below returns the context of the fields below, in which reads are only
	// noted.
	Below(ctx context.Context) context.Context
	// Gathered reports whether err, the error of a method, means that a read was
	// noted. The method is called again after Read.
	Gathered(err error) bool
	// Read does the reads that were noted.
	Read(ctx context.Context)
	// Done is called when the root field has been written.
	Done(ctx context.Context)
}

// Options configure a [Schema].
type Options struct {
	// Resolvers is gqlgen's ResolverRoot: root fields, and fields that are not
	// bound to a struct.
	Resolvers any
	// Enum returns the GraphQL name for a value of an enum that is bound to
	// string, or "" for null. It may be nil.
	Enum func(enum, value string) string
	// Gather returns the gatherers of a request, one for each root field, and a
	// function that calls write for each of these and returns when all calls have
	// returned. A call may wait, in methods of its gatherer, for other calls.
	Gather func(ctx context.Context, fields int) (gatherers []Gatherer, run func(write func(i int)))
	// Event returns the context in which a value of a stream, or the result of a
	// root field of a mutation, is written. The context must not return data that
	// was read earlier. Event may be nil if the schema has only queries.
	Event func(ctx context.Context) (context.Context, context.CancelFunc)
}

// A Schema executes operations by plans.
type Schema struct {
	Bound
	options Options
	roots   map[ast.Operation]*object
	objects map[string]*object
	plans   plans
}

// New returns a schema that executes the operations of bound. It panics if a
// field of the schema has no Go field or method. The code that gqlgen generates
// for such a schema does not compile.
func New(bound Bound, options Options) *Schema {
	b := &binder{schema: bound.Schema(), names: bound.Names(), objects: map[string]*object{},
		resolvers: reflect.ValueOf(options.Resolvers), schemas: reflect.ValueOf(newIntrospector(bound.Schema()))}
	roots, err := b.roots()
	if err != nil {
		panic(fmt.Errorf("bind the schema: %w", err))
	}
	return &Schema{Bound: bound, options: options, roots: roots, objects: b.objects}
}

// Complexity implements [graphql.ExecutableSchema]. Prices limit operations instead.
func (s *Schema) Complexity(context.Context, string, string, int, map[string]any) (int, bool) {
	return 0, false
}

// Exec implements [graphql.ExecutableSchema].
func (s *Schema) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	if s.roots[operation.Operation.Operation] == nil {
		return graphql.OneShot(graphql.ErrorResponse(ctx, "unsupported GraphQL operation"))
	}
	p := s.plans.of(operation, func() *plan { return s.compile(operation) })
	switch {
	case p.source != nil:
		return s.subscribe(ctx, p)
	}
	done := false
	return func(ctx context.Context) *graphql.Response {
		if done {
			return nil
		}
		done = true
		if p.sources != nil {
			return &graphql.Response{Data: p.mutate(ctx, s)}
		}
		return &graphql.Response{Data: p.run(ctx, s, reflect.Value{})}
	}
}
