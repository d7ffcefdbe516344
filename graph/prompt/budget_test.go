package prompt_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/prompt"
)

// checkDocument returns what is wrong with a document, "" for nothing.
func checkDocument(d *prompt.Document, options prompt.Options) string {
	switch {
	case d.Tokens != options.Count(d.Text):
		return "tokens are not those of the text"
	case d.Tokens > options.MaxTokens:
		return "the text is over the budget"
	case options.JSON && d.Text != "" && !json.Valid([]byte(d.Text)):
		return "the text is no JSON"
	case strings.Count(d.Text, "```")%2 != 0:
		return "a block is open"
	case !options.JSON && d.Text != "" && !strings.HasSuffix(d.Text, "\n"):
		return "the last line is cut"
	}
	for _, node := range d.Nodes {
		id := node.Entity.Self().ID
		if options.ShortID != nil {
			id = options.ShortID(id)
		}
		if !strings.Contains(d.Text, "["+id+"]") && !strings.Contains(d.Text, "="+id) {
			return "the text lacks node " + id
		}
	}
	return ""
}

func TestBudgetHolds(t *testing.T) {
	count := graphtest.Counter(t)
	rapid.Check(t, func(t *rapid.T) {
		g := memory.NewGraph(graphtest.Random(t))
		options := prompt.Options{MaxTokens: rapid.IntRange(100, 20_000).Draw(t, "budget"), Count: count, Now: now,
			JSON: rapid.Bool().Draw(t, "json")}
		id := rapid.SampledFrom(graphtest.Entities(g)).Draw(t, "focus").Self().ID
		for name, compose := range map[string]func() (*prompt.Document, error){
			"workspace": func() (*prompt.Document, error) { return workspace(g, options) },
			"focus":     func() (*prompt.Document, error) { return focus(g, id, options) },
			"global":    func() (*prompt.Document, error) { return prompt.Overview([]*memory.Graph{g}, "", options) },
		} {
			first, err := compose()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if wrong := checkDocument(first, options); wrong != "" {
				t.Fatalf("%s: %s:\n%s", name, wrong, first.Text)
			}
			if second, _ := compose(); second.Text != first.Text {
				t.Fatalf("%s: not the same twice", name)
			}
		}
	})
}

func TestMoreBudgetTellsMore(t *testing.T) {
	g, count := memory.NewGraph(graphtest.Synthetic(300, 900)), graphtest.Counter(t)
	nodes := 0
	for _, budget := range []int{200, 1000, 4000, 20_000} {
		d, err := workspace(g, prompt.Options{MaxTokens: budget, Count: count, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Nodes) <= nodes {
			t.Errorf("%d tokens: %d nodes after %d", budget, len(d.Nodes), nodes)
		}
		nodes = len(d.Nodes)
	}
}

func TestSampleWorkspaces(t *testing.T) {
	graphs, count := graphtest.Sample(t, "../.."), graphtest.Counter(t)
	for _, name := range slices.Sorted(maps.Keys(graphs)) {
		for _, budget := range []int{100, 500, 4000, 20_000} {
			options := prompt.Options{MaxTokens: budget, Count: count, Now: now}
			d, err := workspace(graphs[name], options)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := checkDocument(d, options); wrong != "" {
				t.Errorf("%s, %d tokens: %s", name, budget, wrong)
			}
		}
	}
}

func BenchmarkWorkspace(b *testing.B) {
	g, count := memory.NewGraph(graphtest.Synthetic(20_000, 40_000)), graphtest.Counter(b)
	for b.Loop() {
		if _, err := workspace(g, prompt.Options{MaxTokens: 4000, Count: count, Now: now}); err != nil {
			b.Fatal(err)
		}
	}
}
