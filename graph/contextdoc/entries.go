package contextdoc

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/contextdoc/style"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// entries are the candidates of a body, in the order of the ranking. The first
// ones have their texts; of the others only the names can be included. An entry
// is made when it is first requested, because most do not fit. It does not
// depend on which others were requested before.
type entries struct {
	style    bodyStyle
	projects projects.Set // by the project of a node
	found    *ranking
	loaded   *texts

	nodes  []rank.Node
	quoted []string                        // the ids of those with text
	around []surroundings                  // of the first nodes, by number
	named  map[string]bool                 // the ids of the parents in around
	ranks  map[*memory.Graph]map[int32]int // see rankIn
	said   map[string]bool                 // keys of the passages that the body already has
	made   []*entry
	// nested means that the entries of a larger budget include those of a smaller
	// one, so that no entry may depend on the budget.
	nested bool
}

// An entry is an entity with all that a body may say about it.
type entry struct {
	candidate pack.Candidate
	block     prompt.Entry // with all passages and links
	sections  []string     // of the passages
	item      prompt.Item  // if only the name fits
}

// entriesOf returns the entries of a body without the entities with some ids, at
// most as many as its budget has room for by name.
func entriesOf(st bodyStyle, sc *scope, found *ranking, covered map[string]bool, loaded *texts) *entries {
	found = found.without(covered, pack.Step(st.MaxTokens, style.RoomyBudget)/tokensPerName)
	x := &entries{
		style: st, projects: sc.projects, found: found, loaded: loaded, nodes: found.answer.Nodes,
		named: map[string]bool{}, made: make([]*entry, len(found.answer.Nodes)),
	}
	for _, node := range x.nodes[:min(len(x.nodes), textLimit(st.MaxTokens))] {
		x.quoted = append(x.quoted, node.ID)
	}
	return x
}

// nestedBehind is the number of remaining tokens from which a larger body
// includes all entities of a smaller one, after an outline or if the document is
// weak. By eye; style.RoomyBudget is one of its steps, so that no step has more texts
// than are loaded.
const nestedBehind = style.RoomyBudget / 8

// isNested reports whether a body is packed in the steps of [pack.Nested]. The
// result of a ranking without an outline, that is not weak, is packed for each
// budget separately: nested, musique had 1.9 points less at 1,000 tokens.
func (d *draft) isNested(st bodyStyle) bool {
	return st.MaxTokens >= style.RoomyBudget && (d.outlined || st.weak)
}

// restOf returns the source of the entries that pack chooses among those that
// the outline lacks, and, in a roomy body, of the notes about the others.
func restOf(st bodyStyle, sc *scope, found *ranking, loaded *texts, count func(string) int) source {
	var last *entries // of the previous call
	return func(d *draft) {
		packedIn := func(budget int) (*entries, []pack.Packed) {
			x := entriesOf(st, sc, found.only(d.only), d.covered, loaded)
			x.said, x.nested = d.said, d.isNested(st)
			x.keep(last)
			last = x
			base := d.left
			if x.nested {
				base = nestedBehind
			}
			return x, pack.Nested(x, base, budget, count, pack.Defaults())
		}
		x, packed := packedIn(d.left)
		included, known := x.withoutKnown(packed, d.handled())
		if d.leave(known...); len(packed) > 0 && len(included) == 0 {
			d.covered = d.handled()
			x, packed = packedIn(d.left / knownShare)
			included, known = x.withoutKnown(packed, nil)
			d.leave(known...)
		}
		named := d.include(x, included)
		left := found.without(d.handled(), maxOmitted)
		d.omitted, d.omittedBest = left.counts(), left.best(x.projects)
		d.page.Footer = d.knownNote()
		if x.style.MaxTokens < style.RoomyBudget {
			return
		}
		if named {
			d.page.More = more(d.omitted)
		}
		d.page.Footer = strings.TrimSuffix(x.footer(d)+" · "+d.page.Footer, " · ")
	}
}

// include adds packed entries to the body, and reports whether some have room
// for their names alone.
func (d *draft) include(x *entries, packed []pack.Packed) (named bool) {
	for _, p := range packed {
		one := x.made[p.Candidate]
		if p.Level == pack.Name {
			d.page.Names = append(d.page.Names, one.item)
			named = true
		} else {
			d.page.Entries = append(d.page.Entries, one.included(p, x.style.MaxTokens >= style.RoomyBudget))
		}
		d.left -= p.Tokens
		d.nodes = append(d.nodes, x.node(p))
	}
	return named
}

// keep takes over what was made of the same entries for another budget. last
// may be nil.
func (x *entries) keep(last *entries) {
	isSame := func(a, b rank.Node) bool { return a.ID == b.ID && a.Project == b.Project }
	if last != nil && x.nested == last.nested && maps.Equal(x.said, last.said) && slices.EqualFunc(x.nodes, last.nodes, isSame) {
		x.made, x.around, x.named = last.made, last.around, last.named
	}
}

