package outline

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A message asks several things if it has at least leastQuestions sentences that
// end with a question mark, each of at least questionWords words, and
// [rank.MessageWords] in total. mostQuestions limits the cost. By eye.
const (
	leastQuestions = 2
	mostQuestions  = 4
	questionWords  = 4
)

// An OwnQuestion is what one of several questions asks about its
// topic: the kinds that it asks for, and whether it names the topic.
type OwnQuestion struct {
	Kinds map[graph.Kind]bool
	Named bool
}

// findAll returns the outline for a text that may ask several things: a message
// with several questions, or a comparison. The topics of each, with what its own question asks,
// precede those of the whole text. So do those of the only question of a message that has
// no answer as a whole.
// A question that names no subject has the likeliest as its topic.
func findAll(r *corpus.Reader, graphs []*memory.Graph, asked string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	find := func(question string) *Outline { return Find(r, graphs, question, clock, keep, params) }
	whole := find(asked)
	list := questionsIn(asked)
	switch isComparison := len(list) == 0 && (!whole.Named || len(whole.Topics) < leastQuestions); {
	case isComparison:
		return whole.compared(r, asked, find)
	case len(list) < whole.leastQuestions():
		return whole
	}
	return whole.withEach(list, find)
}

// withEach returns the outline of a message with the topics of its questions before its
// own; the outline itself if they have none.
func (o *Outline) withEach(questions []string, find func(string) *Outline) *Outline {
	all := o.withoutTopics()
	for _, question := range questions {
		one := find(question)
		if o.Named {
			one.Topics = slices.DeleteFunc(one.Topics, func(t *Topic) bool { return t.IsRecord() && !o.has(t) })
		}
		all.addQuestion(one, question)
	}
	if len(all.Topics) == 0 {
		return o
	}
	all.add(o.Topics)
	return all
}

// compared returns the outline of a comparison with the topics of both sides before its
// own; the outline itself if it is none, or if a side has no topic. Each side has what
// the question asks of both: "compare the risks of A and B" asks for those of B, too.
func (o *Outline) compared(r *corpus.Reader, asked string, find func(string) *Outline) *Outline {
	sides := sidesOf(asked)
	if sides == nil {
		return o
	}
	all, parts := o.withoutTopics(), []*Outline{find(sides[0]), find(sides[1])}
	for i, question := range shared(r, sides, parts) {
		if question != sides[i] {
			parts[i] = find(question)
		}
		all.addQuestion(parts[i], asked)
	}
	if len(all.Topics) < len(sides) {
		return o
	}
	all.add(o.Topics)
	return all
}

// withoutTopics returns an outline with the same people and confidence.
func (o *Outline) withoutTopics() *Outline {
	return &Outline{Named: o.Named, IsLong: o.IsLong, Sources: o.Sources, Confidence: o.Confidence}
}

// shared returns the sides of a comparison, each with the words of the other that ask
// for a section if it has none of its own, as in "the drawbacks of A and B".
func shared(r *corpus.Reader, sides []string, parts []*Outline) []string {
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
func sectionWords(r *corpus.Reader, question string, o *Outline) string {
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

// leastQuestions returns the number of questions from which on a message is read as
// these: a single one may have an answer if a long message has none as a whole.
func (o *Outline) leastQuestions() int {
	if o.IsLong && o.Confidence.Answer == Unlikely {
		return 1
	}
	return leastQuestions
}

// addQuestion adds the topics for one of several questions, unless it asks for
// something other than subjects, or is unlikely to have an answer. asks is the question
// for what the topics have.
func (o *Outline) addQuestion(one *Outline, asks string) {
	if one.IsVague || one.Confidence.Answer == Unlikely {
		return
	}
	if !one.Named {
		one.Topics = one.Topics[:min(len(one.Topics), 1)]
	}
	intent := rank.IntentOf(asks)
	for _, t := range one.Topics {
		t.Own = &OwnQuestion{Kinds: intent.Kinds, Named: one.Named}
	}
	o.add(one.Topics)
	if one.Confidence.Value > o.Confidence.Value {
		o.Confidence = one.Confidence
	}
}

// has reports whether the outline has a topic.
func (o *Outline) has(t *Topic) bool {
	return slices.ContainsFunc(o.Topics, func(known *Topic) bool { return known.Entity.Self().ID == t.Entity.Self().ID })
}

// add adds topics without those that the outline has.
func (o *Outline) add(topics []*Topic) {
	for _, t := range topics {
		if !o.has(t) {
			t.Behind = false
			o.Topics = append(o.Topics, t)
		}
	}
}

// questionsIn returns the sentences of a message that are questions, or have a label that
// says so, without what precedes a colon, as in "Two things: who …" and "Current item:
// the new weir". It returns nil if it is short.
func questionsIn(message string) (list []string) {
	if text.CountWords(message) < rank.MessageWords {
		return nil
	}
	for _, span := range text.Sentences(message) {
		sentence := strings.TrimSpace(message[span.Start:span.End])
		asks := strings.HasSuffix(sentence, "?")
		if label, after, found := strings.Cut(sentence, ": "); found && text.CountWords(after) >= questionWords {
			sentence, asks = after, asks || asksByLabel(label)
		}
		if asks && text.CountWords(sentence) >= questionWords && len(list) < mostQuestions {
			list = append(list, sentence)
		}
	}
	return list
}

// labelWords are in the label of a sentence that says what a message asks.
var labelWords = text.Stems("task item topic question subject request issue problem query goal job need needed now current")

// labelLength is the maximum number of words of a label, by eye.
const labelLength = 3

// asksByLabel reports whether a label is short and has one of labelWords.
func asksByLabel(label string) bool {
	if text.CountWords(label) > labelLength {
		return false
	}
	for word := range text.Words(label) {
		if labelWords[text.English(word.Text)] {
			return true
		}
	}
	return false
}
