package loaders_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/reader"
	"dossier/loaders"
)

// joining is a source whose reads join those of their round, as the reads of a
// store do. It records which reads were done together.
type joining struct {
	source
	mu     sync.Mutex
	rounds []string
}

func (j *joining) read(ctx context.Context, name string) error {
	if joiner := reader.JoinerFrom(ctx); joiner != nil && joiner.Joins() {
		return joiner.Join(ctx, name, j.run)
	}
	return j.run(ctx, []any{name})[0]
}

func (j *joining) run(_ context.Context, parts []any) []error {
	j.mu.Lock()
	defer j.mu.Unlock()
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = part.(string)
	}
	slices.Sort(names)
	j.rounds = append(j.rounds, strings.Join(names, " "))
	errs := make([]error, len(parts))
	for i, part := range parts {
		if part == "bad" {
			errs[i] = errors.New("no luck")
		}
	}
	return errs
}

func (j *joining) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	if err := j.read(ctx, "entities"); err != nil {
		return nil, err
	}
	return j.source.Entities(ctx, refs, view)
}

func (j *joining) Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error) {
	if err := j.read(ctx, "owners"); err != nil {
		return nil, err
	}
	return j.source.Owners(ctx, refs)
}

// TestNotedReadsAreMadeTogether notes reads of three loaders in one root field.
func TestNotedReadsAreMadeTogether(t *testing.T) {
	j := &joining{source: source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}}
	ctx := reader.With(t.Context(), loaders.New(j))
	project := j.graph.Project().Ref()
	field := loaders.Fields(ctx, 1)[0]
	below := field.Below(ctx)
	read := reader.From(below)
	for level := range 2 {
		_, light := read.Entity(below, project, graph.Light)
		_, full := read.Entity(below, project, graph.Full)
		_, owner := read.Owner(below, project)
		for _, err := range []error{light, full, owner} {
			if noted := field.Gathered(err); noted != (level == 0) || !noted && err != nil {
				t.Errorf("level %d: got %v", level, err)
			}
		}
		field.Read(ctx)
	}
	if want := []string{"entities entities owners"}; !slices.Equal(j.rounds, want) {
		t.Errorf("read %q, want %q", j.rounds, want)
	}
}

// ways are the ways to run root fields.
var ways = map[string]func([]*loaders.Field, func(int)){"in turns": loaders.InTurns, "at once": loaders.AtOnce}

// eachWay runs a test several times in each way, because goroutines differ in
// their order.
func eachWay(t *testing.T, test func(t *testing.T, run func([]*loaders.Field, func(int)))) {
	for name, run := range ways {
		t.Run(name, func(t *testing.T) {
			for range 50 {
				test(t, run)
			}
		})
	}
}

// TestFirstReadsAreMadeTogether runs root fields: some read twice, one reads
// nothing, and two read the same entity.
func TestFirstReadsAreMadeTogether(t *testing.T) {
	eachWay(t, func(t *testing.T, run func([]*loaders.Field, func(int))) {
		j := &joining{source: source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}}
		project := j.graph.Project().Ref()
		reads := func(names ...string) func(context.Context) error {
			return func(ctx context.Context) (err error) {
				for _, name := range names {
					err = errors.Join(err, j.read(ctx, name))
				}
				return err
			}
		}
		entity := func(ctx context.Context) error {
			_, err := reader.From(ctx).Entity(ctx, project, graph.Light)
			return err
		}
		bodies := []func(context.Context) error{reads("a", "second"), reads(), entity, reads("bad"), entity}
		ctx := reader.With(t.Context(), loaders.New(j))
		errs := make([]error, len(bodies))
		fields := loaders.Fields(ctx, len(bodies))
		run(fields, func(i int) {
			defer fields[i].Done(ctx)
			errs[i] = bodies[i](fields[i].Root(ctx))
		})
		if got := fmt.Sprint(errs); got != "[<nil> <nil> <nil> no luck <nil>]" {
			t.Fatalf("got %s", got)
		}
		first, _, _ := strings.Cut(strings.Join(j.rounds, "; "), ";")
		if first != "a bad entities" && first != "a bad entities entities" || !slices.Contains(j.rounds, "second") {
			t.Fatalf("read %q, want the first reads together and then the second", j.rounds)
		}
	})
}

