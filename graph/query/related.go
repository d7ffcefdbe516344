package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance"
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
	shortWholeLabel = 24
)

// links are an entity's links but those to its project: what was found first,
// in the order of the ranking.
func links(g *graph.Graph, id string, ranks map[string]int) []graph.Link {
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
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Other, b.Other),
			cmp.Compare(g.EdgeAt(a.Edge).Rel.Rank(), g.EdgeAt(b.Edge).Rel.Rank()), cmp.Compare(a.Edge, b.Edge))
	})
	return links
}

// isPart reports whether a link leads from a part to what has it: from a risk to
// its plan. What a milestone contains is no part of it.
func isPart(g *graph.Graph, link graph.Link) bool {
	relation := g.EdgeAt(link.Edge).Rel
	return relation.IsContainment() && relation != graph.RelContains && link.Direction() == graph.Incoming
}

// wholeOf is the link from a part to the first of what has it, nil if nothing
// has.
func wholeOf(g *graph.Graph, links []graph.Link) *graph.Link {
	at := slices.IndexFunc(links, func(link graph.Link) bool { return isPart(g, link) })
	if at < 0 {
		return nil
	}
	return &links[at]
}

// kindOf is an entity's kind and what it belongs to, without which many a label
// says nothing: "requirement of Offline mode".
func (f *found) kindOf(g *graph.Graph, e graph.Entity, links []graph.Link, ranks map[string]int) string {
	kind := string(e.Self().Kind)
	whole := wholeOf(g, links)
	if whole == nil {
		return kind
	}
	other := g.At(whole.Other).Self()
	at, ranked := ranks[other.ID]
	if f.maxTokens < smallBudget || ranked && at < ranks[e.Self().ID] {
		return kind + " of " + shortName(other.Label)
	}
	return kind + " of " + graph.Line(other.Label, wholeLabel)
}

// shortName is the part of a label before a colon, as in "KEP-1287: In-place
// update", or its beginning.
func shortName(label string) string {
	name, _, _ := strings.Cut(label, ": ")
	return graph.Line(name, shortWholeLabel)
}

// related are lines on the first few entities that links lead to; several links
// to one stand in its line. Left out is what stands in headings: what the entity
// belongs to, and those of its parts that are told.
func (f *found) related(g *graph.Graph, links []graph.Link, told func(id string) bool) []relevance.Related {
	if f.maxTokens < smallBudget {
		return nil
	}
	whole := wholeOf(g, links)
	links = slices.DeleteFunc(slices.Clone(links), func(link graph.Link) bool {
		if whole != nil && isPart(g, link) {
			return link.Other == whole.Other
		}
		return g.EdgeAt(link.Edge).Rel.IsContainment() && link.Direction() == graph.Outgoing && told(g.At(link.Other).Self().ID)
	})
	var lines []relevance.Related
	for from := 0; from < len(links) && len(lines) < relatedLines; {
		var labels []string
		link := links[from]
		for ; from < len(links) && links[from].Other == link.Other; from++ {
			labels = append(labels, g.EdgeAt(links[from].Edge).Rel.Label(links[from].Direction()))
		}
		other := g.At(link.Other).Self()
		lines = append(lines, relevance.Related{
			Text: fmt.Sprintf("- **%s**: %s [%s]", strings.Join(slices.Compact(labels), ", "), graph.Line(other.Label, relatedLabel), f.shown(other.ID)),
			Key:  "edge " + g.EdgeAt(link.Edge).ID, // the same from both its ends
		})
	}
	return lines
}
