package query

import (
	"dossier/graph"
	"dossier/graph/records"
)

// The limits of what one question may ask for, by eye: a page is what a screen
// or a model reads at once, and the largest questions take a second or less.
const (
	// MaxPage is how many entities a page may have.
	MaxPage = graph.MaxPage
	// DefaultPage is how many it has unless the question says otherwise.
	DefaultPage = graph.DefaultPage
	// MaxGraphPage is how many nodes a page of a project's graph may have.
	MaxGraphPage = 1000
	// MaxSearchPage is how many hits a page of a search may have.
	MaxSearchPage = 50
	// maxSearchOffset is how far the pages of a search go.
	maxSearchOffset = 10_000
	// DefaultMentions is how many candidates of a mention there are unless the
	// question says otherwise.
	DefaultMentions = 8
	// MaxMentions is how many mentions of a message are resolved.
	MaxMentions = records.MaxMentions
)
