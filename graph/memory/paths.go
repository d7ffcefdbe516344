package memory

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
)

// Paths are the shortest paths from one entity of a graph to all others, by
// edges in both directions, without scratch documents. They do not pass through
// the project, unless they start there, because it would make the distance of
// most entities two. Of several shortest paths to an entity, the one is taken
// whose edges have the least ids, compared from the start on.
//
// They are found when they are asked for: those from the project by the
// distances that the graph knows, which takes time for the entities asked for,
// others by a walk as far as the entities asked for. Paths may not be used concurrently.
type Paths struct {
	graph  *Graph
	root   int32 // none if the graph lacks the start
	marks  *paged[uint8]
	before map[int32]Link // by ordinal: steps that were found by marks

	// Of the walk, nil until it begins: 1 more than the distances that it knows and the
	// last edges of paths, both by ordinal, and the entities whose links it follows next.
	distances []int32
	steps     []Link
	queue     []int32
}

// Paths returns the shortest paths from an entity.
func (g *Graph) Paths(from string) *Paths {
	p := &Paths{graph: g, root: none, before: map[int32]Link{}}
	if root, known := g.Ordinal(from); known {
		p.root = root
	}
	if from == g.Revision.ProjectID && g.CountOf(graph.KindProject) == 1 { // another project would end paths
		p.marks = &g.survey.get().marks
	}
	return p
}

// walkTo goes on with the walk until it knows an entity, or all.
func (p *Paths) walkTo(ord int32) {
	g := p.graph
	if p.distances == nil {
		p.distances, p.steps = make([]int32, g.Ordinals()), make([]Link, g.Ordinals())
		if p.root != none {
			p.distances[p.root], p.queue = 1, []int32{p.root}
		}
	}
	for ; p.distances[ord] == 0 && len(p.queue) > 0; p.queue = p.queue[1:] {
		at := p.queue[0]
		if at != p.root && g.At(at).Self().Kind == graph.KindProject {
			continue
		}
		for _, link := range g.Links(at) {
			if p.distances[link.Other] == 0 && !g.At(link.Other).Self().IsScratch() {
				p.distances[link.Other] = p.distances[at] + 1
				p.steps[link.Other] = Link{Other: at, Edge: link.Edge, Outgoing: !link.Outgoing}
				p.queue = append(p.queue, link.Other)
			}
		}
	}
}

// mark returns the mark of an entity in the survey, 0 if it is farther than
// that or the paths do not start from the project.
func (p *Paths) mark(ord int32) uint8 {
	if p.marks == nil {
		return 0
	}
	return *p.marks.at(ord)
}

// At returns the distance of the entity with an ordinal from the start, -1 if there is
// no path.
func (p *Paths) At(ord int32) int {
	switch mark := p.mark(ord); {
	case mark > 0:
		return int(mark) - 1
	case p.marks != nil && !p.graph.IsLinkedAt(ord):
		return -1
	}
	p.walkTo(ord)
	return int(p.distances[ord]) - 1
}

// step returns the last edge of the path to an entity other than the start,
// seen from its end.
func (p *Paths) step(ord int32) Link {
	mark := p.mark(ord)
	if mark == 0 {
		p.walkTo(ord)
		return p.steps[ord]
	}
	best, known := p.before[ord]
	if known {
		return best
	}
	for _, link := range p.graph.Links(ord) { // by edge id, so that the first one to an entity is the least
		if p.mark(link.Other) == mark-1 && (!known || p.compare(link.Other, best.Other) < 0) {
			best, known = link, true
		}
	}
	p.before[ord] = best
	return best
}

// compare compares the paths to two entities at the same distance.
func (p *Paths) compare(a, b int32) int {
	if a == b || a == p.root {
		return 0
	}
	x, y := p.step(a), p.step(b)
	return cmp.Or(p.compare(x.Other, y.Other), strings.Compare(p.graph.EdgeAt(x.Edge).ID, p.graph.EdgeAt(y.Edge).ID))
}

// Distance returns the number of edges on the path to an entity, negative if
// there is none.
func (p *Paths) Distance(id string) int {
	if ord, known := p.graph.Ordinal(id); known {
		return p.At(ord)
	}
	return -1
}

// Before returns the entity before another one on the path to it, and the label
// of the edge between them as seen from the latter. It returns nil for the
// start and if there is no path.
func (p *Paths) Before(id string) (graph.Entity, string) {
	ord, known := p.graph.Ordinal(id)
	if !known || p.At(ord) <= 0 {
		return nil, ""
	}
	step := p.step(ord)
	return p.graph.At(step.Other), p.graph.EdgeAt(step.Edge).Label(step.Direction())
}

// Edges returns the edges of the path to an entity, beginning at the start.
func (p *Paths) Edges(id string) []SnapshotEdge {
	ord, known := p.graph.Ordinal(id)
	if !known {
		return nil
	}
	var edges []SnapshotEdge
	for p.At(ord) > 0 {
		step := p.step(ord)
		edges, ord = append(edges, NewSnapshotEdge(p.graph.EdgeAt(step.Edge))), step.Other
	}
	slices.Reverse(edges)
	return edges
}
