package loaders_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/reader"
	"dossier/loaders"
)

// source has one graph, and counts its reads.
type source struct {
	graph *memory.Graph
	reads atomic.Int32 // batches are read concurrently
	err   error
}

func (s *source) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	s.reads.Add(1)
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if e := s.graph.Entity(ref.ID); e != nil {
			found[ref.ID] = e
		}
	}
	return found, s.err
}

func (s *source) Graphs(context.Context, []string) (map[string]*memory.Graph, error) {
	return map[string]*memory.Graph{s.graph.Revision.ProjectID: s.graph}, s.err
}

func (s *source) Expander(context.Context) (reader.Expand, error) {
	return func(short string, _ func() []string) (string, error) { return short + "…", nil }, s.err
}

func (s *source) RecordFields(context.Context, []*graph.Record) (map[*graph.Record][]graph.RecordFieldValue, error) {
	return nil, s.err
}

func (s *source) Nested(_ context.Context, _ graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error) {
	s.reads.Add(1)
	pages := map[string]*lists.Page{}
	for _, parent := range parents {
		pages[parent] = &lists.Page{Total: 100*len(parent) + list.First + 10*len(list.Filter.States)}
	}
	return pages, s.err
}

func (s *source) Owners(_ context.Context, refs []graph.Ref) (map[string]graph.Owner, error) {
	s.reads.Add(1)
	found := map[string]graph.Owner{}
	for _, ref := range refs {
		if ref.Kind == graph.KindTask {
			found[ref.ID] = graph.Owner{Name: "owner of " + ref.ID}
		}
	}
	return found, s.err
}

// TestNestedLists notes nested lists of many entities with several arguments,
// and checks that lists with equal arguments are read once, together.
func TestNestedLists(t *testing.T) {
	s := &source{}
	ctx := reader.With(context.Background(), loaders.New(s))
	field := loaders.Fields(ctx, 1)[0]
	below := field.Below(ctx)
	links := graph.Links{Kinds: []graph.Kind{graph.KindTask}, Ways: []graph.Way{{Rel: graph.RelHasTask, Out: true}}}
	ask := func(id string, first int, states ...string) (*lists.NestedPage, error) {
		query := &lists.NestedQuery{Links: links, Args: lists.ListArgs{First: &first, Filter: &lists.Filter{States: states}}}
		return reader.From(below).Nested(below, id, query)
	}
	for range 2 {
		for _, id := range []string{"a", "bb"} {
			for _, first := range []int{3, 4} {
				if _, err := ask(id, first, "todo"); !field.Gathered(err) {
					t.Fatalf("got %v, want that the read was noted", err)
				}
			}
		}
	}
	field.Read(ctx)
	for id, want := range map[string]int{"a": 114, "bb": 214} {
		if found, err := ask(id, 4, "todo"); err != nil || found.Page.Total != want || found.List.First != 4 {
			t.Errorf("%s: got %+v, %v, want %d", id, found, err, want)
		}
	}
	if s.reads.Load() != 2 {
		t.Errorf("%d reads, want 2", s.reads.Load())
	}
	if _, err := ask("a", 4, "asleep"); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v", err)
	}
}

// TestNestedListsWithoutGathering reads nested lists by Loaders alone.
func TestNestedListsWithoutGathering(t *testing.T) {
	s := &source{}
	ctx, l := context.Background(), loaders.New(s)
	query := &lists.NestedQuery{Links: graph.Links{Kinds: []graph.Kind{graph.KindTask}}}
	page, err := l.Nested(ctx, "a", query)
	if err != nil || page.Page.Total != 100+lists.DefaultPage {
		t.Errorf("got %+v, %v", page, err)
	}
	if total, err := l.NestedTotal(ctx, "bb", query); err != nil || total != 200 {
		t.Errorf("got %d, %v", total, err)
	}
	if owner, err := l.Owner(ctx, graph.Ref{Kind: graph.KindTask, ID: "a"}); err != nil || owner.Name != "owner of a" || s.reads.Load() != 3 {
		t.Errorf("got %v, %v after %d reads", owner, err, s.reads.Load())
	}
	query.Args.First = new(0)
	if _, err := l.Nested(ctx, "a", query); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v", err)
	}
	if _, err := l.NestedTotal(ctx, "a", query); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v", err)
	}
}

func TestLoaders(t *testing.T) {
	ctx := context.Background()
	s := &source{graph: memory.NewGraph(graphtest.Synthetic(20, 20))}
	l := loaders.New(s)
	project := s.graph.Project()
	refs := []graph.Ref{project.Ref(), {Kind: graph.KindTask, ID: "none"}, graphtest.Entities(s.graph)[5].Self().Ref()}
	found, err := l.Entities(ctx, refs, graph.Full)
	if err != nil || len(found) != 2 || found[project.ID] != graph.Entity(project) || s.reads.Load() != 1 {
		t.Errorf("found %v by %d reads, %v; want two by one", found, s.reads.Load(), err)
	}
	if e, err := l.Entity(ctx, project.Ref(), graph.Full); err != nil || e != graph.Entity(project) || s.reads.Load() != 1 {
		t.Errorf("%v after %d reads, %v; want what was read", e, s.reads.Load(), err)
	}
	if _, err := l.Entity(ctx, refs[1], graph.Light); graph.CodeOf(err) != graph.CodeNotFound || s.reads.Load() != 2 {
		t.Errorf("got %v after %d reads, want NOT_FOUND after another view was read", err, s.reads.Load())
	}
	if g, err := l.Graph(ctx, project.ID); g != s.graph || err != nil {
		t.Errorf("got %v, %v", g, err)
	}
	if _, err := l.Graph(ctx, "none"); graph.CodeOf(err) != graph.CodeNotFound {
		t.Errorf("got %v, want NOT_FOUND", err)
	}
	if id, err := l.Expand(ctx, "ab", nil); id != "ab…" || err != nil {
		t.Errorf("got %s, %v", id, err)
	}
	if values, err := l.RecordFields(ctx, &graph.Record{}); values == nil || err != nil {
		t.Errorf("got %v, %v; want an empty list", values, err)
	}
}

func TestEntitiesFail(t *testing.T) {
	s := &source{graph: memory.NewGraph(graphtest.Synthetic(20, 20)), err: errors.New("no luck")}
	if _, err := loaders.New(s).Entities(context.Background(), []graph.Ref{s.graph.Project().Ref()}, graph.Light); !errors.Is(err, s.err) {
		t.Errorf("got %v, want %v", err, s.err)
	}
}
