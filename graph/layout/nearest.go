package layout

import (
	"slices"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/prompt"
)

// nearest adds the texts that have most of the question, unless they were added:
// sections of the topics' documents to these, and others below a heading of their
// own. most is about the number of bytes of all.
func (p *planner) nearest(most int) {
	list := p.outline.Nearest
	if p.hasNearest || len(list) == 0 {
		return
	}
	p.hasNearest = true
	others := len(p.plan.Topics)
	p.plan.Topics = append(p.plan.Topics, prompt.Topic{Name: prompt.Name{Label: "Nearest texts"}})
	p.plan.Scores, p.plan.Paths = append(p.plan.Scores, list[0].Passage.Held), append(p.plan.Paths, nil)
	before, items := p.size, 0
	for i := range list {
		switch near := &list[i]; {
		case p.size-before > most:
			return
		case len(near.Passage.Sentences) > 0:
			p.nearSection(near, others, p.nearBegins(i))
		case !p.isShown(near.Entity):
			p.ofKind(others, items, near.Member)
			items++
		}
	}
}

// nearBegins returns the number of bytes of a nearest text before the next.
func (p *planner) nearBegins(number int) int {
	switch {
	case p.outline.IsNearestLate:
		return lateBegins
	case p.outline.HasLiteral && number == 0:
		return literalBegins
	}
	return nearestEach
}

// isShown reports whether an entity is a topic or has a line.
func (w *writer) isShown(e graph.Entity) bool {
	is := func(other graph.Entity) bool { return other.Self().ID == e.Self().ID }
	return slices.ContainsFunc(w.outline.Topics, func(t *outline.Topic) bool { return is(t.Entity) }) ||
		slices.ContainsFunc(w.plan.Lines, func(l Line) bool { return is(l.Entity) })
}

// nearSection adds the first bytes of a section to the likeliest topic that has its
// document, or else to the one with number others.
func (p *planner) nearSection(near *outline.Near, others, begins int) {
	at := slices.IndexFunc(p.outline.Topics, func(t *outline.Topic) bool {
		return !t.Behind && slices.ContainsFunc(t.Documents, func(e graph.Entity) bool { return e.Self().ID == near.Passage.DocID })
	})
	if at < 0 {
		p.passage(nil, others, near.Passage, begins)
		return
	}
	p.passage(p.outline.Topics[at], p.numbers[at], near.Passage, begins)
}

// The number of bytes of all nearest texts that precede facts about subjects which the
// question does not clearly name, and of one before the next. By eye: with 250
// bytes of each, 66 instead of 69 % of the sections of an airport's documents were found in
// 500 tokens.
const (
	nearestBytes = 1000
	nearestEach  = 400
)

// literalBegins is the number of bytes of the best text that holds a literal of the
// question before the next. By eye.
const literalBegins = 800

// lateBegins bytes of the text that has most of a message follow after about lateAfter
// bytes of lines. In 500 tokens, 70.7 instead of 68.1 % is found of what messages about
// six graphs ask, and of the halves set aside 71.4 instead of 68.5; after 1,400 bytes
// nothing more is found.
const (
	lateAfter  = 700
	lateBegins = 400
)
