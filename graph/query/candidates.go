package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// What an entity takes at the least, told with text or by name only, in tokens:
// they bound how many are read in full, and how many are named, for a budget.
const (
	tokensPerText = 40
	tokensPerName = 8
	mostTexts     = 300
)

// words is what sentences are weighed by: the topics, or the labels of the
// entities to start from.
func (f *found) words(topics []string) string {
	words := slices.Clone(topics)
	for _, id := range f.start.IDs {
		words = append(words, graphWith(f.graphs, id).Entity(id).Self().Label)
	}
	return strings.Join(words, "\n")
}

// candidates are what the document may tell of, in the order of the ranking.
// The first ones have their text; the others can only be named. Each is made
// when it is asked for, since most find no room.
type candidates struct {
	*found
	nodes     []rank.Node
	made      []*pack.Candidate
	texts     []string                // the ids of those with text
	full      map[string]graph.Entity // these, read in full
	sentences [][]rank.Sentence       // of the first of these
	ranks     map[string]int          // by id
	quote     quoting
	entries   []prompt.Entry  // of those made, without their text
	told      map[string]bool // the ids of what those made belong to
}

// candidates reads what the candidates are made of.
func (s *Service) candidates(ctx context.Context, f *found) (*candidates, error) {
	c := &candidates{found: f, told: map[string]bool{}, nodes: f.ranking.Nodes[:min(len(f.ranking.Nodes), f.maxTokens/tokensPerName)]}
	c.made, c.entries = make([]*pack.Candidate, len(c.nodes)), make([]prompt.Entry, len(c.nodes))
	c.ranks = make(map[string]int, len(c.nodes))
	for i, node := range c.nodes {
		c.ranks[node.ID] = i
	}
	var refs []graph.Ref
	for _, node := range c.nodes[:min(len(c.nodes), max(f.maxTokens/tokensPerText, 8), mostTexts)] {
		c.texts = append(c.texts, node.ID)
		refs = append(refs, graph.Ref{Kind: graph.Kind(node.Kind), ID: node.ID})
	}
	var err error
	if c.full, err = s.store.Entities(ctx, refs, graph.Full); err != nil {
		return nil, err
	}
	c.quote, err = s.quoting(ctx, c.full)
	return c, err
}

// Len implements [pack.Candidates].
func (c *candidates) Len() int { return len(c.nodes) }

// At implements [pack.Candidates].
func (c *candidates) At(i int) *pack.Candidate {
	if c.made[i] == nil {
		c.made[i] = c.make(i)
	}
	return c.made[i]
}

func (c *candidates) make(i int) *pack.Candidate {
	node := c.nodes[i]
	g := c.graphOf(node)
	e := g.Entity(node.ID)
	links := c.links(g, node.ID, c.ranks)
	whole := wholeOf(g, e, links)
	made, entry := &pack.Candidate{Score: node.Score}, c.entry(g, i, whole)
	if i < len(c.texts) && c.full[node.ID] != nil {
		var named []string
		made.Pieces, named = c.pieces(g, c.full[node.ID], c.weighed(i))
		made.Related = c.related(g, i, whole, links, named)
	}
	switch {
	case len(made.Pieces) == 0:
		made.Key = entry.Kind + "\n" + entry.Label
	case repeats(made.Pieces[0].Text, entry.Label):
		entry.Label = graph.Line(entry.Label, repeatedLabel)
	}
	made.Heading, made.Name = entry.Heading(), entry.Name()
	c.entries[i] = entry
	return made
}

// weighedAtOnce is for how many candidates sentences are weighed together.
const weighedAtOnce = 32

// weighed are the sentences of a candidate that has text.
func (c *candidates) weighed(i int) []rank.Sentence {
	for i >= len(c.sentences) {
		rest := c.texts[len(c.sentences):]
		c.sentences = append(c.sentences, c.ranker.Sentences(c.question, rest[:min(len(rest), weighedAtOnce)])...)
	}
	return c.sentences[i]
}

// entry is a candidate on the page but for its text.
func (c *candidates) entry(g *graph.Graph, i int, whole graph.Entity) prompt.Entry {
	node := c.nodes[i]
	e := g.Entity(node.ID)
	entry := prompt.Entry{
		Entity: e, ID: c.shown(node.ID), Label: graph.Line(e.Self().Label, prompt.LabelLimit),
		Kind: c.kindOf(g, i, whole), Facts: c.facts(g, e),
	}
	if full := c.full[node.ID]; full != nil {
		entry.Facts = c.facts(g, full)
	}
	how := c.how(node)
	if c.sources {
		entry.Source = strings.TrimSuffix(fmt.Sprintf("score %.2f · distance %d · %s", node.Score, node.Distance, how), " · ")
	}
	if whole == nil {
		entry.How = how
	}
	return entry
}

// repeatedLabel is how many characters of its label the heading of an entity
// has whose text begins with it.
const repeatedLabel = 60

// repeats reports whether a text begins with as much of a label as a heading
// would leave, be it with its first sentence.
func repeats(text, label string) bool {
	begins, cut := strings.CutSuffix(graph.Line(label, repeatedLabel), "…")
	text = graph.Line(text, 0)
	return cut && (strings.HasPrefix(text, begins) || text != "" && strings.HasPrefix(begins, text))
}

// shown is an id as it is told: in a small budget it is not, and stands in the
// nodes beside the text; in others as much of it as tells it from the others,
// which the API takes as well.
func (f *found) shown(id string) string {
	if f.maxTokens < smallBudget {
		return ""
	}
	return shortened(f.graphs, id)
}

// facts are what the lens tells of an entity in a word: in a small budget only
// its state. What says little is told in a roomy one: states that entities have
// by default, and those of documents.
func (f *found) facts(g *graph.Graph, e graph.Entity) []string {
	if !f.fields {
		return nil
	}
	states := e.Self().Spec().States
	usual := f.maxTokens < roomyBudget && len(states) > 0 && (e.Self().State() == states[0] || e.Self().Kind == graph.KindDocument)
	return prompt.Facts(g, e, slices.DeleteFunc(slices.Clone(f.lens.Fields), func(name string) bool {
		return name == "state" && usual || name != "state" && f.maxTokens < smallBudget
	}))
}

// how tells the last step of the path to an entity, as it reads from there:
// "risk of KEP-1287".
func (f *found) how(node rank.Node) string {
	if len(node.Path) == 0 {
		return ""
	}
	step := node.Path[len(node.Path)-1]
	from := f.graphOf(node).Entity(step.From)
	if from == nil {
		return ""
	}
	verb := string(step.Via)
	switch {
	case step.Via == rank.ViaEdge && step.Reverse:
		verb = graph.Relation(step.Edge.Relation).Label(graph.Outgoing)
	case step.Via == rank.ViaEdge:
		verb = graph.Relation(step.Edge.Relation).Label(graph.Incoming)
	case step.Via == rank.ViaMention && step.Reverse:
		verb = "mentions"
	case step.Via == rank.ViaMention:
		verb = "mentioned in"
	case step.Via == rank.ViaPhrase:
		verb = "shares a phrase with"
	}
	return verb + " " + graph.Line(from.Self().Label, sourceLabel)
}

// sourceLabel is how many characters of a label a source tells.
const sourceLabel = 60
