// Package reply answers a text: by the query that it is read as, or by what it is
// about, each of its questions and both sides of a comparison on their own.
package reply

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
	"dossier/graph/vocabulary"
)

// A Question is a question as the client wrote it, and in the plain words by which
// subjects are found.
type Question struct {
	Asked, Plain string
	TypeNames    map[string]string // of record types, by their ids
	Readings     *Readings         // shared with others that read the question, nil if nobody does
}

// Readings are the ways to read one question, the best first. Those who need them at the
// same time wait for the first.
type Readings struct {
	once  sync.Once
	list  []ask.Reading
	part  func() []ask.Reading // in the language of the best, found once
	known atomic.Bool
}

// Of returns the ways to read a question in the words of graphs.
func (k *Readings) Of(r *corpus.Reader, graphs []*memory.Graph, q Question, clock time.Time) []ask.Reading {
	k.once.Do(func() {
		v := vocabulary.New(r, graphs)
		v.TypeNames = q.TypeNames
		k.list = ask.Read(q.Asked, v, clock)
		k.part = sync.OnceValue(func() []ask.Reading { return ask.ReadPart(q.Asked, k.list[0].Language, v, clock) })
		k.known.Store(true)
	})
	return k.list
}

// Find returns the outline for a text. One that is read whole as a list or a number
// is answered by its query, one that is read in part too, unless it names something
// else; others are answered by what they are about, see [findAll].
func Find(
	r *corpus.Reader, graphs []*memory.Graph, q Question, clock time.Time, keep func(graph.Kind) bool, params outline.Params,
) *outline.Outline {
	evaluator := sync.OnceValue(func() *answer.Evaluator { return answer.New(r, graphs, clock) })
	find := sync.OnceValue(func() *outline.Outline { return findAll(r, graphs, q.Plain, clock, keep, params) })
	readings := cmp.Or(q.Readings, &Readings{})
	if !readings.known.Load() { // few questions are whole lists, so that it is seldom found for nothing
		pipeline.Together(
			func() { readings.Of(r, graphs, q, clock) },
			func() { find() },
		)
	}
	a := &answering{evaluator, keep, readings.Of(r, graphs, q, clock)}
	a.resolve()
	o := a.whole()
	if o == nil {
		a.readPart(readings)
	}
	if o == nil || len(o.List.Groups) == 0 {
		o = a.beside(o, find())
	}
	o.Readings = a.readings[:min(len(a.readings), mostReadings)]
	return o
}

// readPart replaces the readings by those of a part of the question that says more, if there are any
// and the best has an answer.
func (a *answering) readPart(readings *Readings) {
	if len(a.readings) == 0 || len(a.readings[0].Unused) < 2 {
		return
	}
	part := &answering{a.evaluator, a.keep, partsFor(readings.part(), &a.readings[0])}
	part.resolve()
	if len(part.readings) > 0 && part.finds(part.readings[0].Query) {
		a.readings = part.readings
	}
}

// partsFor returns the readings of a part of a question that use more of its words than its
// best reading, at least half of them, and leave out no more that choose or count: lists of a
// kind that are more than the parts of one entity.
func partsFor(readings []ask.Reading, best *ask.Reading) []ask.Reading {
	return slices.DeleteFunc(slices.Clone(readings), func(r ask.Reading) bool {
		isMore := len(r.Unused) < len(best.Unused) && r.LeftOut <= best.LeftOut && len(r.Unused) <= r.Score.Words
		isPart := !r.Query.IsArranged() && (r.Query.Where.Op == "" || isOfEntity(r.Query.Where))
		return !isMore || isPart || r.Query.Kind == ""
	})
}

// resolve looks up what fields of records lead to in the first readings.
func (a *answering) resolve() {
	a.readings = slices.Clone(a.readings)
	for i := range a.readings[:min(len(a.readings), mostReadings)] {
		if q := &a.readings[i].Query; answer.MayFollowFields(q) {
			*q = a.evaluator().Resolved(*q)
		}
	}
}

// An answering is a question with the ways to read it, the best first.
type answering struct {
	evaluator func() *answer.Evaluator // made for the first answer: it reads all people
	keep      func(graph.Kind) bool
	readings  []ask.Reading
}

// whole returns the answer to the best reading if that is whole, nil otherwise. If it is
// empty, another reading with the same conditions on another kind becomes the best.
func (a *answering) whole() *outline.Outline {
	if len(a.readings) == 0 || !isWhole(&a.readings[0]) {
		return nil
	}
	none := a.answer(0)
	for i := range a.readings {
		if len(none.List.Groups) > 0 || !isSameOf(&a.readings[i], &a.readings[0]) {
			continue
		}
		if o := a.answer(i); len(o.List.Groups) > 0 {
			a.readings[0], a.readings[i] = a.readings[i], a.readings[0]
			return o
		}
	}
	return none
}

