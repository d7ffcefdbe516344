package contextdoc

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
)

// relatedLines is how many links an entry has at most, relatedLabel how many
// characters of a neighbour's label. By eye.
const (
	relatedLines = 3
	relatedLabel = 100
)

// related returns links to the first few neighbours, parallel edges merged, as
// blocks and as what is packed. It leaves out what the document says otherwise:
// the parent, children with text of their own, and the entities that the entity's
// text names.
func (x *entries) related(g *graph.Graph, i int, named []string) (blocks []prompt.Link, lines []pack.Related) {
	if x.style.maxTokens < smallBudget {
		return nil, nil
	}
	links := slices.DeleteFunc(slices.Clone(x.surroundings(i).links), func(link graph.Link) bool {
		return x.isSaid(g, i, link, named)
	})
	for from := 0; from < len(links) && len(blocks) < relatedLines; {
		to := from
		for to < len(links) && links[to].Other == links[from].Other {
			to++
		}
		block, line := x.relatedLink(g, links[from:to])
		blocks, lines = append(blocks, block), append(lines, line)
		from = to
	}
	return blocks, lines
}

// isSaid reports whether a document says otherwise what a link of an
// entity says.
func (x *entries) isSaid(g *graph.Graph, i int, link graph.Link, named []string) bool {
	other := g.At(link.Other)
	id := other.Self().ID
	at, ranked := x.ranks[id]
	switch {
	case slices.Contains(named, id), other.Self().Kind == graph.KindRecord && ranked && at < i:
		return true // a record's values name what it refers to
	case other.Self().Kind == graph.KindSignal:
		return true // its label is a channel and says nothing
	case isParentLink(g, g.Entity(x.nodes[i].ID), link):
		return id == x.surroundings(i).parent.Self().ID
	}
	isChild := isParentLink(g, other, graph.Link{Edge: link.Edge, Outgoing: !link.Outgoing})
	return isChild && ranked && at < len(x.quoted)
}

// relatedLink returns the link to the neighbour at the other end of edges. It is
// vague if it says that there is a relation but not which.
func (x *entries) relatedLink(g *graph.Graph, links []graph.Link) (prompt.Link, pack.Related) {
	other := g.At(links[0].Other).Self()
	block := prompt.Link{To: prompt.Name{Label: graph.Line(other.Label, relatedLabel), ID: x.style.shortID(other.ID)}}
	vague := other.Kind != graph.KindRecord // who it is says enough
	for _, link := range links {
		relation := g.EdgeAt(link.Edge).Rel
		block.Relations = append(block.Relations, relation.Label(link.Direction()))
		vague = vague && relation.Vague()
	}
	block.Relations = slices.Compact(block.Relations)
	return block, pack.Related{
		Text:  strings.TrimSuffix(prompt.Markdown(block), "\n"),
		Key:   "edge " + g.EdgeAt(links[0].Edge).ID, // the same from both its ends
		Vague: vague,
	}
}