// Len implements [pack.Candidates].
func (x *entries) Len() int { return len(x.nodes) }

// At implements [pack.Candidates].
func (x *entries) At(i int) *pack.Candidate {
	if x.made[i] == nil {
		x.made[i] = x.make(i)
	}
	return &x.made[i].candidate
}

// Texts implements [pack.Candidates].
func (x *entries) Texts(budget int) int {
	if x.nested {
		return min(max(budget/tokensPerText, leastTexts), len(x.quoted))
	}
	return len(x.quoted)
}

func (x *entries) make(i int) *entry {
	node, g, full := x.nodes[i], x.graph(i), x.full(i)
	how, sentences := x.how(g, node), x.weighed(i)
	around := x.surroundings(i)
	block := prompt.Entry{Name: x.style.Name(g, g.Entity(node.ID), full, around.parentName)}
	one := &entry{item: prompt.Item{Name: block.Name}, candidate: pack.Candidate{Score: node.Score, Unread: full == nil}}
	one.candidate.Answers = slices.ContainsFunc(sentences, func(s rank.Sentence) bool { return s.Held >= answeringHeld })
	one.item.Facts = nil
	if around.parent == nil {
		one.item.Text = how
	}
	if x.style.sources {
		block.Source = strings.TrimSuffix(fmt.Sprintf("score %.2f · distance %d · %s", node.Score, node.Distance, how), " · ")
	}
	if full != nil {
		passages, named := x.passages(g, full, sentences)
		passages = slices.DeleteFunc(passages, func(p passage) bool { return x.said[p.key] })
		block.Passages, one.candidate.Pieces, one.sections = piecesOf(passages)
		block.Links, one.candidate.Related = x.related(g, i, named)
	}
	if x.nested {
		one.candidate.NameFrom = tokensPerName * (i + 1)
	}
	if len(one.candidate.Pieces) == 0 {
		one.candidate.Key = block.Kind + "\n" + block.Label
	} else {
		block.Label = labelAbove(block.Label, one.candidate.Pieces[0].Text)
	}
	one.candidate.Heading, one.candidate.Name = block.Heading(), strings.TrimSuffix(prompt.Markdown(one.item), "\n")
	one.block = block
	return one
}

// answeringHeld is the least share of the question that a section of an entity has for
// the entity to answer it. .3 and .7 gave the same.
const answeringHeld = .5

// graph returns the graph of a node.
func (x *entries) graph(i int) *memory.Graph { return x.projects[x.nodes[i].Project].Graph }

// full returns the entity of a node with its text, nil if it has none.
func (x *entries) full(i int) graph.Entity {
	if i >= len(x.quoted) {
		return nil
	}
	return x.loaded.full[x.quoted[i]]
}

// sourceLabel is the maximum length of the label in a source, in characters. By
// eye.
const sourceLabel = 60

// how returns the last step of the path to an entity, as seen from the entity:
// "risk of KEP-1287".
func (x *entries) how(g *memory.Graph, node rank.Node) string {
	if len(node.Path) == 0 {
		return ""
	}
	step := node.Path[len(node.Path)-1]
	from := g.Entity(step.From)
	if from == nil {
		return ""
	}
	verb := string(step.Via)
	switch {
	case step.Via == rank.ViaEdge && step.Reverse:
		verb = graph.OriginalLabel(step.Edge.Relation, graph.Outgoing)
	case step.Via == rank.ViaEdge:
		verb = graph.OriginalLabel(step.Edge.Relation, graph.Incoming)
	case step.Via == rank.ViaMention && step.Reverse:
		verb = "mentions"
	case step.Via == rank.ViaMention:
		verb = "mentioned in"
	case step.Via == rank.ViaPhrase:
		verb = "shares a phrase with"
	}
	return verb + " " + inert.Line(graph.Line(graph.Heading(from), sourceLabel))
}

// weighedAtOnce is the number of entities whose sentences are weighed together.
const weighedAtOnce = 32

// weighed returns the weighed sentences of an entity, none if it has no text.
// The result is cached, because a body is filled repeatedly.
func (x *entries) weighed(i int) []rank.Sentence {
	if i >= len(x.quoted) {
		return nil
	}
	known := x.found.weighed
	if _, done := known[x.quoted[i]]; !done {
		next := slices.DeleteFunc(slices.Clone(x.quoted[i:min(i+weighedAtOnce, len(x.quoted))]), func(id string) bool {
			_, done := known[id]
			return done
		})
		for k, sentences := range x.found.ranker.Sentences(x.found.question, next) {
			known[next[k]] = sentences
		}
	}
	return known[x.quoted[i]]
}
