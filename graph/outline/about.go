package outline

import (
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
)

// About returns the outline of the given entities for a question, which may be
// "". Unknown ids are ignored.
func About(r *corpus.Reader, graphs []*memory.Graph, question string, ids []string, clock time.Time, keep func(graph.Kind) bool,
	params Params) *Outline {
	c := choose(r, graphs, question, clock, params)
	o := &Outline{Named: true}
	for _, id := range ids {
		if d, found := r.Find(id); found {
			o.Topics = c.appendTopic(o.Topics, &subject.Subject{Doc: d, Member: d})
		}
	}
	c.complete(o, nil, nil)
	if keep != nil {
		o.keep(keep)
	}
	return o
}
