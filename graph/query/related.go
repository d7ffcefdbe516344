package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/pack"
)

// relatedLines is how many edges are told of an entity that is told in full,
// relatedLabel how many characters of the label at their other end.
const (
	relatedLines = 3
	relatedLabel = 100
)

// wholeLabel is how many characters of a label tell what an entity belongs to;
// shortWholeLabel in a small budget and where it stands before the entity.
const (
	wholeLabel      = 60
	shortWholeLabel = 30
)

// links are an entity's links but those to its project: first those that the
// question asks for, and what was found first, in the order of the ranking.
func (f *found) links(g *graph.Graph, id string, ranks map[string]int) []graph.Link {
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
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(cmp.Compare(f.unasked(g, a), f.unasked(g, b)), cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Other, b.Other),
			cmp.Compare(g.EdgeAt(a.Edge).Rel.Rank(), g.EdgeAt(b.Edge).Rel.Rank()), cmp.Compare(a.Edge, b.Edge))
	})
	return links
}

// unasked is 0 for a link of a relation that the question asks for, 1 for one
// that weighs more through the lens, else 2.
func (f *found) unasked(g *graph.Graph, link graph.Link) int {
	relation := g.EdgeAt(link.Edge).Rel
	switch {
	case f.ranking.Intent.Relations[relation]:
		return 0
	case !relation.IsContainment() && slices.Contains(f.lens.Relations, relation):
		return 1
	default:
		return 2
	}
}

// isPart reports whether a link leads from a part to what has it: from a risk to
// its plan. What a milestone contains is no part of it; what a signal or an
// insight relates to has it.
func isPart(g *graph.Graph, part graph.Entity, link graph.Link) bool {
	switch relation := g.EdgeAt(link.Edge).Rel; relation {
	case graph.RelContains:
		return false
	case graph.RelRelatesTo:
		kind := part.Self().Kind
		return (kind == graph.KindSignal || kind == graph.KindInsight) && link.Direction() == graph.Outgoing
	default:
		return relation.IsContainment() && link.Direction() == graph.Incoming
	}
}

// wholeOf is the first of what has a part, nil if nothing has.
func wholeOf(g *graph.Graph, part graph.Entity, links []graph.Link) graph.Entity {
	at := slices.IndexFunc(links, func(link graph.Link) bool { return isPart(g, part, link) })
	if at < 0 {
		return nil
	}
	return g.At(links[at].Other)
}

// kindOf is an entity's kind and what it belongs to, without which many a label
// says nothing: "requirement of Offline mode". Where there are several projects,
// that may be its project. What stands before it already goes by its short name.
func (c *candidates) kindOf(g *graph.Graph, i int, whole graph.Entity) string {
	kind := c.nodes[i].Kind
	switch {
	case whole != nil:
	case len(c.ordered) > 1 && c.maxTokens >= smallBudget && kind != string(graph.KindProject):
		whole = g.Project()
	default:
		return kind
	}
	id := whole.Self().ID
	at, ranked := c.ranks[id]
	before := c.told[id] || ranked && at < i
	c.told[id] = true
	if before || c.maxTokens < smallBudget {
		return kind + " of " + shortName(whole.Self().Label)
	}
	return kind + " of " + graph.Line(whole.Self().Label, wholeLabel)
}

// shortName is the part of a label before a colon, as in "KEP-1287: In-place
// update", or its beginning.
func shortName(label string) string {
	name, _, _ := strings.Cut(label, ": ")
	short, cut := strings.CutSuffix(graph.Line(name, shortWholeLabel), "…")
	if end := strings.LastIndexByte(short, ' '); cut && end > 0 {
		return short[:end] + "…"
	}
	return graph.Line(name, shortWholeLabel)
}

// related are lines on the first few entities that links lead to; several links
// to one stand in its line. Left out is what stands in headings, which is what
// the entity belongs to and those of its parts that are told, and what its text
// names.
func (c *candidates) related(g *graph.Graph, i int, whole graph.Entity, links []graph.Link, named []string) []pack.Related {
	if c.maxTokens < smallBudget {
		return nil
	}
	e := g.Entity(c.nodes[i].ID)
	links = slices.DeleteFunc(slices.Clone(links), func(link graph.Link) bool {
		other := g.At(link.Other).Self()
		at, ranked := c.ranks[other.ID]
		switch {
		case slices.Contains(named, other.ID), other.Kind == graph.KindRecord && ranked && at < i:
			return true // a record's values name what it refers to
		case other.Kind == graph.KindSignal:
			return true // its label is a channel and says nothing
		case isPart(g, e, link):
			return other.ID == whole.Self().ID
		default:
			return isPart(g, g.At(link.Other), graph.Link{Edge: link.Edge, Outgoing: !link.Outgoing}) && ranked && at < len(c.texts)
		}
	})
	var lines []pack.Related
	for from := 0; from < len(links) && len(lines) < relatedLines; {
		var labels []string
		link, tells := links[from], false
		for ; from < len(links) && links[from].Other == link.Other; from++ {
			rel := g.EdgeAt(links[from].Edge).Rel
			labels = append(labels, rel.Label(links[from].Direction()))
			tells = tells || !rel.Vague()
		}
		other := g.At(link.Other).Self()
		lines = append(lines, pack.Related{
			Vague: !tells && other.Kind != graph.KindRecord, // of people it tells who
			Text:  fmt.Sprintf("- **%s**: %s [%s]", strings.Join(slices.Compact(labels), ", "), graph.Line(other.Label, relatedLabel), c.shown(other.ID)),
			Key:   "edge " + g.EdgeAt(link.Edge).ID, // the same from both its ends
		})
	}
	return lines
}
