package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/records"
	"dossier/graph/relevance/rank"
)

// The fewest tokens that an entity takes, with text or by its name. They bound
// how many are read in full, and how many are candidates, for a budget.
const (
	tokensPerText = 40
	tokensPerName = 8
	leastTexts    = 8
	mostTexts     = 300
)

// words returns what sentences are weighed by: the topics, or the labels of the
// entities to start from.
func (f *found) words(topics []string) string {
	words := slices.Clone(topics)
	for _, id := range f.scope.starts {
		words = append(words, f.scope.projects.With(id).Entity(id).Self().Label)
	}
	return strings.Join(words, "\n")
}

// candidates are what a document may include, in the order of the ranking. The
// first ones have their text; the others can only be named. Each is made when
// it is asked for, since most find no room; what it is does not depend on which
// others were asked for.
type candidates struct {
	style    style
	projects projects.Set // by the project of a node
	ranker   rank.Ranker
	question string // by which sentences are weighed
	types    *records.Types

	nodes     []rank.Node
	ranks     map[string]int          // of the nodes by id
	texts     []string                // the ids of those with text
	full      map[string]graph.Entity // these, read in full
	sentences [][]rank.Sentence       // of the first of these
	around    []surroundings          // of the first nodes
	named     map[string]bool         // the ids of these parents
	made      []*candidate
}

// A candidate is an entity with all that a document may say about it.
type candidate struct {
	pack.Candidate
	entry prompt.Entry // with all passages and links
	item  prompt.Item  // where there is room for the name only
}

// candidates reads the texts of the candidates.
func (s *Service) candidates(ctx context.Context, f *found) (*candidates, error) {
	c := &candidates{
		style: f.style(), projects: f.scope.projects, ranker: f.ranker, question: f.question,
		nodes: f.ranking.Nodes[:min(len(f.ranking.Nodes), f.request.maxTokens/tokensPerName)],
		ranks: map[string]int{}, named: map[string]bool{},
	}
	c.made = make([]*candidate, len(c.nodes))
	for i, node := range c.nodes {
		c.ranks[node.ID] = i
	}
	var refs []graph.Ref
	for _, node := range c.nodes[:min(len(c.nodes), max(f.request.maxTokens/tokensPerText, leastTexts), mostTexts)] {
		c.texts = append(c.texts, node.ID)
		refs = append(refs, graph.Ref{Kind: graph.Kind(node.Kind), ID: node.ID})
	}
	var err error
	if c.full, err = s.store.Entities(ctx, refs, graph.Full); err != nil {
		return nil, err
	}
	c.types, err = s.typesOf(ctx, c.full)
	return c, err
}

// typesOf reads the record types if there are records among the entities.
func (s *Service) typesOf(ctx context.Context, entities map[string]graph.Entity) (*records.Types, error) {
	for _, entity := range entities {
		if entity.Self().Kind == graph.KindRecord {
			return s.types(ctx)
		}
	}
	return nil, nil
}

// Len implements [pack.Candidates].
func (c *candidates) Len() int { return len(c.nodes) }

// At implements [pack.Candidates].
func (c *candidates) At(i int) *pack.Candidate {
	if c.made[i] == nil {
		c.made[i] = c.make(i)
	}
	return &c.made[i].Candidate
}

func (c *candidates) make(i int) *candidate {
	node := c.nodes[i]
	g := c.projects[node.Project].Graph
	around := c.surroundings(i)
	one := &candidate{entry: prompt.Entry{Name: c.name(g, i)}}
	one.Score = node.Score
	one.item = prompt.Item{Name: one.entry.Name}
	one.item.Facts = nil
	how := c.how(node)
	if around.parent == nil {
		one.item.Text = how
	}
	if c.style.sources {
		one.entry.Source = strings.TrimSuffix(fmt.Sprintf("score %.2f · distance %d · %s", node.Score, node.Distance, how), " · ")
	}
	if i < len(c.texts) && c.full[node.ID] != nil {
		c.quote(one, g, i)
	}
	switch {
	case len(one.Pieces) == 0:
		one.Key = one.entry.Kind + "\n" + one.entry.Label
	case startsWith(one.Pieces[0].Text, one.entry.Label):
		one.entry.Label = graph.Line(one.entry.Label, repeatedLabel)
	}
	one.Heading, one.Name = one.entry.Heading(), strings.TrimSuffix(prompt.Markdown(one.item), "\n")
	return one
}

