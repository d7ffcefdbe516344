package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/states"
)

// A WholeNode is an entity on a page of a whole graph, with its outgoing edges.
type WholeNode struct {
	Entity  graph.Entity
	ID      string // as displayed
	Edges   []WholeEdge
	Further bool // its first edges are on the previous page
}

// A WholeEdge is an edge from a node to an entity.
type WholeEdge struct {
	Relation graph.Relation // as it reads from the node
	To       string         // its id as displayed
}

// Whole renders nodes of a project's graph as Markdown, grouped by kind, each
// on a line with its edges.
func Whole(project Name, nodes []WholeNode, totalNodes, totalEdges int) string {
	project.Facts = []string{fmt.Sprintf("%d nodes, %d edges", totalNodes, totalEdges)}
	project.Label = "Graph of " + project.Label
	blocks := []Block{Heading{Level: 1, Name: project, Tight: true}}
	for i := range nodes {
		if kind := nodes[i].Entity.Self().Kind; i == 0 || nodes[i-1].Entity.Self().Kind != kind {
			blocks = append(blocks, Apart{Heading{Level: 2, Name: Name{Label: kind.Heading()}, Tight: true}})
		}
		blocks = append(blocks, nodes[i].item())
	}
	return Markdown(blocks...)
}

func (n *WholeNode) item() Item {
	var facts, edges []string
	if state := states.Shown(n.Entity.Self()); state != "" {
		facts = append(facts, state)
	}
	if n.Further {
		facts = append(facts, "continued")
	}
	for i, edge := range n.Edges {
		if i > 0 && n.Edges[i-1].Relation == edge.Relation {
			edges[len(edges)-1] += " " + edge.To
			continue
		}
		edges = append(edges, string(edge.Relation)+" "+edge.To)
	}
	return Item{Name: Name{Label: graph.Line(n.Entity.Self().Label, aliasName), ID: n.ID, Facts: facts}, Text: strings.Join(edges, ", ")}
}
