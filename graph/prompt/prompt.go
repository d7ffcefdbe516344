// Package prompt makes prompt text of what a project's graph says: the
// workspace of a project, one entity in its project, all projects, linked
// entities, and pages about what was found. Text is built as typed blocks,
// rendered as Markdown or JSON, and stays within a budget of tokens, which the
// caller's function counts.
package prompt

import (
	"slices"
	"time"

	"dossier/graph"
)

// Options are what all documents have in common.
type Options struct {
	MaxTokens int                        // the text never counts more
	Count     func(string) int           // counts the tokens of a text
	Now       time.Time                  // by which something is overdue or recent
	Selection graph.Selection            // of highlights; LINKED if empty
	JSON      bool                       // the text is one JSON object instead of Markdown
	ShortID   func(id string) string     // an id as it is shown; nil for whole ids
	Full      map[string]graph.Entity    // entities with their texts whole, by id; the others have what the graph has
	Ranked    []string                   // ids of what is around an entity, the most relevant first
	Kinds     []graph.Kind               // only entities of these are listed; nil for all
	First     []graph.Kind               // kinds that come first
	Relations map[graph.Relation]float64 // weights of relations, 1 for those that are absent
	Facts     []string                   // of [FactNames], those that lines have; nil for all that there are
	HideFacts bool                       // lines have none
	Sources   bool                       // lines say how an entity was reached
	Within    *int                       // how many edges from the start an entity may be; nil for the usual
	Classic   bool                       // lists are ordered by distance and age alone
	Graph     bool                       // the graph around the start is wanted however small the budget

	paths map[string]*graph.Paths // by project: from the start
}

// A Document is prompt text with its sources.
type Document struct {
	Text        string
	Tokens      int // of Text, exactly
	Sections    []Section
	Nodes       []Node            // the entities that it has blocks about, in order
	Omitted     []graph.KindCount // what belongs in its lists and found no room
	OmittedBest []graph.Entity    // the first of these, at most ten
}

// shortID returns the id of an entity as it is shown.
func (o *Options) shortID(e graph.Entity) string {
	if o.ShortID == nil {
		return e.Self().ID
	}
	return o.ShortID(e.Self().ID)
}

// start makes distances count from an entity of each graph.
func (o *Options) start(g *graph.Graph, id string) {
	if o.paths == nil {
		o.paths = map[string]*graph.Paths{}
	}
	o.paths[g.Revision.ProjectID] = g.Paths(id)
}

// leastLine is how many tokens a line about an entity takes at least: its mark
// and its id.
const leastLine = 8

// mostLines returns how many lines of a list a document may look at: more than
// it has room for, and enough to name the best of what it leaves out.
func (o *Options) mostLines() int { return max(o.MaxTokens/leastLine, 2*mostOmitted) }

// distance returns how many edges from the start an entity is, 0 for one that no
// path leads to.
func (o *Options) distance(e graph.Entity) int {
	paths := o.paths[e.Self().ProjectID]
	if paths == nil {
		return 0
	}
	return max(paths.Distance(e.Self().ID), 0)
}

// path returns the edges from the start to an entity.
func (o *Options) path(e graph.Entity) []graph.SnapshotEdge {
	paths := o.paths[e.Self().ProjectID]
	if paths == nil {
		return nil
	}
	return paths.Edges(e.Self().ID)
}

// shows reports whether entities of a kind are listed.
func (o *Options) shows(kind graph.Kind) bool {
	return o.Kinds == nil || slices.Contains(o.Kinds, kind)
}

// firstWeight is how much lists of the kinds that come first matter, all alike:
// enough for a few lines of each before the others begin, by eye.
const firstWeight = 30

// acrossWeight is by how much lists across projects that ask for no action matter
// less than those that do, by eye.
const acrossWeight = 5

// weight returns how much a list of a kind matters.
func (o *Options) weight(kind graph.Kind, weight float64) float64 {
	if slices.Contains(o.First, kind) {
		return firstWeight
	}
	return weight
}

// kindPlace returns where lists of a kind are among the others.
func (o *Options) kindPlace(kind graph.Kind) int {
	if at := slices.Index(o.First, kind); at >= 0 {
		return at
	}
	return len(o.First)
}

// full returns an entity with its texts whole, where it was read so.
func (o *Options) full(e graph.Entity) graph.Entity {
	if full := o.Full[e.Self().ID]; full != nil {
		return full
	}
	return e
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
	Distance int  // edges, or references, away from where the document starts
	Path     []graph.SnapshotEdge
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
