package plan

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A binder binds the fields of the schema to Go fields and methods by the rules
// of gqlgen: it follows the Go types, beginning with the resolvers of the root
// fields.
type binder struct {
	schema    *ast.Schema
	names     map[string]string
	resolvers reflect.Value
	schemas   reflect.Value // an introspector
	objects   map[string]*object
}

// An object is an object type of the schema, and the struct bound to it.
type object struct {
	name   string
	bound  reflect.Type // a struct; nil for the root
	fields map[string]*field
}

// A field is a field of an object. It is bound to a struct field or a function.
type field struct {
	definition *ast.FieldDefinition
	index      []int // of the struct field
	call       *call // if not nil, used instead of index
	streamed   bool  // it has the value of the run, and reads nothing
	result     reflect.Type
}

// A call is a method of an object, or of a resolver.
type call struct {
	function  reflect.Value // the receiver is its first parameter
	resolver  reflect.Value // the receiver, if it is not the object
	takes     bool          // the resolver takes the object as a parameter
	context   bool
	arguments []string // names, in the order of the parameters
	first     int      // the position of the first argument among the parameters
	fails     bool     // the last result is an error
}

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

// roots binds the root types and all types that are reachable from them.
func (b *binder) roots() (map[ast.Operation]*object, error) {
	roots := map[ast.Operation]*object{}
	for operation, definition := range map[ast.Operation]*ast.Definition{
		ast.Query: b.schema.Query, ast.Mutation: b.schema.Mutation, ast.Subscription: b.schema.Subscription,
	} {
		if definition == nil {
			continue
		}
		roots[operation] = &object{name: definition.Name, fields: map[string]*field{}}
		if err := b.fields(roots[operation]); err != nil {
			return nil, err
		}
	}
	return roots, nil
}

// fields binds the fields of an object.
func (b *binder) fields(o *object) error {
	for _, definition := range b.schema.Types[o.name].Fields {
		f, err := b.field(o, definition)
		if err == nil {
			o.fields[definition.Name] = f
			err = b.value(definition.Type, f.result)
		}
		if err != nil {
			return fmt.Errorf("%s.%s: %w", o.name, definition.Name, err)
		}
	}
	return nil
}

// value checks that Go values of type bound can be written as a t, and binds
// the object types in t.
func (b *binder) value(t *ast.Type, bound reflect.Type) error {
	if t.Elem != nil {
		if bound.Kind() != reflect.Slice {
			return fmt.Errorf("expected a slice for %s; got %s", t, bound)
		}
		return b.value(t.Elem, bound.Elem())
	}
	switch definition := b.schema.Types[t.NamedType]; definition.Kind {
	case ast.Object:
		return b.object(definition.Name, bound)
	case ast.Interface, ast.Union:
		if bound.Kind() != reflect.Interface {
			return fmt.Errorf("expected an interface for %s; got %s", t, bound)
		}
		return nil
	default:
		if leafOf(bound) == nil {
			return fmt.Errorf("nothing writes a %s as %s", bound, t)
		}
		return nil
	}
}

func (b *binder) object(name string, bound reflect.Type) error {
	if bound.Kind() == reflect.Pointer {
		bound = bound.Elem()
	}
	if known := b.objects[name]; known != nil {
		if known.bound != bound {
			return fmt.Errorf("%s is bound to %s and to %s", name, known.bound, bound)
		}
		return nil
	}
	if bound.Kind() != reflect.Struct {
		return fmt.Errorf("expected a struct for %s; got %s", name, bound)
	}
	b.objects[name] = &object{name: name, bound: bound, fields: map[string]*field{}}
	return b.fields(b.objects[name])
}

// field binds a field of an object to its resolver if there is one, and
// otherwise to a method or a field of the struct.
func (b *binder) field(o *object, definition *ast.FieldDefinition) (*field, error) {
	if name, is := strings.CutPrefix(definition.Name, "__"); is {
		method, _ := methodOf(b.schemas.Type(), name)
		f, err := newCall(definition, method.Func, 1)
		if err == nil {
			f.call.resolver = b.schemas
		}
		return f, err
	}
	if f, err := b.resolver(o, definition); f != nil || err != nil {
		return f, err
	}
	if o.bound == nil {
		return nil, errors.New("the root has no resolver for it")
	}
	name := definition.Name
	if other := b.names[o.name+"."+name]; other != "" {
		name = other
	}
	pointer := reflect.PointerTo(o.bound)
	if method, found := methodOf(pointer, name); found {
		return newCall(definition, method.Func, 1)
	}
	same := func(other string) bool { return strings.EqualFold(name, other) }
	if bound, found := o.bound.FieldByNameFunc(same); found && bound.IsExported() {
		return &field{definition: definition, index: bound.Index, result: bound.Type}, nil
	}
	return nil, fmt.Errorf("%s has no field or method %s", o.bound, name)
}

// methodOf returns the method of t with the name, ignoring case.
func methodOf(t reflect.Type, name string) (reflect.Method, bool) {
	for method := range t.Methods() {
		if strings.EqualFold(method.Name, name) {
			return method, true
		}
	}
	return reflect.Method{}, false
}

// resolver binds a field to its resolver's method. It returns nil if there is
// none.
func (b *binder) resolver(o *object, definition *ast.FieldDefinition) (*field, error) {
	getter, found := methodOf(b.resolvers.Type(), o.name)
	if !found {
		return nil, nil
	}
	has, found := methodOf(getter.Type.Out(0), definition.Name) // the interface has only methods of fields with resolvers
	if !found {
		return nil, nil
	}
	resolver := getter.Func.Call([]reflect.Value{b.resolvers})[0].Elem()
	method, _ := methodOf(resolver.Type(), has.Name)
	first := 1
	if o.bound != nil {
		first = 2
	}
	f, err := newCall(definition, method.Func, first)
	if err != nil {
		return nil, err
	}
	f.call.resolver, f.call.takes = resolver, o.bound != nil
	if f.result.Kind() == reflect.Chan { // of a subscription
		f.result = f.result.Elem()
	}
	return f, nil
}

// newCall returns a field that is read by a function. The first objects
// parameters of the function are its receiver and, for a resolver, the object.
func newCall(definition *ast.FieldDefinition, function reflect.Value, objects int) (*field, error) {
	t := function.Type()
	c := &call{function: function, context: t.NumIn() > 1 && t.In(1) == contextType, first: objects}
	if c.context {
		c.first++
	}
	for _, argument := range definition.Arguments {
		c.arguments = append(c.arguments, argument.Name)
	}
	c.fails = t.NumOut() == 2 && t.Out(1) == errorType
	switch {
	case c.first+len(c.arguments) != t.NumIn():
		return nil, fmt.Errorf("expected %d parameters; got %s", c.first+len(c.arguments), t)
	case t.NumOut() != 1 && !c.fails:
		return nil, fmt.Errorf("expected a result, and an error or none; got %s", t)
	}
	return &field{definition: definition, call: c, result: t.Out(0)}, nil
}
