package outline

import (
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/relevance/corpus"
	"dossier/graph/vocabulary"
)

// Ask returns the outline for a question as the client wrote it. One that is read
// whole as a list or a number is answered by its query, others by [FindAll], which gets
// the question in plain words.
func Ask(r *corpus.Reader, graphs []*graph.Graph, question, plain string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	readings := ask.Read(question, vocabulary.New(r, graphs), clock)
	if len(readings) > 0 && len(readings[0].Unused) == 0 && isList(&readings[0].Query) {
		found := answer.New(r, graphs, clock).Answer(readings[0].Query)
		o := &Outline{List: listOf(found), Confidence: Confidence{Value: wholeReading, Answer: Likely, Reasons: []string{"every word of the question is used"}}}
		if keep != nil {
			o.keep(keep)
		}
		return o
	}
	o := FindAll(r, graphs, plain, clock, keep, params)
	if o.List != nil && len(readings) > 0 {
		o.Confidence.doubt(readings[0].Unused)
	}
	return o
}

// doubt makes a list of which some words of the question choose nothing at most a part
// of the answer.
func (c *Confidence) doubt(unused []string) {
	if len(unused) == 0 || c.Answer != Likely {
		return
	}
	c.Answer, c.Value = Partly, min(c.Value, belowLikely*confidenceParams.Likely)
	c.reason("not used: %s", strings.Join(unused, " "))
}

// wholeReading is the confidence in the answer to a question that is read whole. By eye.
const wholeReading = .9

// isList reports whether a query asks for more than the parts of one entity, which are
// in the topic of that.
func isList(q *ask.Query) bool {
	if q.Kind == "" || len(q.Order)+len(q.Group)+q.Limit+len(q.And) > 0 || q.Number.Op != "" {
		return q.Kind != ""
	}
	switch q.Where.Op {
	case "":
		return false
	case ask.Scope:
		return q.Where.Entity.Kind == graph.KindProject
	}
	return true
}

// listOf returns an answer as a list.
func listOf(a *answer.Answer) *List {
	list := &List{IsAll: true, Kinds: map[graph.Kind]bool{}, none: a.None()}
	for i, g := range a.Groups {
		group := Group{Kind: g.Kind, Title: a.Title(i), Value: g.Label}
		for _, m := range g.Members {
			group.Members = append(group.Members, Member{Graph: m.Graph, Entity: m.Entity})
		}
		list.Kinds[g.Kind] = true
		list.Groups = append(list.Groups, group)
	}
	return list
}
