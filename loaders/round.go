package loaders

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"dossier/graph/reader"
)

// A Field is the reader of one root field of a request. It implements
// [reader.Reader], [reader.Joiner] and the Gatherer of package plan.
//
// The root fields of a request read in rounds. A round begins when every root
// field has something to read, waits for the read of another field, or has
// ended. So the number of reads does not depend on which field is faster. The
// first round reads the root fields themselves, and each later one what the
// fields at the next level below have noted.
type Field struct {
	*Loaders
	rounds *rounds
	// first is true until the field's first read. there is true while the field
	// waits for the next round. Both are guarded by the lock of rounds.
	first, there bool
	// pause runs the other root fields until they wait or end. It is nil if each
	// has a goroutine of its own.
	pause func()
}

// Fields returns the readers for a number of root fields of a request.
func Fields(ctx context.Context, number int) []*Field {
	shared, _ := reader.From(ctx).(*Loaders)
	return shared.readers(number)
}

// readers returns readers for parts of a request. Their first reads are joined.
func (l *Loaders) readers(number int) []*Field {
	r := &rounds{loaders: l, alone: number == 1, absent: number, next: newRound()}
	fields := make([]*Field, number)
	for i := range fields {
		fields[i] = &Field{Loaders: l, rounds: r, first: number > 1}
	}
	return fields
}

// Root returns a context in which the root field reads by f.
func (f *Field) Root(ctx context.Context) context.Context { return f.with(ctx, f) }

// Below returns a context for the fields below the root field, with a
// [Gathering].
func (f *Field) Below(ctx context.Context) context.Context {
	return f.with(ctx, &Gathering{f.Loaders})
}

// with returns a context with a reader, or ctx if the request has no loaders.
func (f *Field) with(ctx context.Context, r reader.Reader) context.Context {
	if f.Loaders == nil {
		return ctx
	}
	return reader.With(ctx, r)
}

// Gathered reports whether an error means that a read was noted.
func (f *Field) Gathered(err error) bool { return errors.Is(err, errNoted) }

// Joiner returns the field.
func (f *Field) Joiner() reader.Joiner { return f }

// Joins implements [reader.Joiner].
func (f *Field) Joins() bool {
	f.rounds.mu.Lock()
	defer f.rounds.mu.Unlock()
	return f.first
}

// Join implements [reader.Joiner].
func (f *Field) Join(ctx context.Context, part any, run func(context.Context, []any) []error) error {
	r := f.rounds
	r.mu.Lock()
	if !f.first { // the field has read since the call of Joins
		r.mu.Unlock()
		return run(ctx, []any{part})[0]
	}
	of, number := r.next, len(r.next.parts)
	of.parts, of.run = append(of.parts, part), run
	r.arrive(ctx, f)
	if err := f.wait(ctx, of.made); err != nil {
		return err
	}
	return of.errs[number]
}

// Read does the noted reads, together with those of the other root fields.
func (f *Field) Read(ctx context.Context) {
	f.rounds.mu.Lock()
	of := f.rounds.next
	f.rounds.arrive(ctx, f)
	_ = f.wait(ctx, of.made) // the caller sees that ctx has ended
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

// fieldOf returns the root field of ctx, nil if ctx is that of no root field.
func fieldOf(ctx context.Context) *Field {
	f, _ := reader.JoinerFrom(ctx).(*Field)
	return f
}

// arriveIn adds the root field of ctx to the next round. It is called before
// the field waits for the read of another one.
func arriveIn(ctx context.Context) {
	if f := fieldOf(ctx); f != nil {
		f.rounds.mu.Lock()
		f.rounds.arrive(ctx, f)
	}
}

// yield lets the other root fields run, if there are some. f may be nil.
func (f *Field) yield() {
	switch {
	case f != nil && f.rounds.alone:
	case f != nil && f.pause != nil:
		f.pause()
	default:
		for range yields {
			runtime.Gosched()
		}
	}
}

// wait waits until a channel is closed, or ctx ends. f may be nil.
func (f *Field) wait(ctx context.Context, closed <-chan struct{}) error {
	for f != nil && f.pause != nil && ctx.Err() == nil && !isClosed(closed) {
		f.pause()
	}
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// The rounds of a request.
type rounds struct {
	loaders *Loaders
	alone   bool // there is one root field
	mu      sync.Mutex
	absent  int // number of fields that have not ended and are not in the next round
	next    *round
	fields  []*Field // in the next round
}

// arrive adds a field to the next round, and begins the round if no field is
// absent. The caller holds the lock; arrive releases it.
func (r *rounds) arrive(ctx context.Context, f *Field) {
	f.first = false
	if !f.there {
		f.there = true
		r.absent--
		r.fields = append(r.fields, f)
	}
	r.begin(ctx)
}

// begin does the reads of the next round if no field is absent. The caller
// holds the lock; begin releases it.
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

// A round is a set of reads that the root fields of a request do together.
type round struct {
	parts []any // reads of root fields that joined
	run   func(ctx context.Context, parts []any) []error
	errs  []error       // by part
	made  chan struct{} // closed when all reads are done
}

func newRound() *round { return &round{made: make(chan struct{})} }

var errPanicked = errors.New("the read panicked")

// read does the reads of a round.
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
