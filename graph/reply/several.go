package reply

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A message asks several things if it has at least leastQuestions questions. By eye.
const leastQuestions = 2

// findAll returns the outline for a text that may ask several things: a message
// with several questions, or a comparison. The topics of each, with what its own question asks,
// precede those of the whole text. So do those of the only question of a message that has
// no answer as a whole.
// A question that names no subject has the likeliest as its topic.
func findAll(
	r *corpus.Reader, graphs []*memory.Graph, asked string, clock time.Time, keep func(graph.Kind) bool, params outline.Params,
) *outline.Outline {
	find := func(question string) *outline.Outline { return outline.Find(r, graphs, question, clock, keep, params) }
	whole := find(asked)
	list := questionsIn(asked)
	switch isComparison := len(list) == 0 && (!whole.Named || len(whole.Topics) < leastQuestions); {
	case isComparison:
		return compared(whole, r, asked, find)
	case len(list) < leastOf(whole):
		return whole
	}
	return withEach(whole, list, find)
}

// withEach returns the outline of a message with the topics of its questions before its
// own; the outline itself if they have none.
func withEach(o *outline.Outline, questions []string, find func(string) *outline.Outline) *outline.Outline {
	all := withoutTopics(o)
	for _, question := range questions {
		one := find(question)
		if o.Named {
			one.Topics = slices.DeleteFunc(one.Topics, func(t *outline.Topic) bool { return t.IsRecord() && !o.Has(t) })
		}
		addQuestion(all, one, question)
	}
	if len(all.Topics) == 0 {
		return o
	}
	all.Add(o.Topics)
	return all
}

// compared returns the outline of a comparison with the topics of both sides before its
// own; the outline itself if it is none, or if a side has no topic. Each side has what
// the question asks of both: "compare the risks of A and B" asks for those of B, too.
func compared(o *outline.Outline, r *corpus.Reader, asked string, find func(string) *outline.Outline) *outline.Outline {
	sides := wording.Sides(asked)
	if sides == nil {
		return o
	}
	all, parts := withoutTopics(o), []*outline.Outline{find(sides[0]), find(sides[1])}
	for i, question := range shared(r, sides, parts) {
		if question != sides[i] {
			parts[i] = find(question)
		}
		addQuestion(all, parts[i], asked)
	}
	if len(all.Topics) < len(sides) {
		return o
	}
	all.Add(o.Topics)
	return all
}

// withoutTopics returns an outline with the same people and confidence.
func withoutTopics(o *outline.Outline) *outline.Outline {
	return &outline.Outline{Named: o.Named, IsLong: o.IsLong, Sources: o.Sources, Confidence: o.Confidence}
}

// shared returns the sides of a comparison, each with the words of the other that ask
// for a section if it has none of its own, as in "the drawbacks of A and B".
func shared(r *corpus.Reader, sides []string, parts []*outline.Outline) []string {
	list := slices.Clone(sides)
	asked := make([]string, len(sides))
	for i, side := range sides {
		asked[i] = sectionWords(r, side, parts[i])
	}
	for i := range list {
		if other := asked[len(list)-1-i]; asked[i] == "" && other != "" {
			list[i] += " " + other
		}
	}
	return list
}

// leastHeaded is the least number of headings with a word that asks for a section, by
// eye.
const leastHeaded = 3

// sectionWords returns the words of a question that several headings have, and no name
// of its topics.
func sectionWords(r *corpus.Reader, question string, o *outline.Outline) string {
	var words []string
	named := map[string]bool{}
	for _, t := range o.Topics {
		for _, title := range []string{t.Entity.Self().Label, r.Entry(t.Member).Title} {
			maps.Copy(named, text.Stems(title))
		}
	}
	for word := range text.Words(question) {
		headings := 0
		for _, x := range r.Indexes {
			headings += x.Headings.With(x.Words.Lookup(word.Text))
		}
		if headings >= leastHeaded && !named[text.English(word.Text)] {
			words = append(words, word.Text)
		}
	}
	return strings.Join(words, " ")
}

// leastOf returns the number of questions from which on a message is read as
// these: a single one may have an answer if a long message has none as a whole.
func leastOf(o *outline.Outline) int {
	if o.IsLong && o.Confidence.Answer == outline.Unlikely {
		return 1
	}
	return leastQuestions
}

// addQuestion adds the topics for one of several questions, unless it asks for
// something other than subjects, or is unlikely to have an answer. asks is the question
// for what the topics have.
func addQuestion(o, one *outline.Outline, asks string) {
	if one.IsVague || one.Confidence.Answer == outline.Unlikely {
		return
	}
	if !one.Named {
		one.Topics = one.Topics[:min(len(one.Topics), 1)]
	}
	intent := rank.IntentOf(asks)
	for _, t := range one.Topics {
		t.Own = &outline.OwnQuestion{Kinds: intent.Kinds, Named: one.Named}
	}
	o.Add(one.Topics)
	if one.Confidence.Value > o.Confidence.Value {
		o.Confidence = one.Confidence
	}
}
