package loaders_test

import (
	"context"
	"errors"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/loaders"
)

// source has one graph, and counts how often it is read.
type source struct {
	graph *graph.Graph
	reads int
	err   error
}

func (s *source) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	s.reads++
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if e := s.graph.Entity(ref.ID); e != nil {
			found[ref.ID] = e
		}
	}
	return found, s.err
}

func (s *source) Graphs(context.Context, []string) (map[string]*graph.Graph, error) {
	return map[string]*graph.Graph{s.graph.Revision.ProjectID: s.graph}, s.err
}

func (s *source) Expand(_ context.Context, short string) (string, error) { return short + "…", s.err }

func (s *source) RecordFields(context.Context, []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error) {
	return nil, s.err
}

func TestLoaders(t *testing.T) {
	ctx := context.Background()
	s := &source{graph: graph.NewGraph(graphtest.Synthetic(20, 20))}
	l := loaders.New(s)
	project := s.graph.Project()
	refs := []graph.Ref{project.Ref(), {Kind: graph.KindTask, ID: "none"}, s.graph.Entities()[5].Self().Ref()}
	found, err := l.Entities(ctx, refs, graph.Full)
	if err != nil || len(found) != 2 || found[project.ID] != graph.Entity(project) || s.reads != 1 {
		t.Errorf("found %v by %d reads, %v; want two by one", found, s.reads, err)
	}
	if e, err := l.Entity(ctx, project.Ref(), graph.Full); err != nil || e != graph.Entity(project) || s.reads != 1 {
		t.Errorf("%v after %d reads, %v; want what was read", e, s.reads, err)
	}
	if _, err := l.Entity(ctx, refs[1], graph.Light); graph.CodeOf(err) != graph.CodeNotFound || s.reads != 2 {
		t.Errorf("got %v after %d reads, want NOT_FOUND after another view was read", err, s.reads)
	}
	if g, err := l.Graph(ctx, project.ID); g != s.graph || err != nil {
		t.Errorf("got %v, %v", g, err)
	}
	if _, err := l.Graph(ctx, "none"); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("got %v, want NOT_FOUND", err)
	}
	if id, err := l.Expand(ctx, "ab"); id != "ab…" || err != nil {
		t.Errorf("got %s, %v", id, err)
	}
	if values, err := l.RecordFields(ctx, &graph.Record{}); values == nil || err != nil {
		t.Errorf("got %v, %v; want an empty list", values, err)
	}
}

func TestEntitiesFail(t *testing.T) {
	s := &source{graph: graph.NewGraph(graphtest.Synthetic(20, 20)), err: errors.New("no luck")}
	if _, err := loaders.New(s).Entities(context.Background(), []graph.Ref{s.graph.Project().Ref()}, graph.Light); !errors.Is(err, s.err) {
		t.Errorf("got %v, want %v", err, s.err)
	}
}
