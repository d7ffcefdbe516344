package outline

import (
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
)

// About returns the outline of the given entities for a question, which may be
// "". Unknown ids are ignored.
func About(r *corpus.Reader, graphs []*graph.Graph, question string, ids []string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	f := &finding{reader: r, graphs: graphs, question: question, asked: subject.Ask(r, question, rank.Asks, params.Subject), intent: rank.IntentOf(question), clock: clock, params: params}
	o := &Outline{Named: true}
	for _, id := range ids {
		if d, found := r.Find(id); found {
			o.Topics = f.appendTopic(o.Topics, &subject.Subject{Doc: d, Member: d})
		}
	}
	if len(o.Topics) > 0 {
		f.named = o.Topics[0]
	}
	for _, topic := range o.Topics {
		f.describe(topic, o)
	}
	o.Sources = f.sources(o, nil)
	o.Confidence = f.confidence(o, nil)
	if keep != nil {
		o.keep(keep)
	}
	return o
}
