package mcp

import (
	"context"
	"fmt"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/prompt"
	"dossier/mcp/schema"
)

type wholeInput struct {
	budgeted
	Project string `json:"project"`
	From    int    `json:"from"`
}

// A wholeOutput is a page of a project's graph as JSON.
type wholeOutput struct {
	Nodes      []entityOutput `json:"nodes"`
	Edges      []edgeOutput   `json:"edges"`
	TotalNodes int            `json:"total_nodes"`
	TotalEdges int            `json:"total_edges"`
}

type edgeOutput struct {
	From     string         `json:"from"`
	Relation graph.Relation `json:"relation"`
	To       string         `json:"to"`
}

const wholeName = "get_project_graph_full"

func wholeTool() tool {
	return readingTool(wholeName, "All entities and links of a project, page by page. Large: prefer get_context_document.",
		[]schema.Property{schema.Required(schema.Text("project", "")), schema.Number("from", "skips")},
		getProjectGraphFull)
}

// getProjectGraphFull returns a page of a project's graph, with as many nodes
// and edges as fit. A page may begin among the edges of a node.
func getProjectGraphFull(ctx context.Context, s *toolbox, given wholeInput, budget int) (*answer, error) {
	id, err := s.names.project(ctx, given.Project)
	if err != nil {
		return nil, err
	}
	g, err := s.service.Graph(ctx, id)
	if err != nil {
		return nil, err
	}
	all := g.Count() + g.EdgeCount()
	if given.From < 0 || given.From > all {
		return nil, graph.BadInput("from", "%d is out of range; there are %d nodes and edges", given.From, all)
	}
	nodes := wholeNodes(g, given.From, min(all, given.From+mostItems))
	short, err := s.service.ShortIDs(ctx, []string{id}, append(idsOf(nodes), id))
	if err != nil {
		return nil, err
	}
	name := prompt.Name{ID: short(id)}
	if project := g.Project(); project != nil {
		name.Label = project.Name
	}
	return s.budgets.fitted(budget, min(all-given.From, mostItems), func(n int) (*answer, error) {
		page := firstItems(nodes, n, short)
		more := ""
		if next := given.From + n; next < all {
			more = fmt.Sprintf("%d of %d nodes and edges; the next: %s", n, all,
				call(wholeName, schema.Pair("project", name.ID), schema.Pair("from", next)))
		}
		return wholeAnswer(g, name, page, more), nil
	})
}

// mostItems is the maximum number of nodes and edges that fit into any budget.
const mostItems = MaxTokens / 8

// A wholeNode is a node of a page with its edges. further means that the node
// itself is on an earlier page.
type wholeNode struct {
	entity  graph.Entity
	further bool
	edges   []memory.SnapshotEdge
}

// wholeNodes returns the nodes and edges with the numbers from from up to to,
// where each node is followed by the edges that start at it.
func wholeNodes(g *memory.Graph, from, to int) (nodes []wholeNode) {
	at := 0
	for ord, e := range g.Entities() {
		one := wholeNode{entity: e, further: at < from}
		at++
		for _, link := range g.Links(ord) {
			if !link.Outgoing {
				continue
			}
			if at >= from && at < to {
				one.edges = append(one.edges, g.SnapshotEdge(g.EdgeAt(link.Edge).ID))
			}
			at++
		}
		if !one.further || len(one.edges) > 0 {
			nodes = append(nodes, one)
		}
		if at >= to {
			return nodes
		}
	}
	return nodes
}

// idsOf returns the ids of nodes and of the ends of their edges.
func idsOf(nodes []wholeNode) (ids []string) {
	for _, one := range nodes {
		ids = append(ids, one.entity.Self().ID)
		for _, edge := range one.edges {
			ids = append(ids, edge.DstID)
		}
	}
	return ids
}

// firstItems returns the first n nodes and edges in the form for rendering.
func firstItems(nodes []wholeNode, n int, short func(string) string) (page []prompt.WholeNode) {
	for _, one := range nodes {
		if n == 0 {
			break
		}
		node := prompt.WholeNode{Entity: one.entity, ID: short(one.entity.Self().ID), Further: one.further}
		if !one.further {
			n--
		}
		for _, edge := range one.edges[:min(n, len(one.edges))] {
			node.Edges = append(node.Edges, prompt.WholeEdge{Relation: edge.Rel, To: short(edge.DstID)})
			n--
		}
		page = append(page, node)
	}
	return page
}

func wholeAnswer(g *memory.Graph, project prompt.Name, page []prompt.WholeNode, next string) *answer {
	out := &wholeOutput{Nodes: []entityOutput{}, Edges: []edgeOutput{}, TotalNodes: g.Count(), TotalEdges: g.EdgeCount()}
	for _, node := range page {
		if !node.Further {
			out.Nodes = append(out.Nodes, entityOf(node.Entity, node.ID))
		}
		for _, edge := range node.Edges {
			out.Edges = append(out.Edges, edgeOutput{node.ID, edge.Relation, edge.To})
		}
	}
	return &answer{text: prompt.Whole(project, page, out.TotalNodes, out.TotalEdges), next: next, structured: out}
}