func (a *answering) answer(reading int) *outline.Outline {
	o := a.list(&a.readings[reading].Query)
	o.IsRead = true
	return o
}

func (a *answering) list(q *ask.Query) *outline.Outline {
	return outline.OfList(a.listOf(a.evaluator().Answer(*q)), a.keep)
}

// beside returns the outline of a question whose best reading is not whole, or has the
// empty answer none, given what it is about.
func (a *answering) beside(none, about *outline.Outline) *outline.Outline {
	if len(a.readings) == 0 {
		return about
	}
	best := &a.readings[0]
	switch {
	case none != nil && !findsMore(about, &best.Query):
		none.Confidence.Doubt(a.unjoined(&best.Query))
		return without(about, none, &best.Query)
	case none != nil:
		about.Confidence.Doubt(notUsed(best.Query.String()))
	case asksLinks(best):
		return a.withLinks(about)
	case isPart(best, about) || mayList(best, about) || about.IsVague && best.Query.Kind != "":
		if o := a.inPart(best); len(o.List.Groups) > 0 || about.IsVague && len(best.Unused) == 0 {
			return o
		}
	}
	for _, d := range doubts {
		if d(best, about) {
			about.Confidence.Doubt(notUsed(cmp.Or(strings.Join(best.Unused, " "), best.Query.String())))
		}
	}
	return about
}

// doubts report whether a list is asked for, by the best reading of a question, and what it
// is about is not that list.
var doubts = []func(best *ask.Reading, about *outline.Outline) bool{
	func(best *ask.Reading, _ *outline.Outline) bool {
		return best.Query.Kind != "" && best.Query.IsArranged()
	},
	func(best *ask.Reading, about *outline.Outline) bool {
		return best.Query.Kind != "" && !namesIt(about, &best.Query) && (!isNamedBy(about, best.Unused) || about.Named)
	},
	func(best *ask.Reading, about *outline.Outline) bool { // what blocks something that no title has
		return !about.Named && best.Query.Where.Has(ask.State, ask.Open, ask.Done, ask.Overdue, ask.Late, ask.Ready, ask.Blocked, ask.Compare)
	},
}

// notUsed returns the reason that some words choose nothing, "" for none.
func notUsed(words string) string {
	if words == "" {
		return ""
	}
	return "not used: " + words
}

// unjoined returns the reason why an empty list may be no answer, "" for none: nothing of its
// kind is joined to a milestone or record that it is of, or has what it is divided by, or
// what it has to meet may be meant otherwise. The question of an empty list by a relation, or by
// several conditions on entities of any kind, mostly means another one.
func (a *answering) unjoined(q *ask.Query) string {
	if len(q.Group) > 0 {
		if all := (ask.Query{Kind: q.Kind, RecordType: q.RecordType, Type: q.Type, Where: q.Where}); a.finds(all) {
			return "nothing has what the list is divided by"
		}
	}
	if q.Kind == "" && q.Where.Op == ask.And || isStrained(q) || slices.ContainsFunc(partsOf(q), isRelated) {
		return "nothing is so: " + q.Where.String()
	}
	if slices.ContainsFunc(partsOf(q), func(c ask.Cond) bool { return a.isUnlinked(q, c) }) {
		return "nothing of the kind is joined to what it has to be joined to"
	}
	if q.Where.Op != ask.And {
		return ""
	}
	for _, c := range q.Where.Of {
		isShared := c.Op == ask.Scope && c.Entity.Kind.IsShared()
		if isShared && !a.finds(ask.Query{Kind: q.Kind, RecordType: q.RecordType, Type: q.Type, Where: c}) {
			return "nothing of the kind is joined to " + c.Entity.Label
		}
	}
	return ""
}

// isUnlinked reports whether a condition is to be linked to some entities of a kind, and
// nothing of the kind of a query is linked to any of that kind.
func (a *answering) isUnlinked(q *ask.Query, c ask.Cond) bool {
	if c.Op != ask.Linked || c.Link.To == nil || c.Link.To.Where.Op == "" {
		return false
	}
	to := ask.Query{Kind: c.Link.To.Kind, RecordType: c.Link.To.RecordType, Type: c.Link.To.Type}
	c.Link = &ask.Link{Relation: c.Link.Relation, Field: c.Link.Field, Reversed: c.Link.Reversed, To: &to}
	return !a.finds(ask.Query{Kind: q.Kind, RecordType: q.RecordType, Type: q.Type, Where: c})
}

