package outline

import (
	"time"

	"dossier/graph/gist"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
)

// These are the steps of [Find], in order. Each has what the steps before it have:
// library is the graphs, asking the question in their words, choosing takes its
// topics, describing says what is known of these, quoting what texts say, and
// missing what is lacking. A [weighing] says how likely all of it is an answer.
type (
	library struct {
		reader *corpus.Reader
		graphs []*memory.Graph
		stems  map[string]string // the results of stem
	}

	asking struct {
		*library
		question string
		asked    *subject.Question
		intent   rank.Intent
		clock    time.Time // overdue and periods are relative to it
		params   Params
		folded   []string        // the result of words
		when     *gist.When      // the result of period, if hasRead is set
		askedFor map[string]bool // the result of askedStems
		hasRead  bool
	}

	choosing struct{ *asking }

	describing struct {
		*choosing
		named  *Topic         // the first topic that the question names, nil for none
		counts passage.Counts // of the passages of all topics
	}

	quoting struct {
		*describing
		entries []corpus.Doc      // those whose own texts have the most of the question
		texts   []passage.Passage // the result of near, nil until it is set
	}

	missing struct{ *quoting }
)

// choose returns the steps of a question up to the choice of its topics.
func choose(r *corpus.Reader, graphs []*memory.Graph, question string, clock time.Time, params Params) *choosing {
	return &choosing{&asking{
		library: &library{reader: r, graphs: graphs, stems: map[string]string{}}, question: question,
		asked: subject.Ask(r, question, rank.Asks, params.Subject), intent: rank.IntentOf(question), clock: clock, params: params,
	}}
}

// complete describes the topics of an outline, sets the people that the question asks for,
// and the confidence. subjects are those from which the topics were chosen, entries
// have the most of the question.
func (c *choosing) complete(o *Outline, subjects []subject.Subject, entries []corpus.Doc) *quoting {
	d := &describing{choosing: c, counts: passage.Counts{}}
	if o.Named && len(o.Topics) > 0 {
		d.named = o.Topics[0]
	}
	for _, topic := range o.Topics {
		d.describe(topic, o)
	}
	o.Sources = d.sources(o, subjects)
	q := &quoting{describing: d, entries: entries}
	o.Confidence = (&missing{q}).confidence(o, subjects)
	return q
}
