package plan

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"dossier/meter"
)

// A run is one execution of a plan. It has a walk for each root field.
type run struct {
	schema    *Schema
	operation *graphql.OperationContext
	ctx       context.Context
	value     reflect.Value // of a stream, or of a mutation's root field; the zero Value for a query
}

// newRun returns a run of the plan. value is a value of a stream, the result of
// a mutation's root field, or the zero Value.
func (p *plan) newRun(ctx context.Context, s *Schema, value reflect.Value) *run {
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: p.object})
	return &run{s, graphql.GetOperationContext(ctx), ctx, value}
}

// run executes the plan and returns the data. It adds the errors to the
// response in ctx, in the order of the root fields.
func (p *plan) run(ctx context.Context, s *Schema, value reflect.Value) []byte {
	r := p.newRun(ctx, s, value)
	ctx = r.ctx
	walks := make([]*walk, len(p.root.steps))
	gatherers, run := s.options.Gather(ctx, len(walks))
	for i, gatherer := range gatherers {
		walks[i] = newWalk(r, p, gatherer)
		defer walks[i].release()
	}
	run(func(i int) {
		if i > 0 { // the first one may be on the goroutine of the request
			deepen()
		}
		walks[i].root(p.root.steps[i])
	})
	meter.Of(r.operation).SetFields(answered(p.root.steps, walks))
	return r.join(walks)
}

// join returns the data of the root fields, and adds their errors to the
// response.
func (r *run) join(walks []*walk) []byte {
	size, whole := 2, true
	for _, w := range walks {
		size += len(w.text) + 1
		whole = whole && w.whole
		report(w.errors)
	}
	if !whole {
		return []byte("null")
	}
	data := append(make([]byte, 0, size), '{')
	for i, w := range walks {
		if i > 0 {
			data = append(data, ',')
		}
		data = w.segment.appendTo(data, w.text)
	}
	return append(data, '}')
}

// A walk writes one root field.
type walk struct {
	*run
	gatherer Gatherer
	above    context.Context // of the root field
	below    context.Context // of the fields below it
	text     []byte
	segment  segment  // the complete field
	open     *segment // the segment that is being written
	waiting  []*gap   // in the order of the walk
	path     []pathElement
	errors   []located
	whole    bool // the root field has a value, or is nullable
	meter    *meter.Meter
	counted  int   // bytes of text that were reported to the meter
	visited  int   // number of objects
	written  []int // numbers of objects, by the set of steps

	contexts  []context.Context // by step, made when it is needed
	arguments []parameters      // by step
}

// parameters are the arguments of a step, which are the same for all objects.
type parameters struct {
	values []reflect.Value
	read   bool
	failed bool
}

// A pathElement is the step of a field, or an index.
type pathElement struct {
	step  *step
	index int
}

// located is an error with the context of its field.
type located struct {
	ctx context.Context
	err error
}

// walks keeps walks, with their buffers, for reuse.
var walks = sync.Pool{New: func() any { return &walk{} }}

func newWalk(r *run, p *plan, gatherer Gatherer) *walk {
	w := walks.Get().(*walk)
	w.run, w.whole, w.meter = r, true, meter.Of(r.operation)
	w.gatherer, w.above, w.below = gatherer, gatherer.Root(r.ctx), gatherer.Below(r.ctx)
	w.contexts = slices.Grow(w.contexts[:0], p.steps)[:p.steps]
	w.arguments = slices.Grow(w.arguments[:0], p.steps)[:p.steps]
	w.written = slices.Grow(w.written[:0], p.sets)[:p.sets]
	return w
}

// mostKept is the size in bytes of the largest buffer that is kept for reuse.
const mostKept = 1 << 20

func (w *walk) release() {
	if cap(w.text) > mostKept {
		return
	}
	clear(w.contexts)
	clear(w.arguments)
	clear(w.written)
	*w = walk{text: w.text[:0], contexts: w.contexts, arguments: w.arguments, written: w.written, path: w.path[:0]}
	walks.Put(w)
}