// isStrained reports whether a query asks for two owners or two values of a field at once, or
// for a link to its own kind by no relation: "the P0 bugs of Ann and of Ben" may mean those
// of either.
func isStrained(q *ask.Query) bool {
	conds := partsOf(q)
	isTwice := func(i int, c ask.Cond) bool {
		return slices.ContainsFunc(conds[:i], func(other ask.Cond) bool {
			isOwned := c.Op == ask.Scope && c.Entity.IsPerson && other.Op == ask.Scope && other.Entity.IsPerson
			return isOwned || c.Op == ask.Equal && other.Op == ask.Equal && c.Name == other.Name
		})
	}
	for i, c := range conds {
		isOfOwn := c.Op == ask.Linked && c.Link.Relation == "" && c.Link.To != nil &&
			c.Link.To.Kind == q.Kind && c.Link.To.RecordType == q.RecordType
		if isOfOwn || isTwice(i, c) {
			return true
		}
	}
	return false
}

// partsOf returns the conditions that the entities of a query have to meet at once.
func partsOf(q *ask.Query) []ask.Cond {
	if q.Where.Op == ask.And {
		return q.Where.Of
	}
	return []ask.Cond{q.Where}
}

// isRelated reports whether a condition is to have a relation that the question names.
func isRelated(c ask.Cond) bool { return c.Op == ask.Linked && c.Link.Relation != "" }

func (a *answering) finds(q ask.Query) bool { return len(a.evaluator().Answer(q).Groups) > 0 }

// inPart returns the answer to a reading that may be a part of the question. If it leaves
// out words, such as a verb, values may be words of titles.
func (a *answering) inPart(r *ask.Reading) *outline.Outline {
	o := a.list(&r.Query)
	if len(r.Unused) > 0 && r.Query.Where.IsValueWithin() {
		titled := r.Query.ByTitle()
		o.List.Groups = append(o.List.Groups, a.list(&titled).List.Groups...)
	}
	o.IsRead = true
	o.Confidence.Doubt(notUsed(strings.Join(r.Unused, " ")))
	return o
}

// without returns the empty answer to a query, with what is known of the subjects of the
// query.
func without(o, none *outline.Outline, q *ask.Query) *outline.Outline {
	if !o.Named || namesOther(o, q) {
		return none
	}
	o.List, o.IsRead, o.Confidence = none.List, true, none.Confidence
	return o
}

// asksLinks reports whether a whole reading is what an entity has a relation to, of any
// kind: what does the launch depend on.
func asksLinks(r *ask.Reading) bool {
	c := r.Query.Where
	return len(r.Unused) == 0 && r.Query.Kind == "" && c.Op == ask.Linked && c.Link.Relation != "" && c.Link.Entity != nil
}

// withLinks returns an outline with the list of what its subject is linked to before it,
// unless the list is empty: texts may say more than links. What is done blocks nothing.
func (a *answering) withLinks(about *outline.Outline) *outline.Outline {
	q := a.readings[0].Query
	if q.Where.Link.Relation == "blocks" {
		q.Where = ask.Cond{Op: ask.And, Of: []ask.Cond{q.Where, {Op: ask.Open}}}
	}
	if links := a.list(&q); len(links.List.Groups) > 0 {
		a.readings[0].Query = q
		about.List, about.IsRead, about.Confidence = links.List, true, links.Confidence
	}
	return about
}

// mayList reports whether a whole reading is a list of a kind, or by a value, by which a
// subject may be called too: the risks, what is rejected.
func mayList(r *ask.Reading, about *outline.Outline) bool {
	q := &r.Query
	return len(r.Unused) == 0 && !about.Named && (q.Kind != "" && q.Where.Op == "" || q.Kind == "" && q.Where.Has(ask.Equal, ask.State))
}

// mostReadings is the maximum number of readings that an outline has.
const mostReadings = 3

// isSameOf reports whether a reading is another one in nothing but what words of the graph
// name: notes are documents or outputs of that type, Utrecht is a place or a city, v2.4 a
// milestone or the version of an issue, and a list is divided by services or by a field.
func isSameOf(r, other *ask.Reading) bool {
	a, b := r.Query, other.Query
	if len(r.Unused) > 0 || a.String() == b.String() {
		return false
	}
	a.Kind, a.Type, a.RecordType = b.Kind, b.Type, b.RecordType
	a.Where, b.Where = a.Where.WithoutNames(), b.Where.WithoutNames()
	if len(a.Group) == len(b.Group) {
		a.Group = b.Group
	}
	return a.String() == b.String()
}

// isWhole reports whether a reading uses all words of a question, and asks for more than
// the parts of one entity, which are in the topic of that.
func isWhole(r *ask.Reading) bool { return len(r.Unused) == 0 && asksList(&r.Query) }

