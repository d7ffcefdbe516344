package loaders

import (
	"context"
	"errors"
	"slices"
	"sync"

	"dossier/graph"
)

// A Field is what one root field of a request reads with. It implements
// [graph.Reader], [graph.Joiner] and the Gatherer of package plan.
//
// The root fields of a request read in rounds. A round begins when every field
// is there: it waits with something to read, waits for what another reads, or
// has ended. So the number of reads does not depend on which field is faster.
// First come what the root fields themselves read, together, then what the
// fields below them have noted, level by level.
type Field struct {
	*Loaders
	rounds *rounds
	// first reports whether the field has not read anything yet, there whether it
	// is in the round that comes. Both are guarded by the rounds.
	first, there bool
}

// Fields returns what the root fields of a request read with, one each.
func Fields(ctx context.Context, number int) []*Field {
	shared, _ := graph.ReaderFrom(ctx).(*Loaders)
	return shared.readers(number)
}

// readers returns what as many parts of a request read with: their first reads
// are made together.
func (l *Loaders) readers(number int) []*Field {
	r := &rounds{loaders: l, absent: number, next: newRound()}
	fields := make([]*Field, number)
	for i := range fields {
		fields[i] = &Field{Loaders: l, rounds: r, first: number > 1}
	}
	return fields
}

// Root returns the context of the root field.
func (f *Field) Root(ctx context.Context) context.Context { return f.with(ctx, f) }

// Below returns the context of the fields below the root field, in which reads
// are noted.
func (f *Field) Below(ctx context.Context) context.Context {
	return f.with(ctx, &Gathering{f.Loaders})
}

// with returns a context with a reader, if there are loaders that it reads with.
func (f *Field) with(ctx context.Context, reader graph.Reader) context.Context {
	if f.Loaders == nil {
		return ctx
	}
	return graph.WithReader(ctx, reader)
}

// Gathered reports whether an error means that a read was noted.
func (f *Field) Gathered(err error) bool { return errors.Is(err, errNoted) }

// Joiner returns the field.
func (f *Field) Joiner() graph.Joiner { return f }

// Joins implements [graph.Joiner].
func (f *Field) Joins() bool {
	f.rounds.mu.Lock()
	defer f.rounds.mu.Unlock()
	return f.first
}

// Join implements [graph.Joiner].
func (f *Field) Join(ctx context.Context, part any, run func(context.Context, []any) []error) error {
	r := f.rounds
	r.mu.Lock()
	if !f.first { // meanwhile
		r.mu.Unlock()
		return run(ctx, []any{part})[0]
	}
	of, number := r.next, len(r.next.parts)
	of.parts, of.run = append(of.parts, part), run
	r.arrive(ctx, f)
	if err := of.wait(ctx); err != nil {
		return err
	}
	return of.errs[number]
}

// Read makes the reads that were noted, with those of the other root fields.
func (f *Field) Read(ctx context.Context) {
	f.rounds.mu.Lock()
	of := f.rounds.next
	f.rounds.arrive(ctx, f)
	_ = of.wait(ctx) // the caller sees that ctx has ended
}

// Done ends the root field.
func (f *Field) Done(ctx context.Context) {
	r := f.rounds
	r.mu.Lock()
	if f.there {
		r.fields = slices.DeleteFunc(r.fields, func(other *Field) bool { return other == f })
	} else {
		r.absent--
	}
	r.begin(ctx)
}

// arriveIn is called before a root field waits for what another reads.
func arriveIn(ctx context.Context) {
	if f, is := graph.JoinerFrom(ctx).(*Field); is {
		f.rounds.mu.Lock()
		f.rounds.arrive(ctx, f)
	}
}

// The rounds of a request.
type rounds struct {
	loaders *Loaders
	mu      sync.Mutex
	absent  int // how many fields have not ended and are not in the next round
	next    *round
	fields  []*Field // in the next round
}

// arrive counts a field as there, and begins the round with the last one. The
// caller holds the lock, which is released.
func (r *rounds) arrive(ctx context.Context, f *Field) {
	f.first = false
	if !f.there {
		f.there = true
		r.absent--
		r.fields = append(r.fields, f)
	}
	r.begin(ctx)
}

// begin makes the reads of the round if all fields are there. The caller holds
// the lock, which is released.
func (r *rounds) begin(ctx context.Context) {
	if r.absent > 0 || len(r.fields) == 0 {
		r.mu.Unlock()
		return
	}
	of, fields := r.next, r.fields
	r.next, r.fields, r.absent = newRound(), nil, len(fields)
	for _, f := range fields {
		f.there = false
	}
	r.mu.Unlock()
	of.read(ctx, r.loaders)
}

// A round is what the root fields of a request read together.
type round struct {
	parts []any // of root fields that joined
	run   func(ctx context.Context, parts []any) []error
	errs  []error       // by part
	made  chan struct{} // closed when everything is read
}

func newRound() *round { return &round{made: make(chan struct{})} }

var errPanicked = errors.New("the read panicked")

// read makes the reads.
func (r *round) read(ctx context.Context, loaders *Loaders) {
	defer close(r.made)
	if len(r.parts) > 0 {
		r.errs = slices.Repeat([]error{errPanicked}, len(r.parts))
		r.errs = r.run(ctx, r.parts)
	}
	if loaders != nil {
		loaders.flush(ctx)
	}
}

// wait waits until the reads are made, or ctx ends.
func (r *round) wait(ctx context.Context) error {
	select {
	case <-r.made:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
