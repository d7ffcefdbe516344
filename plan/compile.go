package plan

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// A plan is an operation, ready to run. It does not change.
type plan struct {
	object string // the root type
	root   *objects
	source *step // of a subscription: what returns the stream
	// sources are the steps of a mutation that change something, one for each of
	// the root.
	sources []*step
	steps   int // how many there are, at all levels
	// introspects means that the operation asks for the schema, and has no plan.
	introspects bool
}

// A step writes one field of an object.
type step struct {
	number    int
	key       []byte // `"alias":`
	field     *field // nil for __typename
	object    string
	typename  []byte
	required  bool
	value     value
	collected graphql.CollectedField
}

// plans holds the plans of the operations whose documents are still in use.
type plans struct {
	mu   sync.Mutex
	held map[weak.Pointer[ast.OperationDefinition]]map[string]*plan
}

// variants is how many plans are held of an operation: one for each combination
// of variables by which it skips and includes fields. By eye.
const variants = 64

// of returns the plan of an operation, which it makes once.
func (p *plans) of(operation *graphql.OperationContext, compile func() *plan) *plan {
	key, conditions := weak.Make(operation.Operation), conditionsOf(operation)
	p.mu.Lock()
	found := p.held[key][conditions]
	p.mu.Unlock()
	if found != nil {
		return found
	}
	made := compile()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil {
		p.held = map[weak.Pointer[ast.OperationDefinition]]map[string]*plan{}
	}
	if p.held[key] == nil {
		p.held[key] = map[string]*plan{}
		runtime.AddCleanup(operation.Operation, p.forget, key)
	}
	if len(p.held[key]) < variants {
		p.held[key][conditions] = made
	}
	return made
}

func (p *plans) forget(key weak.Pointer[ast.OperationDefinition]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.held, key)
}

// conditionsOf returns the values of the variables that may decide which fields
// are included: the only ones that a plan depends on.
func conditionsOf(operation *graphql.OperationContext) string {
	var key strings.Builder
	for _, variable := range operation.Operation.VariableDefinitions {
		if variable.Type.NamedType == "Boolean" {
			fmt.Fprint(&key, operation.Variables[variable.Variable], " ")
		}
	}
	return key.String()
}

// A compiler makes the plan of one operation.
type compiler struct {
	schema    *Schema
	operation *graphql.OperationContext
	steps     int
}

func (s *Schema) compile(operation *graphql.OperationContext) *plan {
	if introspects(operation) {
		return &plan{introspects: true}
	}
	c := &compiler{schema: s, operation: operation}
	o := s.roots[operation.Operation.Operation]
	made := &plan{object: o.name, root: c.objects(o, operation.Operation.SelectionSet)}
	switch operation.Operation.Operation {
	case ast.Subscription:
		made.source, made.root = c.stream(made.root)
	case ast.Mutation:
		made.sources, made.root = mutations(made.root)
	}
	made.steps = c.steps
	return made
}

// objects returns the value of an object type.
func (c *compiler) objects(o *object, selections ast.SelectionSet) *objects {
	made := &objects{}
	satisfies := append([]string{o.name}, c.schema.Schema().Types[o.name].Interfaces...)
	written := map[string]bool{}
	for _, collected := range graphql.CollectFields(c.operation, selections, satisfies) {
		if written[collected.Alias] { // of another interface, and equal
			continue
		}
		written[collected.Alias] = true
		made.steps = append(made.steps, c.step(o, collected))
	}
	return made
}

func (c *compiler) step(o *object, collected graphql.CollectedField) *step {
	made := &step{number: c.steps, object: o.name, collected: collected}
	made.key = append(appendString(nil, collected.Alias), ':')
	c.steps++
	if collected.Name == "__typename" {
		made.typename = appendString(nil, o.name)
		return made
	}
	made.field = o.fields[collected.Name]
	t := made.field.definition.Type
	made.required = t.NonNull
	made.value = c.value(t, made.field.result, collected.Selections)
	return made
}

// value returns what writes values of a type.
func (c *compiler) value(t *ast.Type, bound reflect.Type, selections ast.SelectionSet) value {
	if t.Elem != nil {
		elem := c.value(t.Elem, bound.Elem(), selections)
		_, leaves := elem.(*leaf)
		return &list{elem: elem, required: t.NonNull, elemRequired: t.Elem.NonNull, leaves: leaves}
	}
	switch definition := c.schema.Schema().Types[t.NamedType]; definition.Kind {
	case ast.Object:
		made := c.objects(c.schema.objects[definition.Name], selections)
		made.required = t.NonNull
		return made
	case ast.Interface, ast.Union:
		return c.abstract(t, definition, selections)
	default:
		return &leaf{text: c.leaf(definition, bound), required: t.NonNull}
	}
}

// leaf returns what writes a scalar or an enum.
func (c *compiler) leaf(definition *ast.Definition, bound reflect.Type) write {
	switch name := c.schema.options.Enum; {
	case definition.Kind != ast.Enum || name == nil:
		return leafOf(bound)
	case bound == stringType:
		return enum(definition.Name, name)
	case bound == reflect.PointerTo(stringType):
		return pointerTo(enum(definition.Name, name))
	}
	return leafOf(bound)
}

// abstract returns the value of an interface: the objects of each type that may
// be in its place.
func (c *compiler) abstract(t *ast.Type, definition *ast.Definition, selections ast.SelectionSet) value {
	made := &abstract{required: t.NonNull, byType: map[reflect.Type]*objects{}}
	for _, possible := range c.schema.Schema().GetPossibleTypes(definition) {
		if o := c.schema.objects[possible.Name]; o != nil {
			made.byType[reflect.PointerTo(o.bound)] = c.objects(o, selections)
		}
	}
	return made
}

// argumentsOf returns the arguments of a step as parameters of its function.
func (s *Schema) argumentsOf(ctx context.Context, st *step, variables map[string]any) ([]reflect.Value, error) {
	given, err := s.Arguments(ctx, st.object+"."+st.field.definition.Name, st.collected.ArgumentMap(variables))
	if err != nil {
		return nil, err
	}
	call := st.field.call
	parameters := make([]reflect.Value, len(call.arguments))
	for i, name := range call.arguments {
		if parameters[i] = reflect.ValueOf(given[name]); !parameters[i].IsValid() {
			parameters[i] = reflect.Zero(call.function.Type().In(call.first + i))
		}
	}
	return slices.Clip(parameters), nil
}
