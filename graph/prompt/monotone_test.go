package prompt_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/prompt"
)

// A shelf is a set of graphs that documents can be about.
type shelf struct {
	graphs []*memory.Graph
	full   map[string]graph.Entity
}

// open reads a graph of testdata.
func open(t testing.TB, name string) *shelf {
	t.Helper()
	file, err := os.Open("../../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	graphs, full, err := graphtest.ReadFull(file)
	if err != nil {
		t.Fatal(err)
	}
	return newShelf(graphs, full)
}

func newShelf(graphs map[string]*memory.Graph, full map[string]graph.Entity) *shelf {
	s := &shelf{full: full}
	for _, name := range slices.Sorted(maps.Keys(graphs)) {
		s.graphs = append(s.graphs, graphs[name])
	}
	return s
}

// A maker makes a document with the given options.
type maker func(prompt.Options) (*prompt.Document, error)

// draw returns a maker of documents about a random start.
func (s *shelf) draw(t *rapid.T) maker {
	g := rapid.SampledFrom(s.graphs).Draw(t, "project")
	switch rapid.IntRange(0, 3).Draw(t, "start") {
	case 0:
		return func(o prompt.Options) (*prompt.Document, error) { return workspace(g, o) }
	case 1:
		return func(o prompt.Options) (*prompt.Document, error) { return prompt.Overview(s.graphs, "", o) }
	}
	id := rapid.SampledFrom(graphtest.Entities(g)).Draw(t, "focus").Self().ID
	return func(o prompt.Options) (*prompt.Document, error) { return focus(g, id, o) }
}

func (s *shelf) options(t *rapid.T, count func(string) int) prompt.Options {
	return prompt.Options{
		Count: count, Now: now.AddDate(0, 4, 18), Full: s.full, ShortID: func(id string) string { return id[:8] },
		JSON: rapid.Bool().Draw(t, "json"), Graph: new(rapid.Bool().Draw(t, "graph")), Sources: rapid.Bool().Draw(t, "sources"),
		Classic: rapid.Bool().Draw(t, "classic"),
	}
}

// TestMonotone compares documents of two budgets: the larger one has every line
// of the smaller one, except counts and notes about what is left out.
func TestMonotone(t *testing.T) {
	s, count := open(t, "demo.ndjson"), graphtest.Counter(t)
	rapid.Check(t, func(t *rapid.T) {
		write, options := s.draw(t), s.options(t, count)
		options.JSON = false
		budget := rapid.OneOf(rapid.IntRange(100, 2000), rapid.IntRange(100, 20_000)).Draw(t, "budget")
		options.MaxTokens = budget
		small := must(write(options))(t)
		options.MaxTokens = budget + rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, 10_000)).Draw(t, "more")
		large := must(write(options))(t)
		text := bare(large.Text)
		for line := range strings.Lines(bare(small.Text)) {
			if !strings.Contains(text, strings.TrimRight(line, "\n")) {
				t.Fatalf("%d tokens lack %q of %d tokens:\n%s\n\n%s", options.MaxTokens, line, budget, small.Text, large.Text)
			}
		}
		for _, node := range small.Nodes {
			if !slices.ContainsFunc(large.Nodes, func(n prompt.Node) bool { return n.Entity == node.Entity }) {
				t.Fatalf("%d tokens lack %s", options.MaxTokens, node.Entity.Self().Label)
			}
		}
	})
}

// varies matches the parts of a text that depend on its length.
var varies = regexp.MustCompile(`(?m)^- \.\.\. and .*$|^> .*$|^\*… the first .*$|^("dropped").*$|( \([0-9]+[^)]*\))$|[]},]+$`)

func bare(text string) string { return varies.ReplaceAllString(text, "") }

// TestFill checks that documents that leave something out use their budgets.
func TestFill(t *testing.T) {
	count := graphtest.Counter(t)
	shelves := map[string]*shelf{"demo": open(t, "demo.ndjson")}
	for name, s := range shelves {
		rapid.Check(t, func(t *rapid.T) {
			checkFill(t, name, s.draw(t), s.options(t, count))
		})
	}
}

func checkFill(t *rapid.T, name string, write maker, options prompt.Options) {
	options.MaxTokens = rapid.IntRange(2000, 30_000).Draw(t, "budget") // a line takes up to 200 tokens
	d := must(write(options))(t)
	if wrong := checkDocument(d, options); wrong != "" {
		t.Fatalf("%s: %s:\n%s", name, wrong, d.Text)
	}
	if left := len(d.OmittedBest); left > 0 && 10*d.Tokens < 9*options.MaxTokens {
		t.Fatalf("%s: %d of %d tokens, and %d entities left out:\n%s", name, d.Tokens, options.MaxTokens, left, d.Text)
	}
}

// must returns a function that returns value, or ends the test if err is set.
func must[T any](value T, err error) func(interface{ Fatal(...any) }) T {
	return func(t interface{ Fatal(...any) }) T {
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// TestSampleFill starts from projects and entities of the sample.
func TestSampleFill(t *testing.T) {
	graphs := graphtest.Sample(t, "../..")
	s, count := newShelf(graphs, nil), graphtest.Counter(t)
	for i, g := range s.graphs {
		for _, e := range []graph.Entity{g.Project(), graphtest.Entities(g)[g.Count()/2]} {
			for _, budget := range []int{2000, 8000, 30_000} {
				shown := func(id string) string { return memory.ShownID([]*memory.Graph{g}, id, nil) }
				options := prompt.Options{Count: count, Now: now, MaxTokens: budget, ShortID: shown}
				d := must(focus(g, e.Self().ID, options))(t)
				if wrong := checkDocument(d, options); wrong != "" {
					t.Errorf("project %d, %d tokens: %s", i, budget, wrong)
				}
				if len(d.OmittedBest) > 0 && 10*d.Tokens < 9*budget {
					t.Errorf("project %d, %s: %d of %d tokens", i, fmt.Sprint(e.Self().Ref()), d.Tokens, budget)
				}
			}
		}
	}
}
