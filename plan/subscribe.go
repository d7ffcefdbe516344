package plan

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// stream splits the root of a subscription into the step that returns the
// stream, and the objects that are written for each value. source is nil unless
// the root has exactly one field.
func (c *compiler) stream(root *objects) (source *step, values *objects) {
	if len(root.steps) != 1 || root.steps[0].field == nil {
		return &step{}, root
	}
	source = root.steps[0]
	return source, &objects{steps: []*step{source.ofValue()}}
}

// subscribe returns a handler with the answers of a subscription: one for each
// value of its stream, and a last one if the resolver added errors to the
// context before it closed the stream.
func (s *Schema) subscribe(ctx context.Context, p *plan) graphql.ResponseHandler {
	stream, ended := p.open(ctx, s), false
	return func(each context.Context) *graphql.Response {
		if ended {
			return nil
		}
		if value, open := receive(each, stream); open {
			return p.event(each, s, value)
		}
		ended = true
		if errs := graphql.GetErrors(ctx); each.Err() == nil && len(errs) > 0 {
			return &graphql.Response{Errors: errs}
		}
		return nil
	}
}

// event returns the answer for one value of a stream.
func (p *plan) event(ctx context.Context, s *Schema, value reflect.Value) *graphql.Response {
	within, end := s.options.Event(ctx)
	defer end()
	return &graphql.Response{Data: p.run(within, s, value)}
}

// open calls the resolver of a subscription and returns the stream. If that
// fails, it adds the errors to the response in ctx and returns the zero Value.
func (p *plan) open(ctx context.Context, s *Schema) reflect.Value {
	if p.source.field == nil {
		invalid := gqlerror.Errorf("expected one field of %s; got several or none", p.object)
		errcode.Set(invalid, errcode.ValidationFailed) // the validator does not see aliases and @skip
		graphql.AddError(ctx, invalid)
		return reflect.Value{}
	}
	stream, errs := p.call(ctx, s, p.source)
	report(errs)
	return stream
}

// receive returns the next value of a stream. open is false at its end, or if
// ctx has ended.
func receive(ctx context.Context, stream reflect.Value) (value reflect.Value, open bool) {
	if !stream.IsValid() {
		return reflect.Value{}, false
	}
	chosen, value, open := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: stream},
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())},
	})
	return value, open && chosen == 0
}
