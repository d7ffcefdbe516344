package query_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/query"
	"dossier/graph/similarity"
)

func TestSearch(t *testing.T) {
	a := demo(t)
	all := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "offline queue", First: new(3)}))(t)
	if len(all.Hits) != 3 || all.Hits[0].Project == nil || all.Semantic != similarity.Off || all.EndCursor == nil {
		t.Fatalf("found %d of %d", len(all.Hits), all.Total)
	}
	next := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "offline queue", First: new(3), After: all.EndCursor}))(t)
	if len(next.Hits) == 0 || next.Hits[0].Entity.Self().ID == all.Hits[0].Entity.Self().ID {
		t.Errorf("the next page has %d hits", len(next.Hits))
	}
	if one := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "offline", ProjectID: &shoplane, Kinds: []graph.Kind{graph.KindTask},
		States: []string{"in_progress"}}))(t); len(one.Hits) > 0 {
		for _, hit := range one.Hits {
			if self := hit.Entity.Self(); self.Kind != graph.KindTask || self.ProjectID != shoplane || self.State() != "in_progress" {
				t.Errorf("the filters let %s %s through", self.Kind, self.Label)
			}
		}
	} else {
		t.Error("the filters let nothing through")
	}
	for _, test := range []struct {
		in   query.SearchInput
		want string
	}{
		{query.SearchInput{Query: " "}, "query: is blank"},
		{query.SearchInput{Query: strings.Repeat("x", 2001)}, "query: 2001 characters are too many"},
		{query.SearchInput{Query: "x", First: new(51)}, "first: 51 is out of range"},
		{query.SearchInput{Query: "x", Kinds: []graph.Kind{"epic"}}, "kinds"},
		{query.SearchInput{Query: "x", States: []string{"asleep"}}, "states: no kind has a state"},
		{query.SearchInput{Query: "x", After: new("?")}, "after: not a cursor"},
		{query.SearchInput{Query: "x", ProjectID: new("no id!")}, "projectId"},
		{query.SearchInput{Query: "x", ProjectID: &nowhere}, "no project"},
	} {
		if _, err := a.Search(a.ctx, test.in); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestHitsHaveConfidence searches for the exact title of an entity, and for
// words that the demo does not have.
func TestHitsHaveConfidence(t *testing.T) {
	a := demo(t)
	for search, sure := range map[string]bool{"Offline mode": true, "banana bread queue": false} {
		found, err := a.Search(a.ctx, query.SearchInput{Query: search, First: new(3)})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Hits) == 0 {
			t.Fatalf("%q finds nothing", search)
		}
		if hit := found.Hits[0]; hit.Confidence() < 0 || hit.Confidence() > 1 || sure != (hit.Confidence() >= .7) {
			t.Errorf("%q finds %s with confidence %.2f; want at least .7: %v", search, hit.Entity.Self().Label, hit.Confidence(), sure)
		}
	}
}

// TestUnreadableSearchTextIsNoted checks the note about entities without search
// text.
func TestUnreadableSearchTextIsNoted(t *testing.T) {
	a := demo(t)
	task := a.store.Entity(t, "shoplane/task/offline-queue")
	a.store.Put(t, graph.Batch{Entities: []graph.Entity{task}, Reanalyse: true, Analyse: func(graph.Entity) []byte { return nil }})
	found := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "offline queue"}))(t)
	if len(found.Notes) != 1 || !strings.HasPrefix(found.Notes[0], "1 entities were left out") {
		t.Errorf("notes %q", found.Notes)
	}
}

// TestMeaning checks that meaning is compared if there is an embedder, and that
// results say when it is not available.
func TestMeaning(t *testing.T) {
	a := demo(t)
	graphtest.Refused(t, "without an embedder", a.Embed(a.ctx, nil), graph.CodeBadUserInput, "no endpoint for embeddings")
	server := embeddingstest.New(t)
	server.Meanings["brume"] = "fog"
	client, err := embeddings.New(embeddings.Options{URL: server.URL, Name: "words", Random: func() float64 { return 0 }})
	if err != nil {
		t.Fatal(err)
	}
	configured := options()
	configured.Embedder, configured.Vectors = client, a.store
	a.Service = query.New(a.store, configured)
	if err := a.Embed(a.ctx, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	found := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "brume"}))(t)
	if found.Semantic != similarity.On || found.Total == 0 {
		t.Errorf("%s, found %d", found.Semantic, found.Total)
	}
	document := graphtest.Must(a.Context(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: new("brume")}}))(t)
	if !strings.Contains(strings.ToLower(document.Text), "fog") || len(document.Warnings) > 0 {
		t.Errorf("warnings %v of %.200s", document.Warnings, document.Text)
	}
	server.Set(func(s *embeddingstest.Server) { s.Down = 401 })
	if found := graphtest.Must(a.Search(a.ctx, query.SearchInput{Query: "another"}))(t); found.Semantic != similarity.Unavailable {
		t.Errorf("the endpoint is down: %s", found.Semantic)
	}
	document = graphtest.Must(a.Context(a.ctx, contextdoc.Input{Start: contextdoc.Start{Topic: new("a third")}}))(t)
	if !slices.ContainsFunc(document.Warnings, func(w contextdoc.Warning) bool { return w.Code == "SEMANTIC_UNAVAILABLE" }) {
		t.Errorf("warnings %v", document.Warnings)
	}
	cancelled, cancel := context.WithCancel(a.ctx)
	cancel()
	if _, err := a.Search(cancelled, query.SearchInput{Query: "fog"}); err == nil {
		t.Error("a cancelled search was answered")
	}
}
