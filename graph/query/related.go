package query

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
)

// relatedLines is how many links a candidate has at most, relatedLabel how many
// characters of a neighbour's label. By eye.
const (
	relatedLines = 3
	relatedLabel = 100
)

// links returns an entity's links but those to its project: first those that
// the question asks for, and what was found first, in the order of the ranking.
func (s style) links(g *graph.Graph, id string, ranks map[string]int) []graph.Link {
	ordinal, known := g.Ordinal(id)
	if !known {
		return nil
	}
	links := slices.DeleteFunc(slices.Clone(g.Links(ordinal)), func(link graph.Link) bool {
		other := g.At(link.Other).Self()
		return other.Kind == graph.KindProject || other.IsScratch()
	})
	rank := func(link graph.Link) int {
		if at, found := ranks[g.At(link.Other).Self().ID]; found {
			return at
		}
		return len(ranks)
	}
	relation := func(link graph.Link) graph.Relation { return g.EdgeAt(link.Edge).Rel }
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(
			cmp.Compare(s.relationRank(relation(a)), s.relationRank(relation(b))),
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

// A relatedLink is a link that a document may include.
type relatedLink struct {
	link  prompt.Link
	edge  string // the same from both its ends
	vague bool   // the link says that there is a relation but not which
}

// related returns links to the first few neighbours, parallel edges merged. It
// leaves out what the document says otherwise: the parent, children with text
// of their own, and the entities that the candidate's text names.
func (c *candidates) related(g *graph.Graph, i int, named []string) []relatedLink {
	if c.style.maxTokens < smallBudget {
		return nil
	}
	links := slices.DeleteFunc(slices.Clone(c.surroundings(i).links), func(link graph.Link) bool {
		return c.isSaid(g, i, link, named)
	})
	var list []relatedLink
	for from := 0; from < len(links) && len(list) < relatedLines; {
		to := from
		for to < len(links) && links[to].Other == links[from].Other {
			to++
		}
		list = append(list, c.relatedLink(g, links[from:to]))
		from = to
	}
	return list
}

// isSaid reports whether a document says otherwise what a link of a candidate
// says.
func (c *candidates) isSaid(g *graph.Graph, i int, link graph.Link, named []string) bool {
	other := g.At(link.Other)
	id := other.Self().ID
	at, ranked := c.ranks[id]
	switch {
	case slices.Contains(named, id), other.Self().Kind == graph.KindRecord && ranked && at < i:
		return true // a record's values name what it refers to
	case other.Self().Kind == graph.KindSignal:
		return true // its label is a channel and says nothing
	case isParentLink(g, g.Entity(c.nodes[i].ID), link):
		return id == c.surroundings(i).parent.Self().ID
	}
	isChild := isParentLink(g, other, graph.Link{Edge: link.Edge, Outgoing: !link.Outgoing})
	return isChild && ranked && at < len(c.texts)
}

// relatedLink returns the link to the neighbour at the other end of edges.
func (c *candidates) relatedLink(g *graph.Graph, links []graph.Link) relatedLink {
	other := g.At(links[0].Other).Self()
	one := relatedLink{edge: "edge " + g.EdgeAt(links[0].Edge).ID}
	one.vague = other.Kind != graph.KindRecord // who it is says enough
	for _, link := range links {
		relation := g.EdgeAt(link.Edge).Rel
		one.link.Relations = append(one.link.Relations, relation.Label(link.Direction()))
		one.vague = one.vague && relation.Vague()
	}
	one.link.Relations = slices.Compact(one.link.Relations)
	one.link.To = prompt.Name{Label: graph.Line(other.Label, relatedLabel), ID: c.style.shortID(other.ID)}
	return one
}