// root writes the root field s, and then fills the gaps, level by level.
func (w *walk) root(s *step) {
	defer w.gatherer.Done(w.ctx)
	defer w.recovered(s)
	w.start(s)
	w.count()
	for len(w.waiting) > 0 && w.ctx.Err() == nil {
		w.gatherer.Read(w.ctx)
		level := w.waiting
		w.waiting = nil
		refused := false
		for _, g := range level {
			refused = !w.fill(g) || refused
		}
		w.count()
		if refused { // a null in a non-null field
			w.start(s)
		}
	}
	if len(w.waiting) > 0 {
		w.abandon(s, w.ctx.Err())
	}
}

// An interruption is the panic that ends a walk whose context ended.
type interruption struct{ cause error }

// pause is the number of objects between two checks of the context: 0.1 ms. By
// eye.
const pause = 64

// visit counts an object, and calls count after every pause objects.
func (w *walk) visit() {
	if w.visited++; w.visited%pause == 0 {
		w.count()
	}
}

// count reports the bytes written since the last call to the meter, and panics
// with an [interruption] if the context of the walk has ended.
func (w *walk) count() {
	w.meter.Add(len(w.text) - w.counted)
	w.counted = len(w.text)
	if w.ctx.Err() != nil {
		panic(interruption{context.Cause(w.ctx)})
	}
}

// start writes a root field from the beginning. It uses all earlier reads.
func (w *walk) start(s *step) {
	w.text, w.errors, w.waiting, w.path = append(w.text[:0], s.key...), nil, nil, w.path[:0]
	clear(w.written)
	w.segment = segment{}
	w.open = &w.segment
	w.whole = w.step(s, w.value)
	w.segment.end = len(w.text)
}

// abandon replaces the text of the root field by null, and its errors by err: a
// field whose read did not end in time has one already.
func (w *walk) abandon(s *step, err error) {
	w.path, w.waiting, w.errors = append(w.path[:0], pathElement{step: s}), nil, nil
	w.report(err)
	w.null(s)
}

// recovered turns a panic outside of methods into an error of the root field.
func (w *walk) recovered(s *step) {
	if value := recover(); value != nil {
		w.gatherer.Read(w.ctx) // other root fields may wait for the reads that it noted
		if left, is := value.(interruption); is {
			w.abandon(s, left.cause)
			return
		}
		w.abandon(s, w.operation.Recover(w.ctx, value))
	}
}

// step writes the value of the field of s in an object, or null if there is
// none. It reports whether the schema allows that.
func (w *walk) step(s *step, object reflect.Value) bool {
	if s.field == nil {
		w.text = append(w.text, s.typename...)
		return true
	}
	w.path = append(w.path, pathElement{step: s})
	defer w.leave()
	v, result := w.read(s, object)
	switch {
	case result == later:
		g := &gap{at: len(w.text), step: s, object: object, path: slices.Clone(w.path)}
		w.open.gaps, w.waiting = append(w.open.gaps, g), append(w.waiting, g)
		return true
	case result == done && s.value.write(w, v):
		return true
	}
	w.text = append(w.text, "null"...)
	return !s.required
}

func (w *walk) leave() { w.path = w.path[:len(w.path)-1] }

// cut removes the text after start. Its gaps, those after the first gaps ones,
// are filled nevertheless, because their errors belong to the answer.
func (w *walk) cut(start, gaps int) {
	w.text = w.text[:start]
	for _, g := range w.open.gaps[gaps:] {
		g.dropped = true
	}
	w.open.gaps = w.open.gaps[:gaps]
}

// fail adds an error about a null at the current path.
func (w *walk) fail(text string) {
	w.errors = append(w.errors, located{w.place(), errors.New(text)})
}

// report adds an error of the method or resolver of the current field.
func (w *walk) report(err error) {
	ctx := w.place()
	w.errors = append(w.errors, located{ctx, graphql.AddFieldLocationToError(ctx, err)})
}

// place returns a context with the current path, including indices, for errors.
func (w *walk) place() context.Context {
	ctx := w.above
	for _, element := range w.path {
		fc := &graphql.FieldContext{}
		if element.step == nil {
			fc.Index = &element.index
		} else {
			fc.Object, fc.Field, fc.Args = element.step.object, element.step.collected, map[string]any{}
		}
		ctx = graphql.WithFieldContext(ctx, fc)
	}
	return ctx
}
