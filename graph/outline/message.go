package outline

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A message asks several things if it has at least leastQuestions sentences that
// end with a question mark, each of at least questionWords words, and
// messageWords in total. mostQuestions limits the cost. By eye.
const (
	leastQuestions = 2
	mostQuestions  = 4
	questionWords  = 4
	messageWords   = 25
)

// An ownQuestion is what one of several questions of a message asks about its
// topic: the kinds that it asks for, and whether it names the topic.
type ownQuestion struct {
	kinds map[graph.Kind]bool
	named bool
}

// FindMessage returns the outline for a text that may be a message with several
// questions. The topics of the questions, each with what its own question asks,
// precede those of the whole message. A question that names no subject has the
// likeliest as its topic.
func FindMessage(r *corpus.Reader, graphs []*graph.Graph, message string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	whole := Find(r, graphs, message, clock, keep, params)
	list := questionsIn(message)
	if whole.List != nil || len(list) < leastQuestions {
		return whole
	}
	all := &Outline{Named: whole.Named, Sources: whole.Sources, Confidence: whole.Confidence}
	for _, question := range list {
		o := Find(r, graphs, question, clock, keep, params)
		if o.List != nil || o.IsVague || o.Confidence.Answer == Unlikely {
			continue
		}
		if !o.Named {
			o.Topics = o.Topics[:min(len(o.Topics), 1)]
		}
		intent := rank.IntentOf(question)
		for _, t := range o.Topics {
			t.own = &ownQuestion{kinds: intent.Kinds, named: o.Named}
		}
		all.add(o.Topics)
		if o.Confidence.Value > all.Confidence.Value {
			all.Confidence = o.Confidence
		}
	}
	all.add(whole.Topics)
	return all
}

// add adds topics without those that the outline has.
func (o *Outline) add(topics []*Topic) {
	for _, t := range topics {
		same := func(known *Topic) bool { return known.Entity.Self().ID == t.Entity.Self().ID }
		if !slices.ContainsFunc(o.Topics, same) {
			t.Behind = false
			o.Topics = append(o.Topics, t)
		}
	}
}

// questionsIn returns the sentences of a message that are questions, nil if it is
// short.
func questionsIn(message string) (list []string) {
	if countWordsOf(message) < messageWords {
		return nil
	}
	for _, span := range text.Sentences(message) {
		sentence := strings.TrimSpace(message[span.Start:span.End])
		if strings.HasSuffix(sentence, "?") && countWordsOf(sentence) >= questionWords && len(list) < mostQuestions {
			list = append(list, sentence)
		}
	}
	return list
}

func countWordsOf(s string) (n int) {
	for range text.Words(s) {
		n++
	}
	return n
}
