package query_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/similarity"
	"dossier/loaders"
)

// An embedded is a service on the demo graph with an endpoint for embeddings,
// for which brume means fog.
type embedded struct {
	store    *storetest.Store
	service  *query.Service
	endpoint *embeddingstest.Server
	now      time.Time
}

func newEmbedded(t testing.TB) *embedded {
	t.Helper()
	e := &embedded{store: storetest.Demo(t, "../.."), endpoint: embeddingstest.New(t), now: storetest.Now()}
	e.endpoint.Set(func(s *embeddingstest.Server) { s.Meanings["brume"] = "fog" })
	client, err := embeddings.New(embeddings.Options{
		URL: e.endpoint.URL, Name: "words", Random: func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	options := options()
	options.Now, options.Embedder, options.Vectors = func() time.Time { return e.now }, client, e.store
	e.service = query.New(e.store, options)
	return e
}

// embed makes the missing vectors and returns their number.
func (e *embedded) embed(t testing.TB) (made int, err error) {
	t.Helper()
	before := 0
	err = e.service.Embed(storetest.Context(), func(done, total int) {
		if done <= before || done > total {
			t.Errorf("%d of %d done after %d", done, total, before)
		}
		before = done
	})
	return before, err
}

func (e *embedded) search(t testing.TB, words string) *query.SearchResult {
	t.Helper()
	got, err := e.service.Search(storetest.Context(), query.SearchInput{Query: words})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (e *embedded) about(t *testing.T, start contextdoc.Start) *contextdoc.Document {
	t.Helper()
	got, err := e.service.Context(storetest.Context(), contextdoc.Input{Start: start})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// warned reports whether a document has the warning that embeddings were not
// compared.
func warned(d *contextdoc.Document) bool {
	return slices.ContainsFunc(d.Warnings, func(w contextdoc.Warning) bool { return w.Code == "SEMANTIC_UNAVAILABLE" })
}

// TestEmbedContinues embeds with a failure, continues, and embeds changed
// entities again.
func TestEmbedContinues(t *testing.T) {
	all, err := newEmbedded(t).embed(t)
	if err != nil || all < 2*64 {
		t.Fatalf("%d made at once, %v", all, err)
	}
	e := newEmbedded(t)
	e.endpoint.Set(func(s *embeddingstest.Server) { s.Statuses = []int{0, 503, 503, 503, 503} })
	first, err := e.embed(t)
	if first != 64 || graph.CodeOf(err) != graph.CodeUnavailable {
		t.Fatalf("%d made before it failed with %v, want one batch of 64", first, err)
	}
	rest, err := e.embed(t)
	if err != nil || first+rest != all {
		t.Fatalf("%d and %d made, %v, want all %d", first, rest, err, all)
	}
	if made, err := e.embed(t); made != 0 || err != nil {
		t.Errorf("%d made again, %v", made, err)
	}
	task := e.store.Entity(t, "shoplane/task/offline-queue").(*graph.Task)
	task.Title = "Rename it Vorpal"
	e.store.Put(t, graph.Batch{Entities: []graph.Entity{task}})
	made, err := e.embed(t)
	inputs := e.endpoint.Inputs()
	if last := inputs[len(inputs)-1]; made != 1 || err != nil || len(last) != 1 || !strings.HasPrefix(last[0], "Rename it Vorpal\n") {
		t.Errorf("%d made of %.300q, %v, want the changed text", made, last, err)
	}
}

// TestRefusedText checks that a text that the endpoint refuses is skipped, and
// that none is if it refuses all.
func TestRefusedText(t *testing.T) {
	e := newEmbedded(t)
	e.endpoint.Set(func(s *embeddingstest.Server) { s.Down = 400 })
	if made, err := e.embed(t); made != 0 || graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Fatalf("%d made, %v", made, err)
	}
	e.endpoint.Set(func(s *embeddingstest.Server) { s.Down, s.Refused = 0, "Build the offline queue" })
	if _, err := e.embed(t); err != nil {
		t.Fatal(err)
	}
	if made, err := e.embed(t); made != 0 || err != nil {
		t.Errorf("the refused text was tried again: %d, %v", made, err)
	}
	if got := e.search(t, "brume"); got.Semantic != similarity.On || got.Total == 0 {
		t.Errorf("found %d, %s", got.Total, got.Semantic)
	}
}

// TestSynonym finds an entity without a word of the query in its text.
func TestSynonym(t *testing.T) {
	e := newEmbedded(t)
	before := e.search(t, "brume")
	document := e.about(t, contextdoc.Start{Topic: new("brume")})
	if before.Total != 0 || before.Semantic != similarity.On || len(document.Nodes) != 0 || warned(document) {
		t.Fatalf("without vectors: %d hits, %s, %d nodes", before.Total, before.Semantic, len(document.Nodes))
	}
	if _, err := e.embed(t); err != nil {
		t.Fatal(err)
	}
	got := e.search(t, "brume")
	if got.Total == 0 || got.Hits[0].Why != "similar meaning" {
		t.Fatalf("found %+v", got)
	}
	ctx := reader.With(storetest.Context(), loaders.New(e.service))
	if snippet := graphtest.Must(got.Hits[0].Snippet(ctx))(t); snippet == "" || graphtest.Must(got.Snippets(ctx))(t)[0] != snippet {
		t.Errorf("the snippet is %q", snippet)
	}
	document = e.about(t, contextdoc.Start{Topic: new("brume")})
	if len(document.Nodes) == 0 || document.Nodes[0].Entity.Self().ID != got.Hits[0].Entity.Self().ID ||
		!strings.Contains(strings.ToLower(document.Text), "fog") {
		t.Errorf("got %d nodes: %.500s", len(document.Nodes), document.Text)
	}
	if again := e.about(t, contextdoc.Start{Topic: new("brume")}); again.Text != document.Text {
		t.Errorf("got\n%s\nthen\n%s", again.Text, document.Text)
	}
	asked := len(e.endpoint.Inputs())
	if document := e.about(t, contextdoc.Start{IDs: []string{got.Hits[0].Entity.Self().ID}}); warned(document) ||
		len(e.endpoint.Inputs()) != asked {
		t.Errorf("an id was embedded as a query: %v", document.Warnings)
	}
}

// TestEndpointDown checks that a search soon uses only words, and reports it.
func TestEndpointDown(t *testing.T) {
	const soon = 50 * time.Second // for a busy machine; a search waits one second for the endpoint, which may need a minute
	for name, set := range map[string]func(*embeddingstest.Server){
		"fails":   func(s *embeddingstest.Server) { s.Down = 503 },
		"is slow": func(s *embeddingstest.Server) { s.Delay = time.Minute },
		"rejects": func(s *embeddingstest.Server) { s.Key = "another" },
		"is busy": func(s *embeddingstest.Server) { s.Down, s.RetryAfter = 429, "3" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEmbedded(t)
			want, err := demo(t).Search(storetest.Context(), query.SearchInput{Query: "offline queue"})
			if err != nil {
				t.Fatal(err)
			}
			e.endpoint.Set(set)
			began := time.Now()
			got := e.search(t, "offline queue")
			if took := time.Since(began); got.Semantic != similarity.Unavailable || took > soon {
				t.Errorf("%s after %s", got.Semantic, took)
			}
			if got.Total != want.Total || fmt.Sprint(got.Hits[0].Score) != fmt.Sprint(want.Hits[0].Score) {
				t.Errorf("found %d, want %d as by words alone", got.Total, want.Total)
			}
			asked := len(e.endpoint.Inputs())
			if document := e.about(t, contextdoc.Start{Topic: new("offline queue")}); !warned(document) || len(e.endpoint.Inputs()) != asked {
				t.Errorf("%d requests during the backoff, warnings %v", len(e.endpoint.Inputs())-asked, document.Warnings)
			}
			e.endpoint.Set(func(s *embeddingstest.Server) { s.Down, s.Delay, s.Key = 0, 0, "" })
			e.now = e.now.Add(time.Minute)
			if got := e.search(t, "offline queue"); got.Semantic != similarity.On {
				t.Errorf("after it came back: %s", got.Semantic)
			}
		})
	}
}

// TestSearchWhileEmbedding searches concurrently while vectors are written.
func TestSearchWhileEmbedding(t *testing.T) {
	e := newEmbedded(t)
	var searches sync.WaitGroup
	for n := range 4 {
		searches.Go(func() {
			for i := range 5 {
				_, err := e.service.Search(storetest.Context(), query.SearchInput{Query: fmt.Sprint("brume ", n, " ", i)})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	_, err := e.embed(t)
	searches.Wait()
	if got := e.search(t, "brume"); err != nil || got.Total == 0 {
		t.Errorf("found %d, %v", got.Total, err)
	}
}
