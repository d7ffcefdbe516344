package contextdoc_test

import (
	"context"
	"errors"
	"flag"
	"sync/atomic"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/lens"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/tokens"
)

var update = flag.Bool("update", false, "write the golden files")

// A store has the methods that a writer and its cache need.
type store interface {
	contextdoc.Store
	projects.Store
}

// newWriter returns a writer over a store, without an embedder.
func newWriter(s store) *contextdoc.Writer {
	return &contextdoc.Writer{
		Store: s, Projects: projects.New(s, projects.Options{}), Params: rank.Defaults(), Lenses: lens.BuiltIn,
		Now: storetest.Now, Tokens: counter,
	}
}

func counter(encoding string) (contextdoc.TokenCounter, error) {
	counter, err := tokens.For(encoding)
	if err != nil {
		return contextdoc.TokenCounter{}, graph.BadInput("input.encoding", "%v", err)
	}
	return contextdoc.TokenCounter{Encoding: encoding, Count: counter.Count}, nil
}

// An asked is a writer over its own store, with the context of an actor.
type asked struct {
	*contextdoc.Writer
	store *storetest.Store
	ctx   context.Context
}

// demo returns a writer over the demo graph, as the local actor.
func demo(t testing.TB) *asked {
	t.Helper()
	store := storetest.Demo(t, "../..")
	return &asked{newWriter(store), store, storetest.Context()}
}

// stranger returns the same writer for an actor who may read nothing.
func (a *asked) stranger() *asked {
	return &asked{a.Writer, a.store, graph.WithActor(a.ctx, graph.Actor{ID: graph.ID("stranger")})}
}

var (
	shoplane = graph.ID("shoplane")
	queue    = graph.ID("shoplane/task/offline-queue")
	nowhere  = graph.ID("nowhere")
)

// An endingContext ends after a number of calls of Err, and counts the calls
// after that.
type endingContext struct {
	context.Context
	left, after *atomic.Int64
}

func endingAfter(ctx context.Context, looks int64) endingContext {
	ending := endingContext{ctx, new(atomic.Int64), new(atomic.Int64)}
	ending.left.Store(looks)
	return ending
}

// Err implements [context.Context].
func (c endingContext) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	c.after.Add(1)
	return context.Canceled
}

// TestWritingEndsWithItsContext ends the context at each call of Err in turn.
// It checks that the work ends soon after, and that ctx is checked often:
// between all steps of a ranking, an outline and each attempt to fill the
// budget.
func TestWritingEndsWithItsContext(t *testing.T) {
	a := demo(t)
	topics := []string{"what blocks the launch", "offline queue", "the refund certification"}
	for name, test := range map[string]struct {
		start contextdoc.Start
		looks int64 // the minimum number of checks
	}{
		"topics":  {contextdoc.Start{Topics: topics}, int64(len(topics)) * 11},
		"project": {contextdoc.Start{ProjectID: new(graph.ID("shoplane"))}, 1},
	} {
		in := contextdoc.Input{Start: test.start, MaxTokens: new(1000)}
		if _, err := a.Write(a.ctx, in); err != nil { // fills the cache
			t.Fatal(err)
		}
		for looks := int64(0); ; looks++ {
			ctx := endingAfter(a.ctx, looks)
			_, err := a.Write(ctx, in)
			if after := ctx.after.Load(); after > int64(len(topics))+6 { // each of the two halves, the reading of texts, and all joined
				t.Errorf("%s: looked at %d times after %d", name, after, looks)
			}
			if err == nil {
				if looks < test.looks {
					t.Errorf("%s: looked at %d times, want %d at least", name, looks, test.looks)
				}
				break
			}
			if !errors.Is(err, context.Canceled) && graph.CodeOf(err) != graph.CodeTimeout {
				t.Fatalf("%s: after %d looks: %v", name, looks, err)
			}
		}
	}
}
