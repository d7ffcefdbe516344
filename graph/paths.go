package graph

import "slices"

// Paths are the shortest ways from one entity of a graph to all others, over
// edges in both directions, not through scratch documents. They do not go on
// from the project, unless they start there: everything is two edges from
// everything else over it.
type Paths struct {
	graph     *Graph
	distances []int32 // by ordinal, below 0 for what no way leads to
	steps     []Link  // by ordinal: the last edge of the way, seen from its end
}

// Paths returns the shortest ways from an entity.
func (g *Graph) Paths(from string) *Paths {
	p := &Paths{graph: g, distances: make([]int32, len(g.entities)), steps: make([]Link, len(g.entities))}
	for ord := range p.distances {
		p.distances[ord] = -1
	}
	root, known := g.ordinals[from]
	if !known {
		return p
	}
	p.distances[root] = 0
	for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != root && g.entities[at].Self().Kind == KindProject {
			continue
		}
		for _, link := range g.Links(at) {
			if p.distances[link.Other] < 0 && !g.entities[link.Other].Self().IsScratch() {
				p.distances[link.Other] = p.distances[at] + 1
				p.steps[link.Other] = Link{Other: at, Edge: link.Edge, Outgoing: !link.Outgoing}
				queue = append(queue, link.Other)
			}
		}
	}
	return p
}

func (p *Paths) at(ord int32) int { return int(p.distances[ord]) }

// Distance returns how many edges away an entity is, below 0 for one that no
// way leads to.
func (p *Paths) Distance(id string) int {
	if ord, known := p.graph.ordinals[id]; known {
		return p.at(ord)
	}
	return -1
}

// Before returns the entity from which the way leads to another one, and how
// the edge between them reads from the latter. It is nil at the start and where
// no way leads.
func (p *Paths) Before(id string) (Entity, string) {
	ord, known := p.graph.ordinals[id]
	if !known || p.distances[ord] <= 0 {
		return nil, ""
	}
	step := p.steps[ord]
	return p.graph.entities[step.Other], p.graph.edges[step.Edge].Rel.Label(step.Direction())
}

// Edges returns the edges of the way to an entity, from the start on.
func (p *Paths) Edges(id string) []SnapshotEdge {
	ord, known := p.graph.ordinals[id]
	if !known {
		return nil
	}
	var edges []SnapshotEdge
	for p.distances[ord] > 0 {
		edges = append(edges, p.graph.edges[p.steps[ord].Edge].SnapshotEdge())
		ord = p.steps[ord].Other
	}
	slices.Reverse(edges)
	return edges
}
