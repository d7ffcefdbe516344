package memory_test

import (
	"fmt"

	"dossier/graph"
	"dossier/graph/memory"
)

// A task of a plan, held in memory and read from its side.
func ExampleGraph_LinkedEntities() {
	plan := graph.Ref{Kind: graph.KindPlan, ID: "plan"}
	task := graph.Ref{Kind: graph.KindTask, ID: "task"}
	g := memory.NewGraph(graph.Changes{
		Revision: graph.Revision{ProjectID: "project", Number: 1},
		Entities: []graph.Entity{
			&graph.Task{Common: graph.Common{ID: "task", Kind: graph.KindTask, Label: "Write the brochure"}},
			&graph.Plan{Common: graph.Common{ID: "plan", Kind: graph.KindPlan, Label: "Marketing"}},
		},
		Edges: []graph.Edge{{ID: "edge", Rel: graph.RelHasTask, Src: plan, Dst: task}},
	})
	links, err := g.LinkedEntities("task", memory.LinkQuery{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, group := range links.All() {
		for _, link := range group.Items {
			fmt.Printf("%s %s\n", link.Label, link.Entity.Self().Label)
		}
	}
	// Output: task of Marketing
}