// quote adds an entity's passages and links.
func (c *candidates) quote(one *candidate, g *graph.Graph, i int) {
	passages, shown := c.passages(g, c.full[c.nodes[i].ID], c.weighed(i))
	for _, p := range passages {
		one.entry.Passages = append(one.entry.Passages, p.Passage)
		one.Pieces = append(one.Pieces, pack.Piece{Text: p.String(), Before: p.Before, Score: p.score, Key: p.key, Head: p.head})
	}
	for _, related := range c.related(g, i, shown) {
		one.entry.Links = append(one.entry.Links, related.link)
		one.Related = append(one.Related, pack.Related{Text: strings.TrimSuffix(prompt.Markdown(related.link), "\n"), Key: related.edge, Vague: related.vague})
	}
}

// include adds to a page what was packed.
func (c *candidates) include(page *prompt.Page, packed []pack.Packed) {
	for _, p := range packed {
		one := c.made[p.Candidate]
		if p.Level == pack.Name {
			page.Names = append(page.Names, one.item)
			continue
		}
		page.Entries = append(page.Entries, one.included(p))
	}
}

// included returns the entry with the passages and links that were packed.
func (c *candidate) included(p pack.Packed) prompt.Entry {
	entry := c.entry
	entry.Passages, entry.Links = nil, nil
	last := -1
	for k, picked := range p.Picked {
		if picked {
			passage := c.entry.Passages[k]
			passage.Gap = last != k-1
			entry.Passages = append(entry.Passages, passage)
			last = k
		}
	}
	for _, line := range p.Related { // in the order in which they were packed
		k := slices.IndexFunc(c.Related, func(r pack.Related) bool { return r.Text == line })
		entry.Links = append(entry.Links, c.entry.Links[k])
	}
	return entry
}

// weighedAtOnce is for how many candidates sentences are weighed together.
const weighedAtOnce = 32

// weighed returns the sentences of a candidate that has text.
func (c *candidates) weighed(i int) []rank.Sentence {
	for i >= len(c.sentences) {
		rest := c.texts[len(c.sentences):]
		c.sentences = append(c.sentences, c.ranker.Sentences(c.question, rest[:min(len(rest), weighedAtOnce)])...)
	}
	return c.sentences[i]
}

// name returns a candidate's name with its kind and facts.
func (c *candidates) name(g *graph.Graph, i int) prompt.Name {
	node := c.nodes[i]
	e := g.Entity(node.ID)
	name := prompt.Named(e)
	name.ID, name.Kind = c.style.shortID(node.ID), node.Kind
	if parent := c.surroundings(i).parentName; parent != "" {
		name.Kind += " of " + parent
	}
	if full := c.full[node.ID]; full != nil {
		e = full
	}
	name.Facts = c.style.facts(g, e)
	return name
}

// surroundings are what a candidate is linked to, and what it belongs to.
type surroundings struct {
	links      []graph.Link // those to the project aside
	parent     graph.Entity // nil for none
	parentName string       // as its kind has it: "requirement of Offline mode"; "" for none
}

// surroundings returns those of a candidate. Many a label says nothing without
// the name of what the entity belongs to; where there are several projects, the
// name of its project. A parent that the document names before goes by its
// short name, so that parents are named in the order of the candidates.
func (c *candidates) surroundings(i int) *surroundings {
	for at := len(c.around); at <= i; at++ {
		node := c.nodes[at]
		g := c.projects[node.Project].Graph
		one := surroundings{links: c.style.links(g, node.ID, c.ranks)}
		one.parent = parentOf(g, g.Entity(node.ID), one.links)
		if named := c.namedParent(g, node, one.parent); named != nil {
			id := named.Self().ID
			rank, ranked := c.ranks[id]
			one.parentName = c.style.parentName(named, c.named[id] || ranked && rank < at)
			c.named[id] = true
		}
		c.around = append(c.around, one)
	}
	return &c.around[i]
}

// namedParent returns what the name of a node's kind mentions, nil for nothing.
func (c *candidates) namedParent(g *graph.Graph, node rank.Node, parent graph.Entity) graph.Entity {
	isProject := node.Kind == string(graph.KindProject)
	if parent == nil && len(c.projects) > 1 && c.style.maxTokens >= smallBudget && !isProject {
		return g.Project()
	}
	return parent
}

// repeatedLabel is the length of a heading whose label the text repeats, by
// eye.
const repeatedLabel = 60

// startsWith reports whether a text starts with the label as the heading would
// have it, or the label with the text.
func startsWith(text, label string) bool {
	begins, cut := strings.CutSuffix(graph.Line(label, repeatedLabel), "…")
	text = graph.Line(text, 0)
	return cut && (strings.HasPrefix(text, begins) || text != "" && strings.HasPrefix(begins, text))
}

// sourceLabel is how many characters of a label a source has, by eye.
const sourceLabel = 60

// how returns the last step of the path to an entity, as it reads from there:
// "risk of KEP-1287".
func (c *candidates) how(node rank.Node) string {
	if len(node.Path) == 0 {
		return ""
	}
	step := node.Path[len(node.Path)-1]
	from := c.projects[node.Project].Graph.Entity(step.From)
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
