package layout

import (
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
)

// The number of sections that answer a question before the facts about a topic,
// and after them before the details of its parts. With further ones, 73 %
// instead of 71 % of what is asked of the Kubernetes enhancement proposals in
// other words was found; what is asked of their parts was found as before.
const (
	firstPassages   = 3   // for a single topic
	eachPassages    = 2   // for each of several
	furtherPassages = 4   // if the question names no topic or several, by eye
	textPassages    = 12  // for a single topic that the question names, see further
	morePassages    = 12  // in total, for each of several
	allPassages     = 100 // in total, for a single topic that the question names
)

// each calls do with each of some topics and its number in the plan.
type each func(do func(t *outline.Topic, number int))

// order adds the lines of the topics by worth: parts that answer the question
// and, unless the question names only one topic, the first sentences; then what
// the question asks for, facts, the rest of the lead, other parts, and further
// sections. All lines of the likeliest topics except the beginnings precede
// those of topics behind them. The nearest texts may be first, see
// [outline.Outline.IsNearestFirst].
func (p *planner) order() {
	if p.outline.IsNearestFirst() {
		most := math.MaxInt
		if p.outline.HasLiteral {
			most = nearestBytes
		}
		p.nearest(most)
	}
	p.of(func(*outline.Topic) bool { return true }).begin(p)
	for _, behind := range []bool{false, true} {
		isWanted := func(t *outline.Topic) bool { return t.Behind == behind }
		p.orderOf(p.of(isWanted), p.count(isWanted))
	}
	p.nearest(math.MaxInt) // unless they were added
	p.held = append(p.held, p.huge...)
	p.release()
}

// of returns an iterator over the wanted topics.
func (p *planner) of(wanted func(*outline.Topic) bool) each {
	return func(do func(t *outline.Topic, number int)) {
		for i, t := range p.outline.Topics {
			if wanted(t) {
				do(t, p.numbers[i])
			}
		}
	}
}

// count returns the number of the wanted topics.
func (p *planner) count(wanted func(*outline.Topic) bool) (n int) {
	for _, t := range p.outline.Topics {
		if wanted(t) {
			n++
		}
	}
	return n
}

// leadsFirst reports whether the lines begin with the first sentence of each
// topic.
func (w *writer) leadsFirst() bool {
	o := w.outline
	return len(o.Topics) > 1 || !o.Named || o.IsNarrowed || w.introduces()
}

// introduces reports whether the question only asks what its single topic is.
func (w *writer) introduces() bool { return w.isSingle() && w.outline.Topics[0].Introduction > 0 }

// begin adds the parts that answer the question, and the first sentences.
func (each each) begin(p *planner) {
	each(p.heading)
	each(p.parts)
	if p.introduces() {
		each(func(t *outline.Topic, n int) { p.lead(t, n, 0, t.Introduction) })
	} else if p.leadsFirst() {
		each(func(t *outline.Topic, n int) { p.lead(t, n, 0, 1) })
	}
}

// heading adds the heading of a record that has nothing else to say: its values are
// facts.
func (c *composer) heading(t *outline.Topic, number int) {
	if t.IsRecord() && len(t.Groups)+len(t.Passages) == 0 {
		c.put(Line{Topic: number, Section: -1, Entity: t.Entity, IsHeading: true})
	}
}

// orderOf adds the lines of some topics after their beginnings. topics is their number.
func (p *planner) orderOf(each each, topics int) {
	first, further, more := firstPassages, furtherPassages, morePassages
	switch {
	case topics > 1:
		first, further = eachPassages, 0
	case p.outline.Named:
		more = allPassages
	}
	p.answerFirst(each, first)
	each(func(t *outline.Topic, n int) { p.further(t, n, first) })
	p.restAfter(each, first, further, more)
}

// answerFirst adds what answers the question, then the nearest texts, facts and the
// beginnings of the leads. If the question names no topic, the first of the nearest texts
// precede the parts and sections of the likeliest: behind the parts, 70 instead of 74 % of
// sections of five graphs were found in 500 tokens, and as many of those set aside.
func (p *planner) answerFirst(each each, first int) {
	if !p.outline.Named && !p.outline.IsLong {
		p.nearest(nearestEach)
	}
	each(func(t *outline.Topic, n int) { p.groups(t, n, func(g *parts.Group) bool { return p.asks(t, g) }) })
	for at := range first {
		each(func(t *outline.Topic, n int) {
			if p.answers(t) || at == 0 && p.holdsAny(t) || at < beforeFacts && p.holdsSome(t) {
				p.passages(t, n, at, at+1)
			}
		})
	}
	if !p.outline.IsNearestLate {
		p.nearest(nearestBytes)
	}
	each(p.facts)
	each(p.contents)
	p.releaseFirst()
	each(func(_ *outline.Topic, n int) { p.details(n, true) })
	each(func(t *outline.Topic, n int) {
		if !p.answers(t) && !slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return p.asks(t, &g) }) {
			p.lead(t, n, 0, outline.LeadSentences)
			p.passages(t, n, 0, 1)
		}
	})
	p.releaseFirst()
	if !p.leadsFirst() {
		each(func(t *outline.Topic, n int) { p.lead(t, n, 0, 1) })
	}
}

