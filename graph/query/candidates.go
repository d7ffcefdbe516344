package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance"
)

// What an entity takes at the least, told with text or by name only, in tokens:
// they bound how many are read in full, and how many are named, for a budget.
const (
	tokensPerText = 40
	tokensPerName = 8
	mostTexts     = 300
)

// relatedLines is how many edges are told of an entity that is told in full.
const relatedLines = 3

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
	nodes     []relevance.Node
	made      []*relevance.Candidate
	texts     []string                // the ids of those with text
	full      map[string]graph.Entity // these, read in full
	sentences [][]relevance.Sentence  // of the first of these
	ranks     map[string]int          // by id
	quote     quoting
}

// candidates reads what the candidates are made of.
func (s *Service) candidates(ctx context.Context, f *found) (*candidates, error) {
	c := &candidates{found: f, nodes: f.ranking.Nodes[:min(len(f.ranking.Nodes), f.maxTokens/tokensPerName)]}
	c.made = make([]*relevance.Candidate, len(c.nodes))
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

// Len implements [relevance.Candidates].
func (c *candidates) Len() int { return len(c.nodes) }

// At implements [relevance.Candidates].
func (c *candidates) At(i int) *relevance.Candidate {
	if c.made[i] == nil {
		c.made[i] = c.make(i)
	}
	return c.made[i]
}

func (c *candidates) make(i int) *relevance.Candidate {
	node := c.nodes[i]
	g := c.graphOf(node)
	entity := g.Entity(node.ID)
	made := &relevance.Candidate{Score: node.Score, Heading: c.heading(g, entity, node), Name: c.name(entity, node)}
	if i < len(c.texts) && c.full[node.ID] != nil {
		made.Pieces = c.quote.pieces(g, c.full[node.ID], c.weighed(i))
		if c.style().ID != nil {
			made.Related = c.related(g, node.ID, c.ranks)
		}
	}
	return made
}

// weighedAtOnce is for how many candidates sentences are weighed together.
const weighedAtOnce = 16

// weighed are the sentences of a candidate that has text.
func (c *candidates) weighed(i int) []relevance.Sentence {
	for i >= len(c.sentences) {
		rest := c.texts[len(c.sentences):]
		c.sentences = append(c.sentences, c.corpus.Sentences(c.question, rest[:min(len(rest), weighedAtOnce)])...)
	}
	return c.sentences[i]
}

// heading is the line that an entity's text stands under, with its source if
// those are wanted.
func (f *found) heading(g *graph.Graph, e graph.Entity, node relevance.Node) string {
	var facts []string
	if f.maxTokens >= roomyBudget {
		facts = f.facts(g, e)
	}
	line := f.style().Heading(e, facts)
	if f.sources {
		line += "\n" + f.source(node)
	}
	return line
}

// style is what stands beside labels: in a small budget nothing does, and ids
// are to be found beside the text; under a roomy one as much of the id as tells
// it from the others, which the API takes as well.
func (f *found) style() prompt.Style {
	switch {
	case f.maxTokens < smallBudget:
		return prompt.Style{}
	case f.maxTokens < roomyBudget:
		return prompt.Style{ID: func(id string) string { return shortened(f.graphs, id) }}
	default:
		return prompt.Style{ID: func(id string) string { return id }}
	}
}

// facts are what the lens tells of an entity in a word.
func (f *found) facts(g *graph.Graph, e graph.Entity) []string {
	if !f.fields {
		return nil
	}
	return prompt.Facts(g, e, f.lens.Fields)
}

// source tells the score and the last step of the path to an entity.
func (f *found) source(node relevance.Node) string {
	line := fmt.Sprintf("*score %.2f · distance %d", node.Score, node.Distance)
	if how := f.how(node); how != "" {
		line += " · " + how
	}
	return line + "*"
}

// name is the line of an entity that is told by name only.
func (f *found) name(e graph.Entity, node relevance.Node) string {
	line := f.style().Name(e)
	if how := f.how(node); how != "" {
		line += " — " + how
	}
	return line
}

// how tells the last step of the path to an entity, as it reads from there:
// "risk of KEP-1287".
func (f *found) how(node relevance.Node) string {
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
	case step.Via == relevance.ViaEdge && step.Reverse:
		verb = graph.Relation(step.Edge.Relation).Label(graph.Outgoing)
	case step.Via == relevance.ViaEdge:
		verb = graph.Relation(step.Edge.Relation).Label(graph.Incoming)
	case step.Via == relevance.ViaMention && step.Reverse:
		verb = "mentions"
	case step.Via == relevance.ViaMention:
		verb = "mentioned in"
	case step.Via == relevance.ViaPhrase:
		verb = "shares a phrase with"
	}
	return verb + " " + graph.Line(from.Self().Label, sourceLabel)
}

// sourceLabel is how many characters of a label a source tells.
const sourceLabel = 60

// related are lines on what edges join an entity to: what was found first, in
// the order of the ranking.
func (f *found) related(g *graph.Graph, id string, ranks map[string]int) []string {
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
	return f.relatedTo(g, links)
}

// relatedTo are the lines on the first few entities that links lead to; several
// links to one stand in its line.
func (f *found) relatedTo(g *graph.Graph, links []graph.Link) []string {
	var lines []string
	for from := 0; from < len(links) && len(lines) < relatedLines; {
		var labels []string
		other := links[from].Other
		for ; from < len(links) && links[from].Other == other; from++ {
			labels = append(labels, g.EdgeAt(links[from].Edge).Rel.Label(links[from].Direction()))
		}
		lines = append(lines, f.style().Related(strings.Join(slices.Compact(labels), ", "), g.At(other)))
	}
	return lines
}
