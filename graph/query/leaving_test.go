package query_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"dossier/db/storetest"
	"dossier/graph/attention"
	"dossier/graph/contextdoc"
	"dossier/graph/query"
)

// A counting is a context that counts calls of Err, and is cancelled after the
// first most ones.
type counting struct {
	context.Context
	looks  atomic.Int64
	stages atomic.Int64 // looks by this program, not drivers
	most   int
}

func (c *counting) Err() error {
	if pc, _, _, ok := runtime.Caller(1); ok && strings.HasPrefix(runtime.FuncForPC(pc).Name(), "dossier/") {
		c.stages.Add(1)
	}
	if c.looks.Add(1) > int64(c.most) {
		return context.Canceled
	}
	return c.Context.Err()
}

// drivers is the maximum number of calls of Err by a store for one statement
// that is done.
const drivers = 20

// TestWorkLooksAtItsContext runs the slow requests in contexts that are
// cancelled at each of their calls of Err in turn, and checks that no work is
// begun after it. Err is called before each stage, besides the calls by drivers,
// whose number varies.
func TestWorkLooksAtItsContext(t *testing.T) {
	a := demo(t)
	topic := "what blocks the launch"
	for name, test := range map[string]struct {
		stages int
		ask    func(context.Context) error
	}{
		"search": {7, func(ctx context.Context) error {
			return second(a.Search(ctx, query.SearchInput{Query: `offline "queue" -printer`}))
		}},
		"workspace": {7, func(ctx context.Context) error {
			return second(a.Workspace(ctx, shoplane, attention.SelectLinked, nil))
		}},
		"focus": {7, func(ctx context.Context) error { return second(a.Focus(ctx, queue, nil)) }},
		"mentions": {5, func(ctx context.Context) error {
			return second(a.ResolveMentions(ctx, "@offline and @refund and @launch", shoplane))
		}},
		"context document": {4, func(ctx context.Context) error {
			return second(a.Context(ctx, contextdoc.Input{Start: contextdoc.Start{Topic: &topic}}))
		}},
	} {
		whole, stages := looks(t, test.ask)
		if stages != test.stages {
			t.Errorf("%s: looked before %d stages; expected %d", name, stages, test.stages)
		}
		for most := range whole {
			leaving := &counting{Context: storetest.Context(), most: most}
			if err := test.ask(leaving); !errors.Is(err, context.Canceled) && most < whole-drivers {
				t.Errorf("%s, left at look %d of %d: got %v", name, most+1, whole, err)
			}
			if after := int(leaving.looks.Load()) - most; after > drivers {
				t.Errorf("%s, left at look %d of %d: looked %d times after it", name, most+1, whole, after)
			}
		}
	}
}

// looks returns the least number of calls of Err for a request when everything is
// loaded, and how many of them are before stages. A driver that has to wait calls
// it once more.
func looks(t *testing.T, ask func(context.Context) error) (least, stages int) {
	t.Helper()
	least = 1 << 30
	for range 4 {
		whole := &counting{Context: storetest.Context(), most: 1 << 30}
		if err := ask(whole); err != nil {
			t.Fatal(err)
		}
		least, stages = min(least, int(whole.looks.Load())), int(whole.stages.Load())
	}
	return least, stages
}
