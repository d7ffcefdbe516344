package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/attention"
)

// A composition records how much of each chapter a document includes.
type composition struct {
	chapters []*Chapter
	agenda   *attention.Agenda // nil if the chapters are not of all entities of projects
	shown    []int             // number of included pieces, by chapter
	taken    []taken           // the included pieces, in order
	filled   int               // number of pieces that fit by the sum of their costs
	shares   [lanes]share
	options  Options
	known    int // number of entities that are left out because the reader has them
}

// taken is an included piece: its chapter, and the cost of all pieces up to it.
type taken struct{ chapter, sum int }

// Compose returns a document with as much of the chapters as fits the budget.
func Compose(chapters []*Chapter, options Options) (*Document, error) {
	return compose(chapters, nil, usualShares(), options)
}

// compose returns a document with as much of the chapters as fits the budget.
// The order in which pieces are included does not depend on the budget: a
// larger budget includes everything that a smaller one does.
func compose(chapters []*Chapter, agenda *attention.Agenda, shares [lanes]share, options Options) (*Document, error) {
	c := &composition{agenda: agenda, shares: shares, options: options}
	for _, chapter := range chapters {
		if chapter != nil && len(chapter.pieces) > 0 {
			c.chapters = append(c.chapters, chapter)
		}
	}
	c.shown = make([]int, len(c.chapters))
	text, err := c.write(c.fill(filling{}))
	if err == nil && options.Known != nil {
		if next, waiting := c.withoutKnown(); next.known > 0 {
			c = next
			text, err = c.write(waiting)
		}
	}
	if err != nil {
		return nil, err
	}
	return c.document(text), nil
}

// knownShare is the divisor of the budget up to which a document that leaves out known
// content has what comes next. By eye.
const knownShare = 4

// withoutKnown returns the composition of what a document has without what is known and, if
// that is little, of what comes next, and the pieces that may follow.
func (c *composition) withoutKnown() (*composition, []taken) {
	left := *c
	left.chapters, left.taken = nil, nil
	places := make([]int, len(c.chapters))
	for i, s := range c.chapters {
		one := *s
		one.pieces = slices.DeleteFunc(slices.Clone(s.pieces), func(p *Piece) bool { return c.isKnown(s, p) })
		one.known = len(s.pieces) - len(one.pieces)
		if places[i] = len(left.chapters); len(one.pieces) > 0 {
			left.chapters = append(left.chapters, &one)
		}
	}
	start, known, next := filling{}, map[graph.Entity]bool{}, make([]int, len(c.chapters))
	for _, piece := range c.taken {
		s := c.chapters[piece.chapter]
		p := s.pieces[next[piece.chapter]]
		next[piece.chapter]++
		if c.isKnown(s, p) {
			known[p.entity] = true
			start.spent[s.lane] += c.tokens(p)
		} else {
			start.pieces = append(start.pieces, waitingPiece{places[piece.chapter], p})
		}
	}
	left.shown, left.known = make([]int, len(left.chapters)), len(known)
	waiting := left.fill(start)
	for n := len(left.taken); n > len(start.pieces) && left.taken[n-1].sum > c.options.MaxTokens/knownShare; n-- {
		left.drop()
		waiting = nil
	}
	left.filled = len(left.taken)
	return &left, waiting
}

// isKnown reports whether the reader has what a piece of a chapter says about an entity.
func (c *composition) isKnown(s *Chapter, p *Piece) bool {
	isText := s.lane == laneText || s.lane == laneNear
	return p.entity != nil && (isText || s.lane == laneLists) && c.options.Known(p.entity, isText)
}

// A filling is the beginning of a composition: its first pieces, and the tokens of
// others by lane.
type filling struct {
	pieces []waitingPiece
	spent  [lanes]int
}

// write returns the text, in which a part of the waiting pieces may be included.
func (c *composition) write(waiting []taken) (string, error) {
	text := ""
	render := func() (int, error) {
		text = c.text()
		return c.options.Count(text), nil
	}
	fits, err := Fit(c.options.MaxTokens, render, func(int) bool { return c.drop() })
	if err != nil || !fits {
		return "", err
	}
	return c.grow(text, waiting), nil
}

// grow includes the waiting pieces, which do not fit by the sum of costs, for
// as long as the text itself is within the budget.
func (c *composition) grow(text string, waiting []taken) string {
	if len(c.taken) < c.filled { // the sum of costs was too low
		return text
	}
	for _, next := range waiting {
		c.take(next)
		larger := c.text()
		if c.options.Count(larger) > c.options.MaxTokens {
			c.drop()
			break
		}
		text = larger
	}
	return text
}

// moreTokens is the maximum size of the line about what a list leaves out.
const moreTokens = 8

// fillBeyond is the factor by which the sum of costs may exceed the budget
// before fill stops. The sum is seldom more than a twentieth too high.
const fillBeyond = 1.2

