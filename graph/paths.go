package graph

import "slices"

// Paths are the shortest paths from one entity of a graph to all others, by
// edges in both directions, without scratch documents. They do not pass through
// the project, unless they start there, because it would make the distance of
// most entities two.
type Paths struct {
	graph     *Graph
	distances []int32 // by ordinal, negative if there is no path
	steps     []Link  // by ordinal: the last edge of the path, seen from its end
}

// Paths returns the shortest paths from an entity.
func (g *Graph) Paths(from string) *Paths {
	p := &Paths{graph: g, distances: make([]int32, g.Ordinals()), steps: make([]Link, g.Ordinals())}
	for ord := range p.distances {
		p.distances[ord] = -1
	}
	root, known := g.Ordinal(from)
	if !known {
		return p
	}
	p.distances[root] = 0
	for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != root && g.At(at).Self().Kind == KindProject {
			continue
		}
		for _, link := range g.Links(at) {
			if p.distances[link.Other] < 0 && !g.At(link.Other).Self().IsScratch() {
				p.distances[link.Other] = p.distances[at] + 1
				p.steps[link.Other] = Link{Other: at, Edge: link.Edge, Outgoing: !link.Outgoing}
				queue = append(queue, link.Other)
			}
		}
	}
	return p
}

func (p *Paths) at(ord int32) int { return int(p.distances[ord]) }

// Distance returns the number of edges on the path to an entity, negative if
// there is none.
func (p *Paths) Distance(id string) int {
	if ord, known := p.graph.Ordinal(id); known {
		return p.at(ord)
	}
	return -1
}

// Before returns the entity before another one on the path to it, and the label
// of the edge between them as seen from the latter. It returns nil for the
// start and if there is no path.
func (p *Paths) Before(id string) (Entity, string) {
	ord, known := p.graph.Ordinal(id)
	if !known || p.distances[ord] <= 0 {
		return nil, ""
	}
	step := p.steps[ord]
	return p.graph.At(step.Other), p.graph.EdgeAt(step.Edge).Rel.Label(step.Direction())
}

// Edges returns the edges of the path to an entity, beginning at the start.
func (p *Paths) Edges(id string) []SnapshotEdge {
	ord, known := p.graph.Ordinal(id)
	if !known {
		return nil
	}
	var edges []SnapshotEdge
	for p.distances[ord] > 0 {
		edges = append(edges, p.graph.EdgeAt(p.steps[ord].Edge).SnapshotEdge())
		ord = p.steps[ord].Other
	}
	slices.Reverse(edges)
	return edges
}
