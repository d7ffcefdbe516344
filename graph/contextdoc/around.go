package contextdoc

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/rank"
)

// surroundings are what an entity is linked to, and what it belongs to.
type surroundings struct {
	links      []graph.Link // those to the project aside
	parent     graph.Entity // nil for none
	parentName string       // as its kind has it: "requirement of Offline mode"; "" for none
}

// surroundings returns those of a node. Many labels say nothing without the
// name of what the entity belongs to; where there are several projects, the
// name of its project. A parent that the document names before goes by its
// short name, so that parents are named in the order of the entries.
func (x *entries) surroundings(i int) *surroundings {
	for at := len(x.around); at <= i; at++ {
		node, g := x.nodes[at], x.graph(at)
		one := surroundings{links: x.links(g, node.ID)}
		one.parent = parentOf(g, g.Entity(node.ID), one.links)
		if named := x.namedParent(g, node, one.parent); named != nil {
			id := named.Self().ID
			rank, ranked := x.ranks[id]
			one.parentName = x.style.parentName(named, x.named[id] || ranked && rank < at)
			x.named[id] = true
		}
		x.around = append(x.around, one)
	}
	return &x.around[i]
}

// namedParent returns what the name of a node's kind mentions, nil for nothing.
func (x *entries) namedParent(g *graph.Graph, node rank.Node, parent graph.Entity) graph.Entity {
	isProject := node.Kind == string(graph.KindProject)
	if parent == nil && len(x.projects) > 1 && x.style.maxTokens >= smallBudget && !isProject {
		return g.Project()
	}
	return parent
}

// links returns an entity's links but those to its project: first those that
// the question asks for, and what was found first, in the order of the ranking.
func (x *entries) links(g *graph.Graph, id string) []graph.Link {
	ordinal, known := g.Ordinal(id)
	if !known {
		return nil
	}
	links := slices.DeleteFunc(slices.Clone(g.Links(ordinal)), func(link graph.Link) bool {
		other := g.At(link.Other).Self()
		return other.Kind == graph.KindProject || other.IsScratch()
	})
	rank := func(link graph.Link) int {
		if at, found := x.ranks[g.At(link.Other).Self().ID]; found {
			return at
		}
		return len(x.ranks)
	}
	relation := func(link graph.Link) graph.Relation { return g.EdgeAt(link.Edge).Rel }
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(
			cmp.Compare(x.style.relationRank(relation(a)), x.style.relationRank(relation(b))),
			cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Other, b.Other),
			cmp.Compare(relation(a).Rank(), relation(b).Rank()), cmp.Compare(a.Edge, b.Edge))
	})
	return links
}

// isParentLink reports whether a link leads from a child to its parent: from a
// risk to its plan. Milestones are not the parents of what they contain;
// signals and insights belong to what they relate to.
func isParentLink(g *graph.Graph, child graph.Entity, link graph.Link) bool {
	switch relation := g.EdgeAt(link.Edge).Rel; relation {
	case graph.RelContains:
		return false
	case graph.RelRelatesTo:
		kind := child.Self().Kind
		return (kind == graph.KindSignal || kind == graph.KindInsight) && link.Direction() == graph.Outgoing
	default:
		return relation.IsContainment() && link.Direction() == graph.Incoming
	}
}

// parentOf returns the first parent of a child, nil for none.
func parentOf(g *graph.Graph, child graph.Entity, links []graph.Link) graph.Entity {
	at := slices.IndexFunc(links, func(link graph.Link) bool { return isParentLink(g, child, link) })
	if at < 0 {
		return nil
	}
	return g.At(links[at].Other)
}
