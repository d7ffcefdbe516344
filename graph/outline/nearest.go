package outline

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
)

// A Near is a text that has much of the question, whatever it is a part of: a
// section of a document, or else all of an entity.
type Near struct {
	Member
	Passage passage.Passage // without sentences if it is all of the entity
}

// The number of texts that precede facts about subjects which the question does not
// clearly name, the bytes of all of them, and those of one before the next. By eye:
// of 48 sections of a software team's documents by what they mean, 82 instead of 68 %
// were found in 500 tokens with them, and of 30 risks and incidents in other words
// 43 instead of 27 %. With 250 bytes of each, 66 instead of 69 % of an airport's.
const (
	nearestTexts = 10
	nearestBytes = 1000
	nearestEach  = 400
)

// literalBegins is the number of bytes of the best text that holds a literal of the
// question before the next. By eye.
const literalBegins = 800

// nearestWords is the number of words of a question, the rarest ones, by which the
// nearest texts are found. By eye: it limits the cost of a message of thousands.
const nearestWords = 64

// near returns the texts of the entries with the best evidence that have words of
// the question, the best first.
func (f *finding) near() []passage.Passage {
	if f.texts == nil {
		f.texts = passage.Nearest(f.reader, f.nearWords(), f.entries)
	}
	return f.texts
}

// nearWords returns the words of the question by which nearest texts are found. Words
// that ask count as others: where nothing is named, a text may have "call" and "wait".
func (f *finding) nearWords() (words []corpus.WeighedWord) {
	for i := range f.asked.Terms {
		term := &f.asked.Terms[i]
		weight := term.Text
		if term.Asks {
			weight /= f.params.Subject.Asking
		}
		words = append(words, corpus.WeighedWord{Text: term.Word, Weight: weight})
	}
	if len(words) > nearestWords {
		slices.SortStableFunc(words, func(a, b corpus.WeighedWord) int { return cmp.Compare(b.Weight, a.Weight) })
		words = words[:nearestWords]
	}
	return words
}

// IsNearestFirst reports whether the nearest texts come first, because they hold what
// the question has literally, or because the graph is unlikely to have the answer.
func (o *Outline) IsNearestFirst() bool {
	return len(o.Nearest) > 0 && !o.isNearestLate && (o.hasLiteral || o.Confidence.Answer == Unlikely)
}

// nearest returns the texts that have most of the question, unless it clearly asks
// for sections of the topics, or names these, and they have most of it.
func (f *finding) nearest(o *Outline) (list []Near) {
	isAsked := func(t *Topic) bool { return !t.Behind && t.isClearlyAsked() }
	if o.IsVague || slices.ContainsFunc(o.Topics, isAsked) {
		return nil
	}
	texts := f.near()
	if o.Named && f.isInTopics(o, texts) {
		return nil
	}
	return f.nearOf(o, texts, nearestTexts)
}

// nearOf returns the first of some texts that can be quoted.
func (f *finding) nearOf(o *Outline, texts []passage.Passage, most int) (list []Near) {
	for _, one := range texts {
		isSection := len(one.Sentences) > 0
		if isSection && !searchtext.Quotable(one.Field, one.Words()) || !isSection && o.Confidence.Answer == Unlikely {
			continue // of an entity, ranking quotes the best sentence
		}
		g := f.graphs[one.Doc.Project]
		if e := g.Entity(one.DocID); e != nil && e.Self().Kind != graph.KindProject && len(list) < most {
			list = append(list, Near{Member{Graph: g, Entity: e}, one})
		}
	}
	return list
}

// A message may be about more than its topics: lateBegins bytes of the text that has
// most of it follow after about lateAfter bytes of lines. In 500 tokens, 70.7 instead of
// 68.1 % is found of what messages about six graphs ask, and of the halves set aside
// 71.4 instead of 68.5; after 1,400 bytes nothing more is found, and two texts are no
// better.
const (
	lateAfter  = 700
	lateBegins = 400
)

// nearestLate sets the text that has most of a message with topics.
func (f *finding) nearestLate(o *Outline) {
	if o.isLong && len(o.Topics) > 0 && len(o.Nearest) == 0 && o.Confidence.Answer != Unlikely {
		o.Nearest = f.nearOf(o, f.near(), 1)
		o.isNearestLate = true
	}
}

// isInTopics reports whether no text has more of the question than those of the
// topics and their parts.
func (f *finding) isInTopics(o *Outline, texts []passage.Passage) bool {
	own, other := 0.0, 0.0
	for i := range texts {
		d := texts[i].Doc
		d.Ordinal = f.reader.Indexes[d.Project].Root(d.Ordinal)
		if slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.Subject.Doc == d || t.Doc == d }) {
			own = max(own, texts[i].Held)
		} else {
			other = max(other, texts[i].Held)
		}
	}
	return own >= other
}

// nearest adds the texts that have most of the question, unless they were added:
// sections of the topics' documents to these, and others below a heading of their
// own. numbers are those of the topics, most is about the number of bytes of all.
func (p *planner) nearest(numbers []int, most int) {
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
			p.nearSection(near, numbers, others, p.outline.nearBegins(i))
		case !p.isShown(near.Entity):
			p.ofKind(others, items, near.Member)
			items++
		}
	}
}

// nearBegins returns the number of bytes of a nearest text before the next.
func (o *Outline) nearBegins(number int) int {
	switch {
	case o.isNearestLate:
		return lateBegins
	case o.hasLiteral && number == 0:
		return literalBegins
	}
	return nearestEach
}

// isShown reports whether an entity is a topic or has a line.
func (p *planner) isShown(e graph.Entity) bool {
	is := func(other graph.Entity) bool { return other.Self().ID == e.Self().ID }
	return slices.ContainsFunc(p.outline.Topics, func(t *Topic) bool { return is(t.Entity) }) ||
		slices.ContainsFunc(p.plan.Lines, func(l Line) bool { return is(l.Entity) })
}

// nearSection adds the first bytes of a section to the likeliest topic that has its
// document, or else to the one with number others.
func (p *planner) nearSection(near *Near, numbers []int, others, begins int) {
	at := slices.IndexFunc(p.outline.Topics, func(t *Topic) bool {
		return !t.Behind && slices.ContainsFunc(t.Documents, func(e graph.Entity) bool { return e.Self().ID == near.Passage.DocID })
	})
	if at < 0 {
		p.passage(nil, others, near.Passage, begins)
		return
	}
	p.passage(p.outline.Topics[at], numbers[at], near.Passage, begins)
}
