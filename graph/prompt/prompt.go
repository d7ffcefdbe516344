// Package prompt writes what is read off a project's graph as prompt text: the
// workspace of a project, one entity in its project, all projects, and pages
// about what was found. Every text stays within a budget of tokens, which the
// caller's function counts.
package prompt

import (
	"time"

	"dossier/graph"
)

// Options are what all documents have in common.
type Options struct {
	MaxTokens int              // the text never counts more
	Count     func(string) int // counts the tokens of a text
	Now       time.Time        // by which something is overdue or recent
	Selection graph.Selection  // of highlights; LINKED if empty
	JSON      bool             // the text is one JSON object instead of Markdown
}

// A Document is prompt text with what it tells of.
type Document struct {
	Text     string
	Tokens   int // of Text, exactly
	Sections []Section
	Nodes    []Node            // the entities that it has lines about, in order
	Omitted  []graph.KindCount // what belongs in its lists and found no room
}

// A Section is a part of a document.
type Section struct {
	Name   string
	Tokens int
	IDs    []string // of the entities that it tells of
}

// A Node is an entity that a document has a line about.
type Node struct {
	ID     string
	Tokens int // of the line
}
