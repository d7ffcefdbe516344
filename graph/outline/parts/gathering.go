package parts

import (
	"slices"

	"dossier/graph"
	"dossier/graph/memory"
)

// gathering collects the parts and neighbours of a root.
type gathering struct {
	graph   *memory.Graph
	root    int32
	kind    graph.Kind
	seen    map[int32]bool
	parts   map[graph.Kind][]Member
	related map[graph.Kind][]Member
}

// partDepth is the maximum number of edges from a root to a part: from a plan
// to its task, and from that to what the task produces.
const partDepth = 2

// A reached entity is one at the end of a path of edges from the root.
type reached struct {
	ordinal int32
	path    []string
}

// gather adds the entities that are linked to the root, the nearest first.
func (m *gathering) gather() {
	frontier := []reached{{ordinal: m.root}}
	for depth := range partDepth {
		var next []reached
		for _, from := range frontier {
			next = append(next, m.visit(from, depth)...)
		}
		frontier = next
	}
}

// visit adds the entities that are linked to from, and returns the parts among
// them.
func (m *gathering) visit(from reached, depth int) (parts []reached) {
	for _, link := range m.graph.Links(from.ordinal) {
		isPart := m.isPart(from.ordinal, link)
		if m.seen[link.Other] || depth > 0 && !isPart {
			continue
		}
		m.seen[link.Other] = true
		path := append(slices.Clip(from.path), m.graph.EdgeAt(link.Edge).ID)
		if m.add(link, isPart, path) && isPart {
			parts = append(parts, reached{link.Other, path})
		}
	}
	return parts
}

// isPart reports whether the entity at the end of a link is a part of the root: in its
// family, or contained in it as the head of another, or in the family of such a head.
func (m *gathering) isPart(from int32, link memory.Link) bool {
	switch m.graph.Root(link.Other) {
	case m.root, from:
		return true
	case link.Other:
		return from == m.root && link.Outgoing && m.graph.EdgeAt(link.Edge).Rel.IsContainment()
	}
	return false
}

// add adds the entity at the end of a link, with the edges to it, and reports
// whether the entity was added as a part. It ignores projects and scratch
// entities.
func (m *gathering) add(link memory.Link, isPart bool, edges []string) bool {
	e := m.graph.At(link.Other)
	common := e.Self()
	if common.Kind == graph.KindProject || common.IsScratch() {
		return false
	}
	member := Member{Graph: m.graph, Entity: e, Edges: edges}
	if isPart || m.isOnlyText(link.Other) || common.Kind.IsShared() || m.kind.IsShared() && common.Kind != m.kind {
		m.parts[common.Kind] = append(m.parts[common.Kind], member)
		return true
	}
	member.Relation = m.graph.EdgeAt(link.Edge).Label(link.Direction())
	if m.related == nil {
		m.related = map[graph.Kind][]Member{}
	}
	m.related[common.Kind] = append(m.related[common.Kind], member)
	return true
}

// isOnlyText reports whether an entity is a document of the root alone, as of a
// decision that references its text: it is its own root, because documents precede
// decisions in families, and nothing else but shared entities has an edge to it.
func (m *gathering) isOnlyText(ord int32) bool {
	if m.kind == graph.KindDocument || m.graph.At(ord).Self().Kind != graph.KindDocument {
		return false
	}
	for _, link := range m.graph.Links(ord) {
		if link.Other != m.root && !m.graph.At(link.Other).Self().Kind.IsShared() {
			return false
		}
	}
	return true
}
