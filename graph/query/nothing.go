package query

import (
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/search"
)

// maxSuggestions is the number of similar titles listed when nothing matched.
const maxSuggestions = 3

// writeNoMatch fills the document of a ranking that found nothing with a note
// and as many similar titles as fit.
func (f *found) writeNoMatch(document *ContextDocument) error {
	note := f.noMatch()
	options := f.request.options()
	_, err := prompt.Fit(options.MaxTokens, func() (int, error) {
		page := prompt.Page{Title: f.title(), Note: note}
		document.Text = page.Text(options.JSON)
		document.Tokens = options.Count(document.Text)
		return document.Tokens, nil
	}, func(int) bool {
		if len(note) == 1 {
			return false
		}
		note = note[:len(note)-1]
		return true
	})
	document.warn(warnNoMatch, "no entity has any of the words; try other words, or search")
	return err
}

// noMatch returns the note, followed by the similar titles.
func (f *found) noMatch() []prompt.Block {
	text := fmt.Sprintf("No matching nodes found for %q.", f.title())
	similar := f.similarTitles()
	if len(similar) > 0 {
		text += " The nearest titles:"
	}
	note := []prompt.Block{prompt.Text{Text: text}}
	for _, e := range similar {
		name := prompt.Named(e)
		name.ID, name.Kind = f.style().shortID(e.Self().ID), string(e.Self().Kind)
		note = append(note, prompt.Item{Name: name})
	}
	return note
}

// similarTitles returns the entities whose label shares most trigrams with the
// topics; of equal ones, the first by label and id.
func (f *found) similarTitles() []graph.Entity {
	var entities []graph.Entity
	wanted := func(kind string) bool {
		return len(f.request.kinds) == 0 || slices.Contains(f.request.kinds, graph.Kind(kind))
	}
	for _, node := range search.Nearest(f.corpus, f.question, wanted, maxSuggestions, search.Defaults()) {
		if e := f.scope.projects[node.Project].Graph.Entity(node.ID); e != nil { // else written after the graphs were read
			entities = append(entities, e)
		}
	}
	return entities
}