// TestLevelsAreOneRead notes reads in three root fields, of which one is slow
// and one reads nothing, and checks that each level is read once.
func TestLevelsAreOneRead(t *testing.T) {
	eachWay(t, func(t *testing.T, run func([]*loaders.Field, func(int))) {
		s := &source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}
		ctx := reader.With(t.Context(), loaders.New(s))
		entities := graphtest.Entities(s.graph)
		fields := loaders.Fields(ctx, 3)
		run(fields, func(i int) {
			field := fields[i]
			defer field.Done(ctx)
			below := field.Below(ctx)
			for level := range i * 2 { // none, two or four
				if level == 1 {
					time.Sleep(time.Millisecond)
				}
				ref := entities[i*4+level].Self().Ref()
				if _, err := reader.From(below).Entity(below, ref, graph.Light); !field.Gathered(err) {
					t.Errorf("got %v, want a note", err)
				}
				field.Read(ctx)
				if _, err := reader.From(below).Entity(below, ref, graph.Light); err != nil {
					t.Error(err)
				}
			}
		})
		if s.reads.Load() != 4 {
			t.Fatalf("%d reads, want one for each of four levels", s.reads.Load())
		}
	})
}

// TestGathering notes reads, and does them together.
func TestGathering(t *testing.T) {
	s := &source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}
	ctx := reader.With(t.Context(), loaders.New(s))
	field := loaders.Fields(ctx, 1)[0]
	below := field.Below(ctx)
	read := reader.From(below)
	refs := []graph.Ref{graphtest.Entities(s.graph)[3].Self().Ref(), graphtest.Entities(s.graph)[5].Self().Ref()}
	for range 2 {
		_, err := read.Entity(below, refs[0], graph.Light)
		_, more := read.Entities(below, refs, graph.Light)
		_, last := read.Graph(below, s.graph.Revision.ProjectID)
		if !field.Gathered(err) || !field.Gathered(more) || !field.Gathered(last) || s.reads.Load() != 0 {
			t.Fatalf("got %v, %v, %v after %d reads; want notes", err, more, last, s.reads.Load())
		}
	}
	field.Read(ctx)
	entity, err := read.Entity(below, refs[0], graph.Light)
	found, more := read.Entities(below, refs, graph.Light)
	g, last := read.Graph(below, s.graph.Revision.ProjectID)
	if entity == nil || err != nil || len(found) != 2 || more != nil || g != s.graph || last != nil || s.reads.Load() != 1 {
		t.Errorf("got %v %v, %v %v, %v %v after %d reads", entity, err, found, more, g, last, s.reads.Load())
	}
	if _, err := read.Entity(below, graph.Ref{Kind: graph.KindTask, ID: "none"}, graph.Light); !field.Gathered(err) {
		t.Errorf("got %v, want a note", err)
	}
	field.Read(ctx)
	if _, err := read.Entity(below, graph.Ref{Kind: graph.KindTask, ID: "none"}, graph.Light); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("got %v, want NOT_FOUND", err)
	}
}

// TestLaterReadsAreRead reads entities one after the other in root fields, of
// which there are one or two: a batch takes no keys after it was read.
func TestLaterReadsAreRead(t *testing.T) {
	eachWay(t, func(t *testing.T, run func([]*loaders.Field, func(int))) {
		for number := 1; number <= 2; number++ {
			s := &source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}
			ctx := reader.With(t.Context(), loaders.New(s))
			entities := graphtest.Entities(s.graph)
			fields := loaders.Fields(ctx, number)
			run(fields, func(i int) {
				defer fields[i].Done(ctx)
				root := fields[i].Root(ctx)
				for _, entity := range entities[:3] {
					ref := entity.Self().Ref()
					if found, err := reader.From(root).Entity(root, ref, graph.Light); err != nil || found == nil {
						t.Errorf("%d fields, %v: got %v, %v", number, ref, found, err)
					}
				}
			})
		}
	})
}

// TestTurnsAreUsedAgain checks that the coroutines of root fields serve later
// requests, also after one that panicked.
func TestTurnsAreUsedAgain(t *testing.T) {
	ctx := reader.With(t.Context(), loaders.New(&joining{}))
	ask := func(panics bool) (written int) {
		defer func() { _ = recover() }()
		loaders.InTurns(loaders.Fields(ctx, 3), func(i int) {
			if panics && i == 1 {
				panic("no luck")
			}
			written++
		})
		return written
	}
	ask(true)
	ask(false)
	before := runtime.NumGoroutine()
	for range 100 {
		if written := ask(false); written != 3 {
			t.Fatalf("%d root fields were written, want 3", written)
		}
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("there were %d goroutines, and %d after 100 requests", before, now)
	}
}
