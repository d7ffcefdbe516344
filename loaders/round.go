package loaders

import (
	"context"
	"errors"
	"slices"
	"sync"

	"dossier/graph"
)

// A Field is what one root field of a request reads with: the loaders of the
// request, and a gathering for the fields below it. It implements [graph.Reader],
// [graph.Joiner] and the Gatherer of package plan.
type Field struct {
	*Loaders
	gathering *Gathering
	round     *round
	arrived   bool // guarded by the round
}

// Fields returns what the root fields of a request read with, one each.
func Fields(ctx context.Context, number int) []*Field {
	shared, _ := graph.ReaderFrom(ctx).(*Loaders)
	r := &round{absent: number, read: make(chan struct{})}
	fields := make([]*Field, number)
	for i := range fields {
		fields[i] = &Field{Loaders: shared, gathering: &Gathering{Loaders: shared}, round: r, arrived: number == 1}
	}
	return fields
}

// Root returns the context of the root field.
func (f *Field) Root(ctx context.Context) context.Context { return f.with(ctx, f) }

// Below returns the context of the fields below the root field, in which reads
// are noted.
func (f *Field) Below(ctx context.Context) context.Context { return f.with(ctx, f.gathering) }

// with returns a context with a reader, if there are loaders that it reads with.
func (f *Field) with(ctx context.Context, reader graph.Reader) context.Context {
	if f.Loaders == nil {
		return ctx
	}
	return graph.WithReader(ctx, reader)
}

// Gathered reports whether an error means that a read was noted.
func (f *Field) Gathered(err error) bool { return f.gathering.Gathered(err) }

// Read makes the reads that were noted.
func (f *Field) Read(ctx context.Context) {
	f.arrive(ctx)
	f.gathering.Read(ctx)
}

// Done ends the root field.
func (f *Field) Done(ctx context.Context) { f.arrive(ctx) }

// Joiner returns the field if it has not read anything yet, nil otherwise.
func (f *Field) Joiner() graph.Joiner {
	f.round.mu.Lock()
	defer f.round.mu.Unlock()
	if f.arrived {
		return nil
	}
	return f
}

// arriveIn is called before a goroutine waits for what another reads.
func arriveIn(ctx context.Context) {
	if f, is := graph.JoinerFrom(ctx).(*Field); is {
		f.arrive(ctx)
	}
}

// arrive takes part in the round without a read.
func (f *Field) arrive(ctx context.Context) {
	f.round.mu.Lock()
	last := f.enter()
	f.round.mu.Unlock()
	if last {
		f.round.begin(ctx)
	}
}

// enter reports whether the field is the last that arrives. The caller holds the
// lock of the round.
func (f *Field) enter() (last bool) {
	if f.arrived {
		return false
	}
	f.arrived = true
	f.round.absent--
	return f.round.absent == 0
}

// Join implements [graph.Joiner].
func (f *Field) Join(ctx context.Context, part any, run func(context.Context, []any) []error) error {
	r := f.round
	r.mu.Lock()
	if f.arrived { // meanwhile
		r.mu.Unlock()
		return run(ctx, []any{part})[0]
	}
	number := len(r.parts)
	r.parts, r.run = append(r.parts, part), run
	last := f.enter()
	r.mu.Unlock()
	if last {
		r.begin(ctx)
	}
	select {
	case <-r.read:
		return r.errs[number]
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A round is the first reads of the root fields of a request. They are made
// together when every field has one, has ended, or waits for what another reads.
type round struct {
	mu     sync.Mutex
	absent int // how many fields have not arrived
	parts  []any
	run    func(ctx context.Context, parts []any) []error
	errs   []error       // by part
	read   chan struct{} // closed when errs is there
}

var errPanicked = errors.New("the read panicked")

// begin makes the reads. All fields have arrived.
func (r *round) begin(ctx context.Context) {
	if len(r.parts) == 0 {
		return
	}
	defer close(r.read)
	r.errs = slices.Repeat([]error{errPanicked}, len(r.parts))
	r.errs = r.run(ctx, r.parts)
}
