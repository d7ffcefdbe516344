// Package plan executes GraphQL documents. gqlgen parses, validates and coerces;
// this package compiles an operation into a plan once, as long as its document
// is kept, and runs that in the place of gqlgen's generated executor.
//
// A plan has a list of steps for every object type that a selection may meet.
// Running it writes the answer depth first into one buffer, directly from the
// structs that the schema is bound to. A field whose method needs something that
// is not read yet leaves a gap. When the walk is over, everything that gaps wait
// for is known, and is read together; then the gaps are filled, which may leave
// gaps of the next level. So nothing waits for siblings by time.
//
// A subscription runs its plan for each value of its stream.
//
// The root fields of a mutation run one after the other. What each returns is
// written by reading again, as it is after the change.
//
// Middleware of fields is not called. Operations that ask for the schema are
// left to gqlgen.
package plan

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Bound is what package plan needs of the executor that gqlgen generated;
// plan/bindgen writes it.
type Bound interface {
	graphql.ExecutableSchema
	// Names returns the Go names of fields, "Type.field", that are bound to a
	// field or method of another name.
	Names() map[string]string
	// Arguments returns the arguments of a field, "Type.field", as its method or
	// resolver takes them. The context has the operation and the field's context.
	Arguments(ctx context.Context, field string, raw map[string]any) (map[string]any, error)
}

// A Gatherer reads together what several fields need. One serves one root field,
// in one goroutine.
type Gatherer interface {
	// Root returns the context in which the root field is read, and Below that of
	// the fields below it, whose reads are noted.
	Root(ctx context.Context) context.Context
	Below(ctx context.Context) context.Context
	// Gathered reports whether an error of a method means that a read was noted
	// instead of made: after Read the method is called again.
	Gathered(err error) bool
	// Read makes the reads that were noted.
	Read(ctx context.Context)
	// Done is called when the root field is written.
	Done(ctx context.Context)
}

// Options are what a schema needs beside the generated executor.
type Options struct {
	// Resolvers is gqlgen's ResolverRoot: root fields, and fields that are not
	// bound to a struct.
	Resolvers any
	// Enum returns the name of a value of an enum that is bound to a string, ""
	// for null.
	Enum func(enum, value string) string
	// Gather returns the gatherers of a request, one for each root field.
	Gather func(ctx context.Context, fields int) []Gatherer
	// Event returns the context in which a value of a stream, or of a root field of
	// a mutation, is written, so that it reads nothing of what was read before it.
	// Nil if the schema has neither.
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

// New returns the schema over the executor. It panics if a field of the schema
// has nothing in Go that it can be read from: gqlgen would not have compiled.
func New(bound Bound, options Options) *Schema {
	b := &binder{schema: bound.Schema(), names: bound.Names(), resolvers: reflect.ValueOf(options.Resolvers), objects: map[string]*object{}}
	roots, err := b.roots()
	if err != nil {
		panic(fmt.Errorf("bind the schema: %w", err))
	}
	return &Schema{Bound: bound, options: options, roots: roots, objects: b.objects}
}

// Exec implements [graphql.ExecutableSchema].
func (s *Schema) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	if s.roots[operation.Operation.Operation] == nil {
		return s.Bound.Exec(ctx)
	}
	p := s.plans.of(operation, func() *plan { return s.compile(operation) })
	switch {
	case p.introspects:
		return s.Bound.Exec(ctx)
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

// introspects reports whether an operation asks for the schema.
func introspects(operation *graphql.OperationContext) bool {
	for _, field := range graphql.CollectFields(operation, operation.Operation.SelectionSet, []string{"Query"}) {
		if strings.HasPrefix(field.Name, "__") && field.Name != "__typename" {
			return true
		}
	}
	return false
}
