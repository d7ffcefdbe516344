// Package prompt makes prompt text of what a project's graph says: the
// workspace of a project, one entity in its project, all projects, linked
// entities, and pages about what was found. Text is built as typed blocks,
// rendered as Markdown or JSON, and stays within a budget of tokens, which the
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
	LinksHint string           // how to see linked entities in full, in the words of the interface; "" for none
}

// A Document is prompt text with its sources.
type Document struct {
	Text     string
	Tokens   int // of Text, exactly
	Sections []Section
	Nodes    []Node            // the entities that it has blocks about, in order
	Omitted  []graph.KindCount // what belongs in its lists and found no room
}

// A Section describes a part of a document.
type Section struct {
	Name   string
	Tokens int
	IDs    []string // of the entities that it is about
}

// A Node is an entity that a document has a block about.
type Node struct {
	Entity   graph.Entity
	Whole    bool // all of its text is included
	Tokens   int  // of the block
	Distance int  // references away from where the document starts
}

// Section returns a description of the part.
func (p Part) Section(count func(string) int) Section {
	section := Section{Name: p.Name, Tokens: count(p.Markdown())}
	for _, b := range p.Blocks {
		section.IDs = append(section.IDs, ids(b)...)
	}
	return section
}

// Nodes returns the entities that the part has blocks about.
func (p Part) Nodes(count func(string) int) []Node {
	var nodes []Node
	for _, b := range p.Blocks {
		entity := b.subject()
		if entity == nil {
			continue
		}
		node := Node{Entity: entity, Tokens: count(Markdown(b))}
		switch b := b.(type) {
		case AttachedEntity:
			node.Distance, node.Whole = b.Distance, !b.Further
		case AttachedDocument:
			node.Distance, node.Whole = b.Distance, b.Whole
		}
		nodes = append(nodes, node)
	}
	return nodes
}
