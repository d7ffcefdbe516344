package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/graph/similarity"
)

// meant is the demo graph served with an endpoint for embeddings, to which
// brume is fog.
type meant struct {
	*served
	endpoint *embeddingstest.Server
	now      time.Time
}

func serveMeant(t testing.TB) *meant {
	t.Helper()
	m := &meant{served: serveDemo(t), endpoint: embeddingstest.New(t), now: clock()}
	m.endpoint.Set(func(s *embeddingstest.Server) { s.Meanings["brume"] = "fog" })
	client, err := embeddings.New(embeddings.Options{
		URL: m.endpoint.URL, Name: "words", Random: func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	m.service = query.New(m.store, query.Options{
		Now: func() time.Time { return m.now }, Tokens: newCounters().find, Embedder: client, Vectors: m.store.(similarity.Store),
	})
	return m
}

// embed makes what vectors are missing and answers how many were made.
func (m *meant) embed(t testing.TB) (made int, err error) {
	t.Helper()
	before := 0
	err = m.service.Embed(localContext(), func(done, total int) {
		if done <= before || done > total {
			t.Errorf("%d of %d done after %d", done, total, before)
		}
		before = done
	})
	return before, err
}

func (m *meant) search(t testing.TB, words string) *query.SearchResult {
	t.Helper()
	got, err := m.service.Search(localContext(), query.SearchInput{Query: words})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (m *meant) about(t testing.TB, start query.ContextStart) *query.ContextDocument {
	t.Helper()
	got, err := m.service.Context(requestContext(localContext(), m.service), query.ContextInput{Start: start})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// warned reports whether a document says that meanings were not compared.
func warned(d *query.ContextDocument) bool {
	return slices.ContainsFunc(d.Warnings, func(w query.ContextWarning) bool { return w.Code == "SEMANTIC_UNAVAILABLE" })
}

// TestEmbedGoesOn fails in the middle, goes on, and does again what changed.
func TestEmbedGoesOn(t *testing.T) {
	all, err := serveMeant(t).embed(t)
	if err != nil || all < 2*64 {
		t.Fatalf("%d made at once, %v", all, err)
	}
	m := serveMeant(t)
	m.endpoint.Set(func(s *embeddingstest.Server) { s.Statuses = []int{0, 503, 503, 503, 503} })
	first, err := m.embed(t)
	if first != 64 || graph.CodeOf(err) != graph.CodeUnavailable {
		t.Fatalf("%d made before it failed with %v, want one batch of 64", first, err)
	}
	rest, err := m.embed(t)
	if err != nil || first+rest != all {
		t.Fatalf("%d and %d made, %v, want all %d", first, rest, err, all)
	}
	if made, err := m.embed(t); made != 0 || err != nil {
		t.Errorf("%d made again, %v", made, err)
	}
	id := graph.ID("shoplane/task/offline-queue")
	found, err := m.store.Entities(localContext(), []graph.Ref{{ID: id}}, graph.Full)
	if err != nil {
		t.Fatal(err)
	}
	task := found[id].(*graph.Task)
	task.Title = "Rename it Vorpal"
	if _, err := m.store.Write(localContext(), &graph.Batch{Entities: []graph.Entity{task}, Analyse: searchtext.Analyse}); err != nil {
		t.Fatal(err)
	}
	made, err := m.embed(t)
	inputs := m.endpoint.Inputs()
	if last := inputs[len(inputs)-1]; made != 1 || err != nil || len(last) != 1 || !strings.HasPrefix(last[0], "Rename it Vorpal\n") {
		t.Errorf("%d made of %.300q, %v, want the changed text", made, last, err)
	}
}

// TestRefusedText leaves out the text that the endpoint refuses, and nothing
// when it refuses everything.
func TestRefusedText(t *testing.T) {
	m := serveMeant(t)
	m.endpoint.Set(func(s *embeddingstest.Server) { s.Down = 400 })
	if made, err := m.embed(t); made != 0 || graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Fatalf("%d made, %v", made, err)
	}
	m.endpoint.Set(func(s *embeddingstest.Server) { s.Down, s.Refused = 0, "Build the offline queue" })
	if _, err := m.embed(t); err != nil {
		t.Fatal(err)
	}
	if made, err := m.embed(t); made != 0 || err != nil {
		t.Errorf("the refused text was tried again: %d, %v", made, err)
	}
	if got := m.search(t, "brume"); got.Semantic != query.SemanticOn || got.Total == 0 {
		t.Errorf("found %d, %s", got.Total, got.Semantic)
	}
}

// TestSynonym finds what no word says.
func TestSynonym(t *testing.T) {
	m := serveMeant(t)
	before := m.search(t, "brume")
	document := m.about(t, query.ContextStart{Topic: new("brume")})
	if before.Total != 0 || before.Semantic != query.SemanticOn || len(document.Nodes) != 0 || warned(document) {
		t.Fatalf("without vectors: %d hits, %s, %d nodes", before.Total, before.Semantic, len(document.Nodes))
	}
	if _, err := m.embed(t); err != nil {
		t.Fatal(err)
	}
	got := m.search(t, "brume")
	if got.Total == 0 || got.Hits[0].Why != "similar meaning" || got.Hits[0].Snippet == "" {
		t.Fatalf("found %+v", got)
	}
	document = m.about(t, query.ContextStart{Topic: new("brume")})
	if len(document.Nodes) == 0 || document.Nodes[0].Entity.Self().ID != got.Hits[0].Entity.Self().ID || !strings.Contains(strings.ToLower(document.Text), "fog") {
		t.Errorf("told of %d nodes: %.500s", len(document.Nodes), document.Text)
	}
	if again := m.about(t, query.ContextStart{Topic: new("brume")}); again.Text != document.Text {
		t.Errorf("told again\n%s\nafter\n%s", again.Text, document.Text)
	}
	asked := len(m.endpoint.Inputs())
	if document := m.about(t, query.ContextStart{IDs: []string{got.Hits[0].Entity.Self().ID}}); warned(document) || len(m.endpoint.Inputs()) != asked {
		t.Errorf("a start was not compared as itself: %v", document.Warnings)
	}
}

// TestEndpointDown wants words alone to answer, and to say so, soon.
func TestEndpointDown(t *testing.T) {
	const soon = 10 * time.Second // of a busy machine; an answer waits one second for the endpoint
	for name, set := range map[string]func(*embeddingstest.Server){
		"fails":   func(s *embeddingstest.Server) { s.Down = 503 },
		"is slow": func(s *embeddingstest.Server) { s.Delay = time.Minute },
		"rejects": func(s *embeddingstest.Server) { s.Key = "another" },
		"is busy": func(s *embeddingstest.Server) { s.Down, s.RetryAfter = 429, "3" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := serveMeant(t)
			words := serveDemo(t)
			want, err := words.service.Search(localContext(), query.SearchInput{Query: "offline queue"})
			if err != nil {
				t.Fatal(err)
			}
			m.endpoint.Set(set)
			began := time.Now()
			got := m.search(t, "offline queue")
			if took := time.Since(began); got.Semantic != query.SemanticUnavailable || took > soon {
				t.Errorf("%s after %s", got.Semantic, took)
			}
			if got.Total != want.Total || fmt.Sprint(got.Hits[0].Score) != fmt.Sprint(want.Hits[0].Score) {
				t.Errorf("found %d, want %d as by words alone", got.Total, want.Total)
			}
			asked := len(m.endpoint.Inputs())
			if document := m.about(t, query.ContextStart{Topic: new("offline queue")}); !warned(document) || len(m.endpoint.Inputs()) != asked {
				t.Errorf("%d requests to an endpoint that rests, warnings %v", len(m.endpoint.Inputs())-asked, document.Warnings)
			}
			m.endpoint.Set(func(s *embeddingstest.Server) { s.Down, s.Delay, s.Key = 0, 0, "" })
			m.now = m.now.Add(time.Minute)
			if got := m.search(t, "offline queue"); got.Semantic != query.SemanticOn {
				t.Errorf("after it came back: %s", got.Semantic)
			}
		})
	}
}

// TestSearchWhileEmbedding lets many search while vectors come in.
func TestSearchWhileEmbedding(t *testing.T) {
	m := serveMeant(t)
	var searches sync.WaitGroup
	for n := range 4 {
		searches.Go(func() {
			for i := range 5 {
				_, err := m.service.Search(localContext(), query.SearchInput{Query: fmt.Sprint("brume ", n, " ", i)})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	_, err := m.embed(t)
	searches.Wait()
	if got := m.search(t, "brume"); err != nil || got.Total == 0 {
		t.Errorf("found %d, %v", got.Total, err)
	}
}

// TestEmbedCommand embeds a file's graph, by flags and by the environment, and
// serves while it does.
func TestEmbedCommand(t *testing.T) {
	db := demoFile(t)
	endpoint := embeddingstest.New(t)
	endpoint.Set(func(s *embeddingstest.Server) { s.Key = "sk-secret"; s.Meanings["brume"] = "fog" })
	if got := command(t, "", "embed", db); got.status != 2 || !strings.Contains(got.errOut, "--embeddings-url") {
		t.Errorf("without an endpoint: %+v", got)
	}
	if got := command(t, "", "search", "brume", db, "--embeddings-url="+endpoint.URL); got.status != 2 || !strings.Contains(got.errOut, "--embeddings-model") {
		t.Errorf("without a model: %+v", got)
	}
	got := command(t, "", "embed", db, "--embeddings-url="+endpoint.URL, "--embeddings-model=words", "--embeddings-key=sk-wrong")
	if got.status != 7 || strings.Contains(got.errOut, "sk-wrong") {
		t.Errorf("with a wrong key: %+v", got)
	}
	t.Setenv("DOSSIER_EMBEDDINGS_URL", endpoint.URL)
	t.Setenv("DOSSIER_EMBEDDINGS_MODEL", "words")
	t.Setenv("DOSSIER_EMBEDDINGS_KEY", "sk-secret")
	t.Setenv("DOSSIER_EMBEDDINGS_DIMENSIONS", "512")
	if got := command(t, "", "embed", db); got.status != 0 || !strings.Contains(got.out, "entities embedded") || strings.HasPrefix(got.out, "0 ") {
		t.Errorf("embed: %+v", got)
	}
	if got := command(t, "", "embed", db); !strings.HasPrefix(got.out, "0 ") {
		t.Errorf("embed again: %+v", got)
	}
	if got := command(t, "", "search", "brume", db, "--json"); !strings.Contains(got.out, "Winter co-location") {
		t.Errorf("search: %+v", got)
	}
}

// TestEmbeddingInBackground fills the vectors of the demo while it is served.
func TestEmbeddingInBackground(t *testing.T) {
	m := serveMeant(t)
	p := &program{ctx: localContext(), log: newLog(&m.log, "info"), embeddings: embeddingOptions{URL: m.endpoint.URL}}
	stop := p.embedding(m.service)
	for deadline := time.Now().Add(20 * time.Second); m.search(t, "brume").Total == 0; {
		if time.Now().After(deadline) {
			t.Fatal("nothing was embedded")
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if log := m.log.String(); strings.Contains(log, "WARN") {
		t.Errorf("logged %s", log)
	}
}
