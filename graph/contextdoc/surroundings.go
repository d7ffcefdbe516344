package contextdoc

import (
	"cmp"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/contextdoc/style"
	"dossier/graph/memory"
	"dossier/graph/relevance/rank"
)

// surroundings are the links and the parent of an entity.
type surroundings struct {
	links      []memory.Link // the first ones, without those to the project
	more       bool          // whether there may be others
	parent     graph.Entity  // nil for none
	parentName string        // as shown after the kind: "Offline mode" in "requirement of Offline mode"; "" for none
}

// surroundings returns the surroundings of node i. The entity's name includes
// its parent, because many labels are unclear alone. An entity without a parent
// is shown with its project, if the scope has several. The name of a parent
// that the document has named before is shortened; therefore the parents of all
// nodes before i are determined first.
func (x *entries) surroundings(i int) *surroundings {
	for at := len(x.around); at <= i; at++ {
		node, g := x.nodes[at], x.graph(at)
		one := x.linked(g, node.ID, usualLinks)
		if named := x.namedParent(g, node, one.parent); named != nil {
			id := named.Self().ID
			rank, ranked := x.found.place(id)
			one.parentName = x.style.ParentName(named, x.named[id] || ranked && rank < at)
			x.named[id] = true
		}
		x.around = append(x.around, one)
	}
	return &x.around[i]
}

// namedParent returns the entity that is shown after the kind of a node, nil
// for none.
func (x *entries) namedParent(g *memory.Graph, node rank.Node, parent graph.Entity) graph.Entity {
	isProject := node.Kind == string(graph.KindProject)
	if parent == nil && len(x.projects) > 1 && x.style.MaxTokens >= style.SmallBudget && !isProject {
		return g.Project()
	}
	return parent
}

// usualLinks is the number of links of an entity that are looked at first: more
// than a document shows, unless it says most of them elsewhere. By eye.
const usualLinks = 64

// A rankedLink is a link with what orders it.
type rankedLink struct {
	memory.Link
	relation, neighbour, order int
}

func compareLinks(a, b rankedLink) int {
	return cmp.Or(cmp.Compare(a.relation, b.relation), cmp.Compare(a.neighbour, b.neighbour),
		cmp.Compare(a.Other, b.Other), cmp.Compare(a.order, b.order), cmp.Compare(a.Edge, b.Edge))
}

// linked returns the first links of an entity, at most most, and its parent,
// without projects and scratch documents. First are links whose relation the
// question asks for, then those of the lens. Among equals, links to neighbours
// that are ranked higher come first. Neighbours that are not among the first are
// not looked at, because an entity may have 100,000 links.
func (x *entries) linked(g *memory.Graph, id string, most int) (s surroundings) {
	ordinal, known := g.Ordinal(id)
	if !known {
		return s
	}
	child, all := g.At(ordinal), g.Links(ordinal)
	first, parents := flat.NewTop(most, compareLinks), flat.NewTop(1, compareLinks)
	rankOf := x.rankIn(g, len(all))
	for _, link := range all {
		relation := g.EdgeAt(link.Edge).Rel
		one := rankedLink{link, x.style.RelationRank(relation), rankOf(link.Other), relation.Rank()}
		isParent := isParentLink(g, child, link) && parents.Takes(one)
		if !isParent && !first.Takes(one) || isAside(g.At(link.Other).Self()) {
			continue
		}
		if first.Add(one); isParent {
			parents.Add(one)
		}
	}
	for _, one := range first.Sorted() {
		s.links = append(s.links, one.Link)
	}
	s.more = len(s.links) == most
	for _, one := range parents.Sorted() {
		s.parent = g.At(one.Other)
	}
	return s
}

// isAside reports whether links to an entity are left out.
func isAside(e *graph.Common) bool { return e.Kind == graph.KindProject || e.IsScratch() }

// rankIn returns a function that returns [entries.rankFor] of an entity by its
// ordinal. links is how often it is called.
func (x *entries) rankIn(g *memory.Graph, links int) func(ordinal int32) int {
	most := x.mostRanks()
	if links <= most {
		return func(ordinal int32) int { return x.rankFor(g.At(ordinal).Self().ID) }
	}
	ranks := x.ranks[g]
	if ranks == nil {
		ranks = map[int32]int{}
		for at, node := range x.nodes[:most] {
			if ordinal, known := g.Ordinal(node.ID); known {
				ranks[ordinal] = at
			}
		}
		x.ranks = map[*memory.Graph]map[int32]int{g: ranks}
	}
	return func(ordinal int32) int {
		if rank, ranked := ranks[ordinal]; ranked {
			return rank
		}
		return most
	}
}

// rankFor returns the rank of a neighbour for the order of links, which is the
// same for all entities that not every budget has room for.
func (x *entries) rankFor(id string) int {
	at, ranked := x.found.place(id)
	if most := x.mostRanks(); !ranked || at > most {
		return most
	}
	return at
}

// mostRanks returns the rank of neighbours that are not ranked.
func (x *entries) mostRanks() int {
	if x.nested {
		return min(len(x.nodes), style.RoomyBudget/tokensPerName)
	}
	return len(x.nodes)
}

// isParentLink reports whether a link leads from a child to its parent, such as
// from a risk to its plan. A milestone is not the parent of what it contains.
// The parent of a signal or an insight is the entity that it relates to.
func isParentLink(g *memory.Graph, child graph.Entity, link memory.Link) bool {
	switch relation := g.EdgeAt(link.Edge).Rel; relation {
	case graph.RelContains:
		return false
	case graph.RelRelatesTo:
		kind := child.Self().Kind
		return kind.Has(graph.Notes) && kind != graph.KindDocument && link.Direction() == graph.Outgoing
	default:
		return relation.IsContainment() && link.Direction() == graph.Incoming
	}
}
