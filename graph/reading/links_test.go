package reading_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/reading"
)

// TestAbbreviatedIsShort renders many links of all kinds whose names cost many
// tokens.
func TestAbbreviatedIsShort(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, alphabet := range []string{
		"abcdefghijklmnopqrstuvwxyz     ", "qxzjkvwbpfg", "aBcDeFGhIjKLmNoPqRsTuVwXyZ", "0123456789", "a1b2c3d4e5f6",
		"!@#$%^&*()_+-=[]{}|;:<>?/~", "漢字日本語中文鬱", "😀🦀🏳", "𒀀𒁀𓀀𠜎", "q x z ", "مرحبا بالعالم", "नमस्ते", "éèüñøß", "\u200b\u0301",
	} {
		changes := graphtest.Synthetic(80, 0)
		centre := changes.Entities[40].Self()
		for _, e := range changes.Entities {
			name := make([]rune, 80)
			for i := range name {
				name[i] = []rune(alphabet)[random.IntN(len([]rune(alphabet)))]
			}
			e.Self().Label = string(name)
			for range 2 {
				rel := graph.Relations[random.IntN(len(graph.Relations))].Name
				changes.Edges = append(changes.Edges, graph.Edge{
					ID: graph.EdgeID(centre.ID, rel, e.Self().ID), Rel: rel, Src: centre.Ref(), Dst: e.Self().Ref(),
				})
			}
		}
		checkShort(t, abbreviated(t, memory.NewGraph(changes), centre.ID))
	}
}

func TestSampleAbbreviatedIsShort(t *testing.T) {
	for _, g := range graphtest.Sample(t, "../..") {
		for i, e := range graphtest.Entities(g) {
			if i%7 == 0 || e.Self().Kind == graph.KindPlan || e.Self().Kind == graph.KindProject {
				checkShort(t, abbreviated(t, g, e.Self().ID))
			}
		}
	}
}

func checkShort(t *testing.T, text string) {
	t.Helper()
	if n := graphtest.Counter(t)(text); n >= 500 {
		t.Errorf("%d tokens:\n%s", n, text)
	}
}

// longHint is longer than any interface needs.
const longHint = "Use `get_linked_entities` tool to see full details including descriptions."

func abbreviated(t *testing.T, g *memory.Graph, id string) string {
	t.Helper()
	links, err := g.LinkedEntities(id, memory.LinkQuery{})
	if err != nil {
		t.Fatal(err)
	}
	return reading.Links(links, longHint, graphtest.Counter(t))
}

// TestLinkRefsNameEveryCard compares the refs to read with the cards.
func TestLinkRefsNameEveryCard(t *testing.T) {
	g := memory.NewGraph(graphtest.Synthetic(60, 400))
	links, err := g.LinkedEntities(g.Project().ID, memory.LinkQuery{})
	if err != nil {
		t.Fatal(err)
	}
	refs := reading.FullLinkRefs(links)
	text := reading.FullLinks(links, nil) // none of them can be read any more
	if len(refs) == 0 || strings.Count(text, "\n#### ") != len(refs) {
		t.Errorf("%d cards for %d entities", strings.Count(text, "\n#### "), len(refs))
	}
	for _, ref := range refs {
		if !strings.Contains(text, "["+links.ShortID(ref.ID)+"]") {
			t.Errorf("no card of %s", ref.ID)
		}
	}
}

func BenchmarkLinks(b *testing.B) {
	g := memory.NewGraph(graphtest.Synthetic(20_000, 40_000))
	for b.Loop() {
		links, err := g.LinkedEntities(g.Project().ID, memory.LinkQuery{})
		if err != nil {
			b.Fatal(err)
		}
		reading.Links(links, "", graphtest.Counter(b))
	}
}

// A task of a plan, held in memory and read from its side.
func ExampleLinks() {
	plan := graph.Ref{Kind: graph.KindPlan, ID: graph.ID("plan")}
	task := graph.Ref{Kind: graph.KindTask, ID: graph.ID("task")}
	g := memory.NewGraph(graph.Changes{
		Revision: graph.Revision{ProjectID: "project", Number: 1},
		Entities: []graph.Entity{
			&graph.Task{Common: graph.Common{ID: task.ID, Kind: graph.KindTask, Label: "Write the brochure"}},
			&graph.Plan{Common: graph.Common{ID: plan.ID, Kind: graph.KindPlan, Label: "Marketing"}},
		},
		Edges: []graph.Edge{{ID: "edge", Rel: graph.RelHasTask, Src: plan, Dst: task}},
	})
	links, err := g.LinkedEntities(task.ID, memory.LinkQuery{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(reading.Links(links, "", words))
	// Output:
	// ## Linked Entities
	//
	// This task has the following relationships:
	//
	// ### Plans (1 linked)
	//
	// - **Marketing** [02744c05] - task of
}

// words counts words, which the example uses as tokens.
func words(text string) int { return len(strings.Fields(text)) }
