package contextdoc_test

import (
	"context"
	"flag"
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

// A store is what a writer and its cache read.
type store interface {
	contextdoc.Store
	projects.Store
}

// newWriter returns a writer over a store, with words alone.
func newWriter(s store) *contextdoc.Writer {
	return &contextdoc.Writer{
		Store: s, Projects: projects.New(s, projects.Options{}), Params: rank.Defaults(), Lenses: lens.BuiltIn(),
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

// An asked is a writer over a store of its own, as an actor.
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
