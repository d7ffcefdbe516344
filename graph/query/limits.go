package query

import (
	"dossier/graph/lists"
)

// The limits of one request, by eye: a screen or a model reads one page at a
// time, and the largest requests take a second or less.
const (
	// maxPage is the maximum number of entities on a page.
	maxPage = lists.MaxPage
	// DefaultPage is the default number of entities on a page.
	DefaultPage = lists.DefaultPage
	// maxGraphPage is the maximum number of nodes on a page of a graph.
	maxGraphPage = 1000
	// MaxSearchPage is the maximum number of hits on a page of a search.
	MaxSearchPage = 50
	// maxSearchOffset is the maximum number of hits before a page of a search.
	maxSearchOffset = 10_000
	// DefaultMentions is the default number of candidates of a mention.
	DefaultMentions = 8
)
