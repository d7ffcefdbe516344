package contextdoc

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/rank"
)

// surroundings are the links and the parent of an entity.
type surroundings struct {
	links      []graph.Link // without those to the project
	parent     graph.Entity // nil for none
	parentName string       // as shown after the kind: "Offline mode" in "requirement of Offline mode"; "" for none
}

// surroundings returns the surroundings of node i. The entity's name includes
// its parent, because many labels are unclear alone. An entity without a parent
// is shown with its project, if the scope has several. The name of a parent
// that the document has named before is shortened; therefore the parents of all
// nodes before i are determined first.
func (x *entries) surroundings(i int) *surroundings {
	for at := len(x.around); at <= i; at++ {
		node, g := x.nodes[at], x.graph(at)
		one := surroundings{links: x.links(g, node.ID)}
		one.parent = parentOf(g, g.Entity(node.ID), one.links)
		if named := x.namedParent(g, node, one.parent); named != nil {
			id := named.Self().ID
			rank, ranked := x.found.place(id)
			one.parentName = x.style.parentName(named, x.named[id] || ranked && rank < at)
			x.named[id] = true
		}
		x.around = append(x.around, one)
	}
	return &x.around[i]
}

// namedParent returns the entity that is shown after the kind of a node, nil
// for none.
func (x *entries) namedParent(g *graph.Graph, node rank.Node, parent graph.Entity) graph.Entity {
	isProject := node.Kind == string(graph.KindProject)
	if parent == nil && len(x.projects) > 1 && x.style.maxTokens >= smallBudget && !isProject {
		return g.Project()
	}
	return parent
}

// links returns the links of an entity, without those to projects and scratch
// documents. First are those whose relation the question asks for, then those
// of the lens. Among equals, links to neighbours that are ranked higher come
// first.
func (x *entries) links(g *graph.Graph, id string) []graph.Link {
	ordinal, known := g.Ordinal(id)
	if !known {
		return nil
	}
	type ranked struct {
		graph.Link
		relation, neighbour, order int
	}
	var list []ranked // an entity may have 100,000 links, so each is ranked once
	for _, link := range g.Links(ordinal) {
		other := g.At(link.Other).Self()
		if other.Kind == graph.KindProject || other.IsScratch() {
			continue
		}
		relation := g.EdgeAt(link.Edge).Rel
		at := x.rankFor(other.ID)
		list = append(list, ranked{link, x.style.relationRank(relation), at, relation.Rank()})
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.relation, b.relation), cmp.Compare(a.neighbour, b.neighbour),
			cmp.Compare(a.Other, b.Other), cmp.Compare(a.order, b.order), cmp.Compare(a.Edge, b.Edge))
	})
	links := make([]graph.Link, len(list))
	for i := range list {
		links[i] = list[i].Link
	}
	return links
}

// rankFor returns the rank of a neighbour for the order of links, which is the
// same for all entities that not every budget has room for.
func (x *entries) rankFor(id string) int {
	at, ranked := x.found.place(id)
	most := len(x.nodes)
	if x.nested {
		most = min(most, roomyBudget/tokensPerName)
	}
	if !ranked || at > most {
		return most
	}
	return at
}

// isParentLink reports whether a link leads from a child to its parent, such as
// from a risk to its plan. A milestone is not the parent of what it contains.
// The parent of a signal or an insight is the entity that it relates to.
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
