package query

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/search"
)

// nearestTitles is how many titles a document names that found nothing.
const nearestTitles = 3

// nothing is the document of a ranking that found nothing: it says so and, as
// far as there is room, names the titles that come nearest.
func (f *found) nothing(document *ContextDocument) {
	page := f.page(nil, nil)
	page.Footer = ""
	lines := []string{fmt.Sprintf("No matching nodes found for %q.", f.title())}
	for _, e := range f.nearest() {
		if len(lines) == 1 {
			lines[0] += " The nearest titles:"
		}
		named := prompt.Entry{Entity: e, ID: f.shown(e.Self().ID), Kind: string(e.Self().Kind)}
		lines = append(lines, named.Name())
	}
	for ; ; lines = lines[:len(lines)-1] {
		page.Note = strings.Join(lines, "\n")
		document.Text = page.Text(f.format == FormatJSON)
		document.Tokens = f.counter.Count(document.Text)
		if document.Tokens <= f.maxTokens || len(lines) == 1 {
			break
		}
	}
	document.warn(warnNoMatch, "no entity has any of the words; try other words, or search")
}

// nearest are the entities whose label shares most trigrams with the topics;
// of equal ones, the first by label and id.
func (f *found) nearest() []graph.Entity {
	var entities []graph.Entity
	wanted := func(kind string) bool { return len(f.kinds) == 0 || slices.Contains(f.kinds, graph.Kind(kind)) }
	for _, node := range search.Nearest(f.corpus, f.question, wanted, nearestTitles, search.Defaults()) {
		if e := f.ordered[node.Project].Entity(node.ID); e != nil { // else written after the graphs were read
			entities = append(entities, e)
		}
	}
	return entities
}
