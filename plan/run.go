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

// A run is one execution of a plan. Each root field has a walk of its own.
type run struct {
	schema    *Schema
	operation *graphql.OperationContext
	ctx       context.Context
	value     reflect.Value // of a stream; the zero Value for a query
}

// newRun returns an execution of the plan, of a value of a stream or of none.
func (p *plan) newRun(ctx context.Context, s *Schema, value reflect.Value) *run {
	ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: p.object})
	return &run{s, graphql.GetOperationContext(ctx), ctx, value}
}

// run executes the plan. Errors go to the response of the context, those of the
// root fields in the order of the document.
func (p *plan) run(ctx context.Context, s *Schema, value reflect.Value) []byte {
	r := p.newRun(ctx, s, value)
	ctx = r.ctx
	walks := make([]*walk, len(p.root.steps))
	for i, gatherer := range s.options.Gather(ctx, len(walks)) {
		walks[i] = newWalk(r, p, gatherer)
		defer walks[i].release()
	}
	if len(walks) == 1 {
		walks[0].root(p.root.steps[0])
	} else {
		var walking sync.WaitGroup
		for i, w := range walks {
			walking.Go(func() { w.root(p.root.steps[i]) })
		}
		walking.Wait()
	}
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
	segment  segment  // of the whole
	open     *segment // that is being written
	waiting  []*gap   // in the order of the walk
	path     []pathElement
	errors   []located
	whole    bool // the root field has a value, or may be null
	meter    *meter.Meter
	counted  int // bytes of text that the meter has
	visited  int // objects

	contexts  []context.Context // by step, made when it is needed
	arguments []parameters      // by step
}

// Parameters are the arguments of a step, which are the same for all objects.
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

// walks keeps the buffers of walks for others.
var walks = sync.Pool{New: func() any { return &walk{} }}

func newWalk(r *run, p *plan, gatherer Gatherer) *walk {
	w := walks.Get().(*walk)
	w.run, w.whole, w.meter = r, true, meter.Of(r.operation)
	w.gatherer, w.above, w.below = gatherer, gatherer.Root(r.ctx), gatherer.Below(r.ctx)
	w.contexts = slices.Grow(w.contexts[:0], p.steps)[:p.steps]
	w.arguments = slices.Grow(w.arguments[:0], p.steps)[:p.steps]
	return w
}

// mostKept is the largest buffer that is kept for another walk, in bytes.
const mostKept = 1 << 20

func (w *walk) release() {
	if cap(w.text) > mostKept {
		return
	}
	clear(w.contexts)
	clear(w.arguments)
	*w = walk{text: w.text[:0], contexts: w.contexts, arguments: w.arguments, path: w.path[:0]}
	walks.Put(w)
}

// root writes a root field, and then fills the gaps, level by level.
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
		if refused { // a null that the object around a gap may not have
			w.start(s)
		}
	}
	if len(w.waiting) > 0 {
		w.abandon(s, w.ctx.Err())
	}
}

// An interruption is the panic that leaves a walk whose context ended.
type interruption struct{ cause error }

// pause is after how many objects a walk looks whether it is to go on: they take
// 0.1 ms. By eye.
const pause = 64

// visit leaves the walk if its context ended.
func (w *walk) visit() {
	if w.visited++; w.visited%pause == 0 {
		w.count()
	}
}

// count reports the bytes that were written to the meter, and leaves the walk if
// its context ended.
func (w *walk) count() {
	w.meter.Add(len(w.text) - w.counted)
	w.counted = len(w.text)
	if w.ctx.Err() != nil {
		panic(interruption{context.Cause(w.ctx)})
	}
}

// start writes a root field from the beginning. All that was read before is
// known.
func (w *walk) start(s *step) {
	w.text, w.errors, w.waiting, w.path = append(w.text[:0], s.key...), nil, nil, w.path[:0]
	w.segment = segment{}
	w.open = &w.segment
	w.whole = w.step(s, w.value)
	w.segment.end = len(w.text)
}

// abandon replaces the root field by null and an error.
func (w *walk) abandon(s *step, err error) {
	w.path, w.waiting = append(w.path[:0], pathElement{step: s}), nil
	w.report(err)
	w.null(s)
}

// recovered makes a panic outside of methods an error of the root field.
func (w *walk) recovered(s *step) {
	if value := recover(); value != nil {
		w.gatherer.Read(w.ctx) // other root fields may wait for what it noted
		if left, is := value.(interruption); is {
			w.abandon(s, left.cause)
			return
		}
		w.abandon(s, w.operation.Recover(w.ctx, value))
	}
}

// step writes the value of a field, and reports whether its object may have it:
// null is written only where the schema allows it.
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

// cut removes what was written from a position on. The gaps in it are filled
// nevertheless, since their errors belong to the answer.
func (w *walk) cut(start, gaps int) {
	w.text = w.text[:start]
	for _, g := range w.open.gaps[gaps:] {
		g.dropped = true
	}
	w.open.gaps = w.open.gaps[:gaps]
}

// fail reports that the value that is being written must not be null.
func (w *walk) fail(text string) {
	w.errors = append(w.errors, located{w.place(), errors.New(text)})
}

// report reports an error of the method or resolver of the field that is being
// written.
func (w *walk) report(err error) {
	ctx := w.place()
	w.errors = append(w.errors, located{ctx, graphql.AddFieldLocationToError(ctx, err)})
}

// place returns a context with the path of the walk, indices included, as errors
// need it.
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