// fill includes pieces while the sum of their costs is within the budget. It
// returns the pieces that follow.
func (c *composition) fill(start filling) []taken {
	said := map[graph.Entity]bool{}
	queue := newQueue(c.chapters, c.shares, start, func(p *Piece) int {
		if p.said != nil && said[p.entity] {
			return c.options.Cost(p.said)
		}
		return c.tokens(p)
	})
	sum, open, note := 0, 0, 0
	for {
		at, cost, ok := queue.next()
		if !ok {
			break
		}
		s := c.chapters[at]
		first := c.shown[at] == 0
		if first {
			open++
			if s.heading != nil {
				cost += c.options.Cost(s.heading(counts{shown: 1, total: s.size()}))
			}
		}
		if sum += cost; float64(sum) > fillBeyond*float64(c.options.MaxTokens) {
			break
		}
		queue.spend(s.lane, cost)
		said[s.pieces[c.shown[at]].entity] = true
		c.take(taken{at, sum})
		if first {
			note = c.options.Count(c.note())
		}
		if c.shown[at] == len(s.pieces) {
			open--
		}
		if sum+open*moreTokens+note <= c.options.MaxTokens {
			c.filled = len(c.taken)
		}
	}
	waiting := slices.Clone(c.taken[c.filled:])
	for len(c.taken) > c.filled {
		c.drop()
	}
	return waiting
}

// Cost returns the tokens of a block in the format of the document.
func (o *Options) Cost(b Block) int {
	if o.JSON {
		return o.Count(graph.EncodeJSON(valueOf(b))) + 1
	}
	return o.Count(Markdown(b))
}

// tokens returns the cost of a piece, which it computes once.
func (c *composition) tokens(p *Piece) int {
	if p.tokens == 0 {
		p.tokens = c.options.Cost(p.block())
	}
	return p.tokens
}

// drop removes the piece that was included last, and reports whether there was
// one.
func (c *composition) drop() bool {
	last := len(c.taken) - 1
	if last < 0 {
		return false
	}
	c.shown[c.taken[last].chapter]--
	c.taken = c.taken[:last]
	return true
}

// take includes the next piece of a section.
func (c *composition) take(next taken) {
	c.shown[next.chapter]++
	c.taken = append(c.taken, next)
}

func (c *composition) text() string {
	if c.options.JSON {
		return composedJSON(c.parts(), c.note())
	}
	var out strings.Builder
	for _, part := range c.parts() {
		out.WriteString(part.Markdown())
	}
	if note := c.note(); note != "" {
		writeBlock(&out, Apart{Note{note}})
	}
	return out.String()
}

// parts returns the sections that have included pieces.
func (c *composition) parts() []Part {
	listed, said := c.listed(), c.said()
	var parts []Part
	for i, s := range c.chapters {
		if c.shown[i] > 0 {
			parts = append(parts, s.part(c.shown[i], c.counts(i, listed), said))
		}
	}
	return parts
}

// listed returns the number of lines about each entity in lists.
func (c *composition) listed() map[graph.Entity]int {
	listed := map[graph.Entity]int{}
	for i, s := range c.chapters {
		for _, p := range s.pieces[:c.shown[i]] {
			if p.entity != nil && s.list != nil {
				listed[p.entity]++
			}
		}
	}
	return listed
}

// said returns the ids of the graph's included nodes, and whether a line about
// the node was included before it.
func (c *composition) said() map[string]bool {
	said, lines, next := map[string]bool{}, map[string]bool{}, make([]int, len(c.chapters))
	for _, piece := range c.taken {
		at := piece.chapter
		s := c.chapters[at]
		p := s.pieces[next[at]]
		next[at]++
		switch {
		case p.entity == nil:
		case s.lane == laneGraph:
			said[p.entity.Self().ID] = lines[p.entity.Self().ID]
		default:
			lines[p.entity.Self().ID] = true
		}
	}
	return said
}

func (c *composition) counts(at int, listed map[graph.Entity]int) counts {
	s := c.chapters[at]
	n := counts{shown: s.entities(c.shown[at]), total: s.size(), known: s.known}
	for e := range listed {
		if s.list != nil && s.list.contains(e) {
			n.elsewhere++
		}
	}
	n.elsewhere -= n.shown
	return n
}

// note returns what the text lacks, "" for nothing.
func (c *composition) note() string {
	return strings.TrimSpace(c.leftOut() + " " + KnownNote(c.known, 0))
}

// KnownNote returns the note about the entities that a text leaves out because the reader
// has them, and about others of which it leaves out parts; "" for none.
func KnownNote(all, parts int) string {
	counted := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n, many)
	}
	if all+parts == 0 {
		return ""
	}
	note := counted(all, "known entity", "known entities") + " omitted"
	if parts > 0 {
		note += ", and known parts of " + counted(parts, "other", "others")
	}
	return note
}