// isPart reports whether a reading with unused words is more of the answer than an
// outline: none of these asks for something else, and the outline names nothing that the
// query does not have. If most words are unused, the query chooses from its kind, and the
// outline has none of them in a name.
func isPart(r *ask.Reading, o *outline.Outline) bool {
	if !asksList(&r.Query) && !r.Query.Where.IsValueWithin() || r.AsksOther || o.IsLong {
		return false
	}
	isLittle, isWholeKind := 2*len(r.Unused) > r.Score.Words, r.Query.Where.Op == "" && r.Query.Number.Op == ""
	return !namesOther(o, &r.Query) && (!isLittle || !isWholeKind && !isNamedBy(o, r.Unused))
}

// isNamedBy reports whether the name of a topic has one of some words.
func isNamedBy(o *outline.Outline, words []string) bool {
	return slices.ContainsFunc(o.Topics, func(t *outline.Topic) bool {
		label := text.Folded(t.Entity.Self().Label)
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(label, text.Fold(w)) })
	})
}

// namesOther reports whether the outline names something that a query does not have.
func namesOther(o *outline.Outline, q *ask.Query) bool {
	return o.Named && slices.ContainsFunc(o.Topics, func(t *outline.Topic) bool {
		self := t.Entity.Self()
		return !isCalledAs(t, q) && !q.Names(ask.Entity{Kind: self.Kind, ID: self.ID, Label: self.Label})
	})
}

// isCalledAs reports whether a topic has the name of the type of records that a query is of:
// a plan is called Wells.
func isCalledAs(t *outline.Topic, q *ask.Query) bool {
	return q.RecordType != "" && text.IsPlural(text.Key(t.Entity.Self().Label), q.RecordType)
}

// namesIt reports whether the outline names what a question with a query is about.
func namesIt(o *outline.Outline, q *ask.Query) bool {
	return o.Named && !slices.ContainsFunc(o.Topics, func(t *outline.Topic) bool { return isCalledAs(t, q) })
}

// findsMore reports whether the outline has something where the answer to a query is
// empty: a subject that the query does not have. That something has no parts
// is an answer.
func findsMore(o *outline.Outline, q *ask.Query) bool {
	isNamed := func(t *outline.Topic) bool { return t.Entity.Self().Kind == q.Kind }
	if o.Named && slices.ContainsFunc(o.Topics, isNamed) {
		return true // "which plan has ticket PIT-4711"
	}
	if q.Where.Has(ask.Linked) {
		return false
	}
	return namesOther(o, q)
}

func asksList(q *ask.Query) bool {
	if q.Kind == "" && !isOfWork(q.Where) {
		return false
	}
	if q.Type != "" || q.IsArranged() || q.AsksWhether() {
		return true
	}
	if len(q.And) > 0 && (q.Where.Op == "" || slices.ContainsFunc(q.And, func(other ask.Query) bool { return asksList(&other) })) {
		return true
	}
	return q.Where.Op != "" && !isOfEntity(q.Where)
}

// isOfWork reports whether a condition is on what entities of any kind may be: blocked,
// ready, with a label or a priority, finished in a period, or open and of something named
// or with a value.
func isOfWork(c ask.Cond) bool {
	switch c.Op {
	case ask.Ready, ask.Blocked, ask.Overdue:
		return true
	case ask.Missing:
		return c.Name == ask.OwnerColumn
	case ask.Equal:
		return c.Name == ask.LabelColumn || c.Name == "priority"
	case ask.Date:
		return c.Name != "main"
	case ask.Linked:
		return c.Link.Relation != "" && c.Link.To != nil
	case ask.And:
		isOpen := slices.ContainsFunc(c.Of, func(part ask.Cond) bool { return part.Op == ask.Open })
		isChosen := func(part ask.Cond) bool { return part.IsWithin() || part.Op == ask.Equal }
		return slices.ContainsFunc(c.Of, isOfWork) || isOpen && slices.ContainsFunc(c.Of, isChosen)
	}
	return false
}

// isOfEntity reports whether a condition is only to be of any of named entities that are no
// projects or people: documents about these have more before their lists. None is about what
// several have in common.
func isOfEntity(c ask.Cond) bool {
	switch c.Op {
	case ask.Scope:
		return c.Entity.Kind != graph.KindProject && c.Entity.Kind != graph.KindRecord
	case ask.Or:
		return !slices.ContainsFunc(c.Of, func(part ask.Cond) bool { return !isOfEntity(part) })
	}
	return false
}

// listOf returns an answer as a list.
func (a *answering) listOf(found *answer.Answer) *outline.List {
	list := &outline.List{None: found.None()}
	for i, g := range found.Groups {
		group, measured := parts.Group{Kind: g.Kind, Title: found.Title(i), Value: g.Label}, answer.Measured(&g.Query)
		for _, m := range g.Members {
			group.Members = append(group.Members, parts.Member{
				Graph: m.Graph, Entity: m.Entity,
				Shown: measured, Relation: strings.Join(a.evaluator().Note(&g.Query, measured, m), ", "),
			})
		}
		list.Groups = append(list.Groups, group)
	}
	return list
}
