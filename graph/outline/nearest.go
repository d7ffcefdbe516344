package outline

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
)

// A Near is a text that has much of the question, whatever it is a part of: a
// section of a document, or else all of an entity.
type Near struct {
	parts.Member
	Passage passage.Passage // without sentences if it is all of the entity
}

// nearestWords is the number of words of a question, the rarest ones, by which the
// nearest texts are found. By eye: it limits the cost of a message of thousands.
const nearestWords = 64

// nearestTexts is the number of nearest texts. By eye: of 48 sections of a software
// team's documents by what they mean, 82 instead of 68 % were found in 500 tokens with
// them, and of 30 risks and incidents in other words 43 instead of 27 %.
const nearestTexts = 10

// near returns the texts of the entries with the best evidence that have words of
// the question, the best first.
func (q *quoting) near() []passage.Passage {
	if q.texts == nil {
		q.texts = passage.Nearest(q.reader, q.nearWords(), q.entries)
	}
	return q.texts
}

// nearWords returns the words of the question by which nearest texts are found. Words
// that ask count as others: where nothing is named, a text may have "call" and "wait".
func (a *asking) nearWords() (words []corpus.WeighedWord) {
	for i := range a.asked.Terms {
		term := &a.asked.Terms[i]
		weight := term.Text
		if term.Asks {
			weight /= a.params.Subject.Asking
		}
		words = append(words, corpus.WeighedWord{Text: term.Word, Weight: weight})
	}
	if len(words) > nearestWords {
		slices.SortStableFunc(words, func(x, y corpus.WeighedWord) int { return cmp.Compare(y.Weight, x.Weight) })
		words = words[:nearestWords]
	}
	return words
}

// IsNearestFirst reports whether the nearest texts come first, because they hold what
// the question has literally, or because the graph is unlikely to have the answer.
func (o *Outline) IsNearestFirst() bool {
	return len(o.Nearest) > 0 && !o.IsNearestLate && (o.HasLiteral || o.Confidence.Answer == Unlikely)
}

// nearest returns the texts that have most of the question, unless it clearly asks
// for sections of the topics, or names these, and they have most of it.
func (q *quoting) nearest(o *Outline) (list []Near) {
	isAsked := func(t *Topic) bool { return !t.Behind && t.IsClearlyAsked() }
	if o.IsVague || slices.ContainsFunc(o.Topics, isAsked) {
		return nil
	}
	texts := q.near()
	if o.Named && q.isInTopics(o, texts) {
		return nil
	}
	return q.nearOf(o, texts, nearestTexts)
}

// nearOf returns the first of some texts that can be quoted.
func (q *quoting) nearOf(o *Outline, texts []passage.Passage, most int) (list []Near) {
	for _, one := range texts {
		isSection := len(one.Sentences) > 0
		if isSection && !searchtext.Quotable(one.Field, one.Words()) || !isSection && o.Confidence.Answer == Unlikely {
			continue // of an entity, ranking quotes the best sentence
		}
		g := q.graphs[one.Doc.Project]
		if e := g.Entity(one.DocID); e != nil && e.Self().Kind != graph.KindProject && len(list) < most {
			list = append(list, Near{parts.Member{Graph: g, Entity: e}, one})
		}
	}
	return list
}

// nearestLate sets the text that has most of a message with topics, because it may be
// about more than these. Two texts find no more.
func (q *quoting) nearestLate(o *Outline) {
	if o.IsLong && len(o.Topics) > 0 && len(o.Nearest) == 0 && o.Confidence.Answer != Unlikely {
		o.Nearest = q.nearOf(o, q.near(), 1)
		o.IsNearestLate = true
	}
}

// isInTopics reports whether no text has more of the question than those of the
// topics and their parts.
func (q *quoting) isInTopics(o *Outline, texts []passage.Passage) bool {
	own, other := 0.0, 0.0
	for i := range texts {
		d := q.reader.Root(texts[i].Doc)
		if slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.Subject.Doc == d || t.Doc == d }) {
			own = max(own, texts[i].Held)
		} else {
			other = max(other, texts[i].Held)
		}
	}
	return own >= other
}