// The note about what was left out may take 1/noteShare of a text, by eye. Its
// tokens are estimated from its bytes.
const (
	noteShare     = 20
	bytesPerToken = 4
)

// leftOut returns a note that names the sections of which nothing is included,
// "" if there are none. It omits the names if they take too much of the text.
func (c *composition) leftOut() string {
	var names []string
	texts := 0
	for i, s := range c.chapters {
		switch {
		case c.shown[i] > 0 || s.grows && (s.heading == nil || s.size() == 0):
		case s.lane == laneNear:
			texts++
		case s.list != nil:
			names = append(names, fmt.Sprintf("%s (%d)", s.name, s.size()))
		default:
			names = append(names, s.name)
		}
	}
	if texts > 0 {
		names = append(names, fmt.Sprintf("texts (%d)", texts))
	}
	if names == nil || len(c.taken) == 0 {
		return ""
	}
	note := "Left out to stay within the budget: " + strings.Join(names, ", ") + "."
	if noteShare*len(note)/bytesPerToken > c.taken[len(c.taken)-1].sum {
		return "Much was left out to stay within the budget."
	}
	return note
}

func (c *composition) document(text string) *Document {
	d := &Document{Text: text, Tokens: c.options.Count(text), Sections: []Section{}}
	for _, part := range c.parts() {
		d.Sections = append(d.Sections, part.Section(c.options.Count))
	}
	seen := map[graph.Entity]bool{}
	d.Nodes = c.nodes()
	for _, node := range d.Nodes {
		seen[node.Entity] = true
	}
	d.Omitted, d.OmittedBest = c.omitted(seen)
	return d
}

// nodes returns the entities of the included pieces.
func (c *composition) nodes() []Node {
	var nodes []Node
	places := map[string]int{}
	for i, s := range c.chapters {
		for at, p := range s.pieces[:c.shown[i]] {
			if p.entity == nil {
				continue
			}
			id := p.entity.Self().ID
			place, known := places[id]
			if !known {
				place, places[id] = len(nodes), len(nodes)
				nodes = append(nodes, Node{Entity: p.entity, Distance: c.options.distance(p.entity), Path: c.options.path(p.entity)})
			}
			nodes[place].Tokens += c.tokens(p)
			nodes[place].Whole = nodes[place].Whole || s.isWhole(at)
		}
	}
	return nodes
}

// mostOmitted is the maximum number of omitted entities that are named.
const mostOmitted = 10

// omitted returns the numbers by kind of the lists' entities that are not in
// seen, and the first of these entities in the order of inclusion.
func (c *composition) omitted(seen map[graph.Entity]bool) ([]graph.KindCount, []graph.Entity) {
	var best []*Piece
	left := map[graph.Entity]bool{} // in explicit lists
	for at, s := range c.chapters {
		if s.list != nil {
			for _, e := range s.list.entities {
				left[e] = !seen[e]
			}
		}
		for _, p := range s.pieces {
			if p.entity != nil && !seen[p.entity] && (s.list != nil || c.lists(at, p.entity)) {
				best = append(best, p)
			}
		}
	}
	slices.SortStableFunc(best, func(a, b *Piece) int { return cmp.Compare(a.rank, b.rank) })
	var entities []graph.Entity
	for _, p := range best {
		if len(entities) == mostOmitted {
			break
		}
		if !slices.Contains(entities, p.entity) {
			entities = append(entities, p.entity)
		}
	}
	return c.numbers(left, seen), entities
}

// lists reports whether an entity is in one of the first lists.
func (c *composition) lists(first int, e graph.Entity) bool {
	return slices.ContainsFunc(c.chapters[:first], func(s *Chapter) bool { return s.list != nil && s.list.contains(e) })
}

// numbers returns the numbers by kind of entities that are left of the lists:
// those of explicit lists, and those of the agenda that are not in seen. Lists of
// the agenda have all of its entities.
func (c *composition) numbers(left, seen map[graph.Entity]bool) (list []graph.KindCount) {
	numbers := map[graph.Kind]int{}
	isInAgenda := func(e graph.Entity) bool { return c.agenda != nil && c.options.shows(e.Self().Kind) && c.agenda.Has(e) }
	for e, isLeft := range left {
		if isLeft && !isInAgenda(e) {
			numbers[e.Self().Kind]++
		}
	}
	for e := range seen {
		if isInAgenda(e) {
			numbers[e.Self().Kind]--
		}
	}
	for _, spec := range graph.Kinds {
		n := numbers[spec.Kind]
		if c.agenda != nil && c.options.shows(spec.Kind) {
			n += c.agenda.Count(spec.Kind)
		}
		if n > 0 {
			list = append(list, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return list
}
