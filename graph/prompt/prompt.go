// Package prompt writes prompt text about the graphs of projects: the workspace
// of a project, one entity in its project, all projects, linked entities, and
// pages that answer questions. Text is built from typed blocks and rendered as
// Markdown or JSON. It stays within a budget of tokens, which a function of the
// caller counts.
package prompt

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/memory"
)

// Options are the options of all documents.
type Options struct {
	MaxTokens int                        // maximum tokens of the text
	Spare     int                        // tokens that a context document leaves free; not used here
	Count     func(string) int           // counts the tokens of a text
	Now       time.Time                  // determines what is overdue or recent
	Selection attention.Selection        // of highlights; LINKED if empty
	JSON      bool                       // the text is one JSON object instead of Markdown
	ShortID   func(id string) string     // returns an id as displayed; nil for full ids
	Full      map[string]graph.Entity    // full entities by id; the light view is used for others
	Ranked    []string                   // ids of entities around the start, the most relevant first
	Owned     []graph.Entity             // entities whose props name the focused person as the owner
	PeopleOwn map[string][]graph.Entity  // by the ids of people, the entities whose props name them as owners
	Kinds     []graph.Kind               // kinds that are listed; nil for all
	First     []graph.Kind               // kinds that are listed first
	Relations map[graph.Relation]float64 // weights of relations, 1 for those that are absent
	Facts     []string                   // the facts in lines, of [FactNames]; nil for all
	HideFacts bool                       // lines have no facts
	Sources   bool                       // lines show the score of an entity and its path from the start
	Within    *int                       // maximum distance from the start, in edges; nil for the default
	Classic   bool                       // lists are ordered by distance and age alone
	Projects  []graph.Attention          // of a document about several projects; nil for those of its graphs
	Graph     *bool                      // whether the document has the graph around the start; nil is from graphFrom tokens on

	// Known reports whether the reader has what a line says about an entity, or its whole
	// text, which is left out; nil for nothing.
	Known func(e graph.Entity, whole bool) bool

	paths map[string][]*memory.Paths // from each start, by project
	owned map[string]bool            // the ids of Owned
}

// A Document is prompt text with its sources.
type Document struct {
	Text        string
	Tokens      int               // of Text, exactly
	Sections    []Section         // in the order of Text
	Nodes       []Node            // the entities of its blocks, in order
	Omitted     []graph.KindCount // entities of its lists that are nowhere in the text
	OmittedBest []graph.Entity    // the first of these, at most ten
}

// shortID returns the id of an entity as displayed.
func (o *Options) shortID(e graph.Entity) string {
	if o.ShortID == nil {
		return e.Self().ID
	}
	return o.ShortID(e.Self().ID)
}

// Start adds an entity of g from which distances are counted.
func (o *Options) Start(g *memory.Graph, id string) {
	o.owned = make(map[string]bool, len(o.Owned))
	for _, e := range o.Owned {
		o.owned[e.Self().ID] = true
	}
	if o.paths == nil {
		o.paths = map[string][]*memory.Paths{}
	}
	project := g.Revision.ProjectID
	o.paths[project] = append(o.paths[project], g.Paths(id))
}

// nearest returns the paths from the start that is nearest to an entity, nil if no
// start is in its project.
func (o *Options) nearest(e graph.Entity) *memory.Paths {
	all := o.paths[e.Self().ProjectID]
	if len(all) == 0 {
		return nil
	}
	return slices.MinFunc(all, func(a, b *memory.Paths) int {
		return cmp.Compare(uint(a.Distance(e.Self().ID)), uint(b.Distance(e.Self().ID))) // -1, for no path, is last
	})
}

// leastLine is the minimum number of tokens of a line about an entity: its
// bullet and its id.
const leastLine = 8

// mostLines returns the number of lines of a list that a document considers. It
// is more than fit into the budget, and enough to name the best omitted ones.
func (o *Options) mostLines() int { return max(o.MaxTokens/leastLine, 2*mostOmitted) }

// highlights returns the query for the lists of projects.
func (o *Options) highlights() attention.HighlightQuery {
	return attention.HighlightQuery{Now: o.Now, Selection: o.Selection, Within: o.Within, Classic: o.Classic, Ordered: o.mostLines()}
}

// distance returns the number of edges from the start to an entity, 0 if there
// is no path. What a focused person owns is as near as what an edge joins.
func (o *Options) distance(e graph.Entity) int {
	if o.owns(e) {
		return 1
	}
	paths := o.nearest(e)
	if paths == nil {
		return 0
	}
	return max(paths.Distance(e.Self().ID), 0)
}

func (o *Options) owns(e graph.Entity) bool {
	return o.owned[e.Self().ID]
}

// path returns the edges from the start to an entity.
func (o *Options) path(e graph.Entity) []memory.SnapshotEdge {
	paths := o.nearest(e)
	if paths == nil {
		return nil
	}
	return paths.Edges(e.Self().ID)
}

// shows reports whether entities of a kind are listed.
func (o *Options) shows(kind graph.Kind) bool {
	return graph.Allows(o.Kinds, kind)
}

// firstWeight is the weight of each list of a kind in Options.First: enough for
// a few lines of each before the others begin, by eye.
const firstWeight = 30

// acrossWeight is the divisor of the weights of lists that ask for no action, in
// documents about several projects; by eye.
const acrossWeight = 5

// weight returns firstWeight for kinds in o.First, else weight.
func (o *Options) weight(kind graph.Kind, weight float64) float64 {
	if slices.Contains(o.First, kind) {
		return firstWeight
	}
	return weight
}

// kindPlace returns the place of a kind's lists among all lists.
func (o *Options) kindPlace(kind graph.Kind) int {
	if at := slices.Index(o.First, kind); at >= 0 {
		return at
	}
	return len(o.First)
}

// full returns the full entity if the options have it, else e.
func (o *Options) full(e graph.Entity) graph.Entity {
	if full := o.Full[e.Self().ID]; full != nil {
		return full
	}
	return e
}

// A Section describes a part of a document.
type Section struct {
	Name   string   // of the part
	Tokens int      // of the part alone
	IDs    []string // of its entities
}

// A Node is an entity of a document's blocks.
type Node struct {
	Entity   graph.Entity
	Whole    bool                  // all of its text is included
	Tokens   int                   // of the block
	Distance int                   // number of edges, or of references, from the start
	Path     []memory.SnapshotEdge // the edges from the start, nil for none
}

// Section returns the description of the part, with its tokens as Markdown.
func (p Part) Section(count func(string) int) Section {
	section := Section{Name: p.Name, Tokens: count(p.Markdown())}
	for _, b := range p.Blocks {
		section.IDs = append(section.IDs, ids(b)...)
	}
	return section
}

// Nodes returns the entities of the part's blocks.
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
