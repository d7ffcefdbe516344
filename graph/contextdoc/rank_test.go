package contextdoc_test

import (
	"context"
	"errors"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/projects"
	"dossier/graph/similarity"
)

// An embedder returns the same embedding for every text, or an error.
type embedder struct{ err error }

func (embedder) Model() string { return "alike" }

func (e embedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = []float32{1, 0}
	}
	return vectors, e.err
}

// TestMeaning asks with a word that no entity has. It checks that entities are
// found if they have embeddings, and that the document warns if the embedder
// fails.
func TestMeaning(t *testing.T) {
	a := demo(t)
	a.Projects = projects.New(a.store, projects.Options{Vectors: a.store, Model: embedder{}.Model()})
	in := contextdoc.Input{Start: contextdoc.Start{Topic: new("zyzzyva")}, MaxTokens: new(500)}
	for _, test := range []struct {
		name  string
		err   error
		found bool
		code  string
	}{
		{"no answer", errors.New("no answer"), false, "SEMANTIC_UNAVAILABLE"},
		{"no vectors", nil, false, "NO_MATCH"},
		{"vectors", nil, true, ""},
	} {
		if test.found {
			job := similarity.Job{Embedder: embedder{}, Entities: a.store, Vectors: a.store}
			if err := job.Run(storetest.Context(), func(int, int) {}); err != nil {
				t.Fatal(err)
			}
		}
		a.Questions = similarity.NewQuestions(embedder{test.err}, storetest.Now)
		document := graphtest.Must(a.Write(a.ctx, in))(t)
		if found := len(document.Nodes) > 0; found != test.found || (test.code == "") != (document.Warnings == nil) {
			t.Errorf("%s: %d nodes, warnings %v", test.name, len(document.Nodes), document.Warnings)
		}
		if test.code != "" && document.Warnings[0].Code != test.code {
			t.Errorf("%s: warnings %v, want %s first", test.name, document.Warnings, test.code)
		}
	}
}

// TestKinds checks that only entities of the requested kinds are found.
func TestKinds(t *testing.T) {
	a := demo(t)
	for _, topic := range []string{"offline queue", "oflyne qeue zzz"} {
		document := graphtest.Must(a.Write(a.ctx, contextdoc.Input{
			Start: contextdoc.Start{Topic: &topic}, Kinds: []graph.Kind{graph.KindRisk}, Depth: new(0), MaxTokens: new(3000),
		}))(t)
		for _, node := range document.Nodes {
			if node.Entity.Self().Kind != graph.KindRisk {
				t.Errorf("%s: found a %s", topic, node.Entity.Self().Kind)
			}
		}
	}
}
