package plan

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"

	"dossier/meter"
)

// mutations splits each root field of a mutation into a source, the step that
// makes the change and runs once, and a step that writes the returned value.
// The source of __typename is nil.
func mutations(root *objects) (sources []*step, values *objects) {
	values = &objects{required: root.required}
	for _, s := range root.steps {
		if s.field == nil {
			sources, values.steps = append(sources, nil), append(values.steps, s)
			continue
		}
		sources, values.steps = append(sources, s), append(values.steps, s.ofValue())
	}
	return sources, values
}

// ofValue returns a copy of s that writes the value of the run and calls
// nothing.
func (s *step) ofValue() *step {
	value := *s
	value.field = &field{definition: s.field.definition, streamed: true, result: s.field.result}
	return &value
}

// mutate executes the plan of a mutation, one root field after the other. Each
// answer is read after the change of its field.
func (p *plan) mutate(ctx context.Context, s *Schema) []byte {
	walks, writes := make([]*walk, len(p.root.steps)), 0
	for _, source := range p.sources {
		if source != nil {
			writes++
		}
	}
	meter.Of(graphql.GetOperationContext(ctx)).SetWrites(writes)
	for i := range walks {
		walks[i] = p.change(ctx, s, i)
		defer walks[i].release()
	}
	r := p.newRun(ctx, s, reflect.Value{})
	meter.Of(r.operation).SetFields(answered(p.root.steps, walks))
	return r.join(walks)
}

// change calls the function of root field i, and writes the returned value.
func (p *plan) change(ctx context.Context, s *Schema, i int) *walk {
	var value reflect.Value
	var errs []located
	if p.sources[i] != nil {
		value, errs = p.call(ctx, s, p.sources[i])
		noteWritten(ctx, p.sources[i], value)
	}
	within, end := s.options.Event(ctx)
	defer end()
	w := newWalk(p.newRun(within, s, value), p, s.gatherer(within))
	step := p.root.steps[i]
	if step.field != nil && !value.IsValid() {
		defer w.gatherer.Done(within)
		w.null(step)
		w.errors = errs
		return w
	}
	w.root(step)
	return w
}

// A changer is a value of a mutation with the ids of what it changed, for clients
// that get no other answer. is is false if nothing was written.
type changer interface {
	Written() (ids []string, is bool)
}

// noteWritten notes that the change of a root field is committed, if it returned
// a value.
func noteWritten(ctx context.Context, source *step, value reflect.Value) {
	if !value.IsValid() {
		return
	}
	var ids []string
	if of, is := value.Interface().(changer); is {
		if ids, is = of.Written(); !is {
			return
		}
	}
	meter.Of(graphql.GetOperationContext(ctx)).SetWritten(source.collected.Alias, ids)
}

// gatherer returns the gatherer of a single root field.
func (s *Schema) gatherer(ctx context.Context) Gatherer {
	gatherers, _ := s.options.Gather(ctx, 1)
	return gatherers[0]
}

// null writes null for the root field s.
func (w *walk) null(s *step) {
	w.text = append(append(w.text[:0], s.key...), "null"...)
	w.segment = segment{end: len(w.text)}
	w.whole = !s.required
}

// call calls the function of a root field. The value is the zero Value if the
// function returned null or failed.
func (p *plan) call(ctx context.Context, s *Schema, source *step) (reflect.Value, []located) {
	w := newWalk(p.newRun(ctx, s, reflect.Value{}), p, s.gatherer(ctx))
	defer w.release()
	defer w.gatherer.Done(ctx)
	w.path = append(w.path, pathElement{step: source})
	value, _ := w.read(source, reflect.Value{})
	return value, w.errors
}

// report adds errors to the response of the context.
func report(errs []located) {
	for _, failed := range errs {
		graphql.AddError(failed.ctx, failed.err)
	}
}