// releaseFirst adds the ends of the first sections, unless the beginnings of
// further ones precede them.
func (p *planner) releaseFirst() {
	if !p.isSingle() || p.outline.Topics[0].IsClearlyAsked() {
		p.release()
	}
}

// isSingle reports whether the question names a single topic.
func (w *writer) isSingle() bool { return w.outline.Named && len(w.outline.Topics) == 1 }

// further adds the sections of a topic after the first ones that precede its
// other parts. A question that names a single topic, and has words for a section
// of it, is answered by its texts, also if it has a word for a kind of parts.
func (p *planner) further(t *outline.Topic, number, first int) {
	switch answers := p.answers(t); {
	case p.isSingle() && answers:
		p.matching(t, number)
		if !t.IsClearlyAsked() {
			p.lead(t, number, 0, longLead)
		}
		p.passages(t, number, first, first+textPassages)
	case p.isSingle() && t.IsClearlyAsked():
		p.passages(t, number, 0, textPassages)
	case answers && t.IsClearlyAsked():
		p.passages(t, number, first, first+furtherPassages)
	case !p.outline.Named && t.Entity.Self().Kind == graph.KindDocument:
		p.passages(t, number, 0, textPassages) // its neighbours are beside the question
	}
	p.release()
}

// If a question about a single topic asks for none of its parts, sections that
// have at least heldSome of the question precede the facts about the topic, at
// most beforeFacts of them: a plan with 40 tasks had nothing but tasks in 500
// tokens. By eye; no measured question changed.
const (
	heldSome    = .1
	beforeFacts = 2
)

// holdsAny reports whether a section of the only topic has anything of what a question
// asks beyond its name. One section then follows what the question may ask for: with it,
// 65.2 instead of 63.5 % of sections of five graphs, set aside, are found in 500 tokens.
func (c *composer) holdsAny(t *outline.Topic) bool {
	return c.isSingle() && !c.outline.IsLong && t.AsksOther && len(t.Passages) > 0 && t.Passages[0].Held > 0
}

// holdsSome reports whether a section of the only topic has some of what the
// question asks beyond its name, and the question asks for none of its parts other
// than people.
func (c *composer) holdsSome(t *outline.Topic) bool {
	if !c.isSingle() || !t.AsksOther || len(t.Passages) == 0 || t.Passages[0].Held < heldSome {
		return false
	}
	return !slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return g.Kind != graph.KindRecord && c.asks(t, &g) })
}

// matching adds short groups of a topic of which a label has a word of the
// question: what a plan needs to reach its second stage is in its requirements.
func (c *composer) matching(t *outline.Topic, number int) {
	c.groups(t, number, func(g *parts.Group) bool {
		c.listed[g] = g.Matches && len(g.Members) <= parts.FewMembers && !c.asks(t, g) && g.IsOther()
		return c.listed[g]
	})
}

// restAfter adds other parts, the rest of the leads, and more sections.
func (p *planner) restAfter(each each, first, further, more int) {
	each(func(t *outline.Topic, n int) {
		p.groups(t, n, func(g *parts.Group) bool {
			return !p.asks(t, g) && g.IsOther() && !p.listed[g]
		})
	})
	each(func(t *outline.Topic, n int) { p.lead(t, n, 1, outline.LeadSentences) })
	each(func(t *outline.Topic, n int) {
		if p.answers(t) {
			p.passages(t, n, first, first+further)
		}
	})
	p.release()
	each(func(_ *outline.Topic, n int) { p.details(n, false) })
	each(p.others)
	each(func(t *outline.Topic, n int) { p.lead(t, n, outline.LeadSentences, allSentences) })
	each(func(t *outline.Topic, n int) {
		from := 0
		if p.answers(t) {
			from = first
		}
		p.passages(t, n, from, more)
		p.release()
		p.groups(t, n, func(g *parts.Group) bool { return !p.asks(t, g) && g.Kind == graph.KindSignal })
	})
}

// inOrder returns the groups of a topic, those of the first kinds first.
func (c *composer) inOrder(t *outline.Topic) []*parts.Group {
	groups := make([]*parts.Group, len(t.Groups))
	for i := range t.Groups {
		groups[i] = &t.Groups[i]
	}
	place := func(g *parts.Group) int {
		if at := slices.Index(c.style.First, g.Kind); at >= 0 {
			return at
		}
		return len(c.style.First)
	}
	slices.SortStableFunc(groups, func(a, b *parts.Group) int { return place(a) - place(b) })
	return groups
}
