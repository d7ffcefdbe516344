package prompt_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/prompt"
)

// TestOwned checks that what a person owns by props is beside what edges join to
// the person, in a list of its own and only once.
func TestOwned(t *testing.T) {
	g := memory.NewGraph(graphtest.Synthetic(300, 900))
	id := graphtest.Entities(g)[200].Self().ID
	var tasks []graph.Entity
	for _, e := range g.OfKind(graph.KindTask) {
		tasks = append(tasks, e)
	}
	options := prompt.Options{MaxTokens: 20_000, Count: graphtest.Counter(t), Now: now, Owned: []graph.Entity{tasks[0], tasks[len(tasks)-1]}}
	d, err := focus(g, id, options)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := checkDocument(d, options); wrong != "" || !strings.Contains(d.Text, "## Owner of (2)") {
		t.Errorf("%s:\n%s", wrong, d.Text)
	}
	for _, owned := range options.Owned {
		line := "- " + owned.Self().Label + " [" + owned.Self().ID + "]"
		if n := strings.Count(d.Text, line); n != 1 {
			t.Errorf("%s is in the text %d times", line, n)
		}
		for _, node := range d.Nodes {
			if node.Entity.Self().ID == owned.Self().ID && node.Distance != 1 {
				t.Errorf("%s is at distance %d", line, node.Distance)
			}
		}
	}
}
