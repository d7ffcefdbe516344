package outline

import (
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/relevance/corpus"
	"dossier/graph/vocabulary"
)

// A Question is a question as the client wrote it, and in the plain words by which
// subjects are found.
type Question struct{ Asked, Plain string }

// FindAll returns the outline for a text. One that is read whole as a list or a number
// is answered by its query, one that is read in part too, unless it names something
// else; others are answered by what they are about, see [findAll].
func FindAll(r *corpus.Reader, graphs []*graph.Graph, q Question, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	readings := ask.Read(q.Asked, vocabulary.New(r, graphs), clock)
	answered := func() *Outline {
		o := ofList(listOf(answer.New(r, graphs, clock).Answer(readings[0].Query)), keep)
		o.IsRead = true
		return o
	}
	var o *Outline
	if len(readings) > 0 && isWhole(&readings[0]) {
		o = answered()
	}
	if o == nil || len(o.List.Groups) == 0 {
		none := o
		o = findAll(r, graphs, q.Plain, clock, keep, params)
		switch {
		case none != nil && !o.findsMore(&readings[0].Query):
			o = none
		case none != nil:
			o.Confidence.Doubt([]string{readings[0].Query.String()})
		case len(readings) == 0:
		case o.List != nil && o.List.IsAll:
			o.Confidence.Doubt(readings[0].Unused)
		case o.List == nil && isPart(&readings[0], o):
			if part := answered(); len(part.List.Groups) > 0 {
				o = part
				o.Confidence.Doubt(readings[0].Unused)
			}
		}
	}
	o.Readings = readings[:min(len(readings), mostReadings)]
	return o
}

// mostReadings is the maximum number of readings that an outline has.
const mostReadings = 3

// isWhole reports whether a reading uses all words of a question, and asks for more than
// the parts of one entity, which are in the topic of that.
func isWhole(r *ask.Reading) bool { return len(r.Unused) == 0 && asksList(&r.Query) }

// isPart reports whether a reading with unused words is more of the answer than an
// outline: it uses most of the words, none of the others asks for something else, and the
// outline names nothing that the query does not have.
func isPart(r *ask.Reading, o *Outline) bool {
	if !asksList(&r.Query) || r.AsksOther || 2*len(r.Unused) > r.Score.Words || o.isLong {
		return false
	}
	return !o.namesOther(&r.Query)
}

// namesOther reports whether the outline names something that a query does not have.
func (o *Outline) namesOther(q *ask.Query) bool {
	return o.Named && slices.ContainsFunc(o.Topics, func(t *Topic) bool { return !q.Names(t.Entity.Self().ID) })
}

// findsMore reports whether the outline has something where the answer to a query is
// empty: a list, or a subject that the query does not have. That something has no parts
// is an answer.
func (o *Outline) findsMore(q *ask.Query) bool {
	isNamed := func(t *Topic) bool { return t.Entity.Self().Kind == q.Kind }
	if o.List == nil && o.Named && slices.ContainsFunc(o.Topics, isNamed) {
		return true // "which plan has ticket PIT-4711"
	}
	if q.Where.Has(ask.Linked) {
		return false
	}
	return o.List != nil && len(o.List.Groups) > 0 || o.List == nil && o.namesOther(q)
}

func asksList(q *ask.Query) bool {
	if q.Kind == "" && !isOfWork(q.Where) {
		return false
	}
	if q.Type != "" || len(q.Order)+len(q.Group)+q.Limit > 0 || q.Number.Op != "" {
		return true
	}
	if len(q.And) > 0 && (q.Where.Op == "" || slices.ContainsFunc(q.And, func(other ask.Query) bool { return asksList(&other) })) {
		return true
	}
	return q.Where.Op != "" && !isOfEntity(q.Where)
}

// isOfWork reports whether a condition is on what entities of any kind may be: blocked,
// ready, with a label or a priority, or finished in a period.
func isOfWork(c ask.Cond) bool {
	switch c.Op {
	case ask.Ready, ask.Blocked, ask.Overdue:
		return true
	case ask.Equal:
		return c.Name == ask.LabelColumn || c.Name == "priority"
	case ask.Date:
		return c.Name != "main"
	case ask.And:
		return slices.ContainsFunc(c.Of, isOfWork)
	}
	return false
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
func listOf(a *answer.Answer) *List {
	list := &List{IsAll: true, Kinds: map[graph.Kind]bool{}, None: a.None()}
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
