package contextdoc

import (
	"slices"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/outline"
	"dossier/graph/relevance/corpus"
	"dossier/graph/vocabulary"
)

// An asking has what the questions of a request are asked of.
type asking struct {
	*request
	reader *corpus.Reader
	graphs []*graph.Graph
	keep   func(graph.Kind) bool // nil keeps all kinds
	params outline.Params
}

// outline returns the outline for a question as the client wrote it. One that is read
// whole as a list or a number is answered by its query, others by [outline.FindAll],
// which gets the question in plain words.
func (a *asking) outline(question, plain string) *outline.Outline {
	readings := ask.Read(question, vocabulary.New(a.reader, a.graphs), a.now)
	if len(readings) > 0 && isWhole(&readings[0]) {
		found := answer.New(a.reader, a.graphs, a.now).Answer(readings[0].Query)
		return outline.OfList(listOf(found), a.keep)
	}
	o := outline.FindAll(a.reader, a.graphs, plain, a.now, a.keep, a.params)
	if o.List != nil && o.List.IsAll && len(readings) > 0 {
		o.Confidence.Doubt(readings[0].Unused)
	}
	return o
}

// isWhole reports whether a reading uses all words of a question, and asks for more than
// the parts of one entity, which are in the topic of that.
func isWhole(r *ask.Reading) bool {
	q := &r.Query
	if len(r.Unused) > 0 || q.Kind == "" {
		return false
	}
	if len(q.Order)+len(q.Group)+q.Limit+len(q.And) > 0 || q.Number.Op != "" {
		return true
	}
	return q.Where.Op != "" && !isOfEntity(q.Where)
}

// isOfEntity reports whether a condition is only to be of named entities that are no
// projects.
func isOfEntity(c ask.Cond) bool {
	switch c.Op {
	case ask.Scope:
		return c.Entity.Kind != graph.KindProject
	case ask.And, ask.Or:
		return !slices.ContainsFunc(c.Of, func(part ask.Cond) bool { return !isOfEntity(part) })
	}
	return false
}

// listOf returns an answer as a list.
func listOf(a *answer.Answer) *outline.List {
	list := &outline.List{IsAll: true, Kinds: map[graph.Kind]bool{}, None: a.None()}
	for i, g := range a.Groups {
		group := outline.Group{Kind: g.Kind, Title: a.Title(i), Value: g.Label}
		for _, m := range g.Members {
			group.Members = append(group.Members, outline.Member{Graph: m.Graph, Entity: m.Entity})
		}
		list.Kinds[g.Kind] = true
		list.Groups = append(list.Groups, group)
	}
	return list
}
