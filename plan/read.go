package plan

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
)

// A result is the outcome of reading a field.
type result int

const (
	done   result = iota
	later         // it needs a read that was noted
	absent        // it is null, or failed with an error that was reported
)

// read returns the value of the field of s in an object.
func (w *walk) read(s *step, object reflect.Value) (reflect.Value, result) {
	switch {
	case s.field.streamed:
		return object, done
	case s.field.call == nil:
		return object.FieldByIndex(s.field.index), done
	}
	parameters, ok := w.parametersOf(s)
	if !ok {
		return reflect.Value{}, absent
	}
	v, err := w.call(s, object, parameters)
	switch {
	case err != nil && w.gatherer.Gathered(err):
		return reflect.Value{}, later
	case err != nil:
		w.report(err)
		return reflect.Value{}, absent
	case v.Kind() == reflect.Interface && v.IsNil():
		if s.required {
			w.fail("must not be null")
		}
		return reflect.Value{}, absent
	}
	return v, done
}

// call calls the function of the field of s. It returns a panic as an error.
func (w *walk) call(s *step, object reflect.Value, arguments []reflect.Value) (v reflect.Value, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = w.operation.Recover(w.ctx, value)
		}
	}()
	c := s.field.call
	var fixed [12]reflect.Value
	in := fixed[:0]
	if c.resolver.IsValid() {
		in = append(in, c.resolver)
	} else {
		in = append(in, object.Addr())
	}
	if c.context {
		in = append(in, reflect.ValueOf(w.contextOf(s)))
	}
	if c.takes {
		in = append(in, object.Addr())
	}
	out := c.function.Call(append(in, arguments...))
	if c.fails && !out[1].IsNil() {
		return reflect.Value{}, out[1].Interface().(error)
	}
	return out[0], nil
}

// contextOf returns the context in which the function of a step is called. It
// has the path of the field, but no indices of lists.
func (w *walk) contextOf(s *step) context.Context {
	if w.contexts[s.number] == nil {
		ctx := w.below
		if len(w.path) == 1 {
			ctx = w.above
		}
		w.contexts[s.number] = graphql.WithFieldContext(ctx, &graphql.FieldContext{
			Object: s.object, Field: s.collected, Args: map[string]any{}, IsMethod: true,
		})
	}
	return w.contexts[s.number]
}

// parametersOf returns the arguments of the field of s. They are converted once
// for all objects; an error is reported for each object.
func (w *walk) parametersOf(s *step) ([]reflect.Value, bool) {
	if len(s.field.call.arguments) == 0 {
		return nil, true
	}
	if known := &w.arguments[s.number]; known.read && !known.failed {
		return known.values, true
	}
	ctx := w.place()
	graphql.GetFieldContext(ctx).Args = nil // the error presenter checks that they are not converted
	values, err := w.argumentsWithin(ctx, s)
	w.arguments[s.number] = parameters{values, true, err != nil}
	if err != nil {
		w.errors = append(w.errors, located{ctx, err})
		return nil, false
	}
	return values, true
}

func (w *walk) argumentsWithin(ctx context.Context, s *step) (values []reflect.Value, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = w.operation.Recover(ctx, value)
		}
	}()
	return w.schema.argumentsOf(ctx, s, w.operation.Variables)
}
