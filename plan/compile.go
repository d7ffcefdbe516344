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

	"dossier/literal"
)

// A plan is a compiled operation. It is immutable.
type plan struct {
	object string // the root type
	root   *objects
	source *step // of a subscription: the step that returns the stream
	// sources are the steps of a mutation that make the changes, one for each step
	// of root.
	sources []*step
	steps   int // the number of steps at all levels
	sets    int // the number of sets of steps
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

// plans holds plans by operation. The plans of an operation are dropped when
// its document is garbage collected. It is safe for concurrent use.
type plans struct {
	mu   sync.Mutex
	held map[weak.Pointer[ast.OperationDefinition]]map[string]*plan
}

// variants is the maximum number of plans held for an operation, which has one
// for each combination of its Boolean variables. By eye.
const variants = 64

// of returns the plan of an operation. It calls compile if there is none yet.
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

// conditionsOf returns the values of the Boolean variables as a text. A plan
// depends on no others, because only these decide @skip and @include.
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
	sets      int
}

func (s *Schema) compile(operation *graphql.OperationContext) *plan {
	c := &compiler{schema: s, operation: operation}
	o := s.roots[operation.Operation.Operation]
	made := &plan{object: o.name, root: c.objects(o, operation.Operation.SelectionSet)}
	switch operation.Operation.Operation {
	case ast.Subscription:
		made.source, made.root = c.stream(made.root)
	case ast.Mutation:
		made.sources, made.root = mutations(made.root)
	}
	made.steps, made.sets = c.steps, c.sets
	return made
}

// objects returns the value that writes selections of the object type o.
func (c *compiler) objects(o *object, selections ast.SelectionSet) *objects {
	made := &objects{number: c.sets}
	c.sets++
	satisfies := append([]string{o.name}, c.schema.Schema().Types[o.name].Interfaces...)
	written := map[string]bool{}
	for _, collected := range graphql.CollectFields(c.operation, selections, satisfies) {
		if written[collected.Alias] { // collected for another interface, with the same selection
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

// value returns the value that writes Go values of type bound as a t.
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

// leaf returns the function that writes a scalar or an enum.
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

// abstract returns the value of an interface or union, by its possible types.
func (c *compiler) abstract(t *ast.Type, definition *ast.Definition, selections ast.SelectionSet) value {
	made := &abstract{required: t.NonNull, byType: map[reflect.Type]*objects{}}
	for _, possible := range c.schema.Schema().GetPossibleTypes(definition) {
		if o := c.schema.objects[possible.Name]; o != nil {
			set := c.objects(o, selections)
			made.byType[reflect.PointerTo(o.bound)] = set
			made.sets = append(made.sets, set)
		}
	}
	return made
}

// read returns the arguments of a step as its function takes them. Those of
// introspection are as they are given.
func (s *Schema) read(ctx context.Context, st *step, given map[string]any) (map[string]any, error) {
	if strings.HasPrefix(st.object, "__") || strings.HasPrefix(st.field.definition.Name, "__") {
		return given, nil
	}
	return s.Arguments(ctx, st.object+"."+st.field.definition.Name, given)
}

// argumentsOf returns the arguments of a step in the order of its function's
// parameters. A missing argument is the zero value.
func (s *Schema) argumentsOf(ctx context.Context, st *step, variables map[string]any) ([]reflect.Value, error) {
	given, err := s.read(ctx, st, literal.Arguments(st.collected.Field, variables))
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
