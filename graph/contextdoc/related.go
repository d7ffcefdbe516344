package contextdoc

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc/style"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/prompt"
)

// relatedLines is the maximum number of links of an entry, relatedLabel the
// maximum length of a neighbour's label, in characters. By eye.
const (
	relatedLines = 3
	relatedLabel = 100
)

// related returns the links to the first neighbours, as blocks and as lines to
// be packed. Parallel edges are one link. Links that the document already
// expresses are left out: to the parent, to children that have text in the
// document, and to entities that the text names.
func (x *entries) related(g *memory.Graph, i int, named []string) (blocks []prompt.Link, lines []pack.Related) {
	if x.style.MaxTokens < style.SmallBudget {
		return nil, nil
	}
	around := *x.surroundings(i)
	for {
		links := slices.DeleteFunc(slices.Clone(around.links), func(link memory.Link) bool {
			return x.isSaid(g, i, link, named)
		})
		groups := byNeighbour(links)
		if around.more && len(groups) <= relatedLines { // the last neighbour may have further links
			around = x.linked(g, x.nodes[i].ID, len(around.links)*moreLinks)
			continue
		}
		for _, group := range groups[:min(len(groups), relatedLines)] {
			block, line := x.relatedLink(g, group)
			blocks, lines = append(blocks, block), append(lines, line)
		}
		if others := x.neighbours(g, i, named, around.more) - len(blocks); len(blocks) == relatedLines && others > 0 {
			block, line := otherLinks(x.nodes[i].ID, others)
			blocks, lines = append(blocks, block), append(lines, line)
		}
		return blocks, lines
	}
}

// mostCounted is the maximum number of links of an entity of which those that the document
// expresses already are left out of the number of others. By eye: it limits the cost.
const mostCounted = 500

// neighbours returns the number of neighbours whose links the document does not already
// express.
func (x *entries) neighbours(g *memory.Graph, i int, named []string, isMany bool) int {
	ordinal, known := g.Ordinal(x.nodes[i].ID)
	if !known {
		return 0
	}
	links := g.Links(ordinal)
	others := map[int32]bool{}
	for _, link := range links {
		isLeftOut := isAside(g.At(link.Other).Self()) || (!isMany || len(links) <= mostCounted) && x.isSaid(g, i, link, named)
		if !isLeftOut {
			others[link.Other] = true
		}
	}
	return len(others)
}

// otherLinks returns the line that counts the neighbours beyond the first ones.
func otherLinks(id string, count int) (prompt.Link, pack.Related) {
	block := prompt.Link{Relations: []string{"others"}, To: prompt.Name{Label: fmt.Sprintf("%d more", count)}}
	return block, pack.Related{Text: strings.TrimSuffix(prompt.Markdown(block), "\n"), Key: "others of " + id, Vague: true}
}

// moreLinks is how many times more links are looked at if the first ones are not
// enough. By eye.
const moreLinks = 32

// byNeighbour returns the links to each neighbour.
func byNeighbour(links []memory.Link) (groups [][]memory.Link) {
	for from := 0; from < len(links); {
		to := from
		for to < len(links) && links[to].Other == links[from].Other {
			to++
		}
		groups = append(groups, links[from:to])
		from = to
	}
	return groups
}

// isSaid reports whether a link of an entity is left out, because the document
// already expresses it or because it is uninformative.
func (x *entries) isSaid(g *memory.Graph, i int, link memory.Link, named []string) bool {
	other := g.At(link.Other)
	id := other.Self().ID
	at, ranked := x.found.place(id)
	switch {
	case slices.Contains(named, id), other.Self().Kind == graph.KindRecord && ranked && at < i:
		return true // a record's values name what it refers to
	case other.Self().Kind == graph.KindSignal:
		return true // its label is only a channel
	case isParentLink(g, g.Entity(x.nodes[i].ID), link):
		return id == x.surroundings(i).parent.Self().ID
	}
	isChild := isParentLink(g, other, memory.Link{Edge: link.Edge, Outgoing: !link.Outgoing})
	quoted := len(x.quoted)
	if x.nested {
		quoted = min(quoted, textLimit(style.RoomyBudget))
	}
	return isChild && ranked && at < quoted
}

// relatedLink returns the link to a neighbour by one or more edges. The link is
// vague if none of the relations is specific.
func (x *entries) relatedLink(g *memory.Graph, links []memory.Link) (prompt.Link, pack.Related) {
	other := g.At(links[0].Other).Self()
	block := prompt.Link{To: prompt.Name{Label: graph.Line(other.Label, relatedLabel), ID: x.style.ShortID(other.ID)}}
	vague := other.Kind != graph.KindRecord // the name of a record is informative
	for _, link := range links {
		edge := g.EdgeAt(link.Edge)
		block.Relations = append(block.Relations, edge.Label(link.Direction()))
		vague = vague && edge.IsVague()
	}
	block.Relations = slices.Compact(block.Relations)
	return block, pack.Related{
		Text:  strings.TrimSuffix(prompt.Markdown(block), "\n"),
		Key:   "edge " + g.EdgeAt(links[0].Edge).ID, // the same from both ends of the edge
		Vague: vague,
	}
}
