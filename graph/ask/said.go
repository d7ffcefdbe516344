package ask

import (
	"dossier/graph"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// excluded is the type of nodes with the Query of what is not in a list.
const excluded = "E"

// said make conditions and lists of what people at work say about states, owners and dates.
var said = []chart.Rule{
	{Name: "should have happened", Pattern: "musthave event / musthave event bynow +.3", Weight: .5, Make: of1(func(f Field) (string, any) {
		if !isFinish(f.Name) {
			return "", nil
		}
		return filter(Cond{Op: Overdue})
	})},
	{Name: "should have happened in a period", Pattern: "musthave event P", Weight: .6, Make: of2(func(f Field, p times.Period) (string, any) {
		_, due := mustHappen(f, p)
		return joined(and, Cond{Op: Open}, due)
	})},
	{Name: "due already", Pattern: "due bynow", Weight: .2, Make: always(Cond{Op: Overdue})},
	{Name: "column falls in a period", Pattern: "column due P", Make: of2(dated)},
	{Name: "needs to happen", Pattern: "need event / need event P +.3", Weight: .1, Make: of2(mustHappen)},
	{Name: "must happen before something", Pattern: "must|need event F", Weight: .4, Make: of2(mustBefore)},
	{Name: "nobody did", Pattern: "nobody F", Weight: -.1, Make: of1(unlessDone)},
	{Name: "did not happen", Pattern: "not|nobody|nothing event", Weight: -.3, Make: of2(mustHappen)},
	{
		Name: "not begun", Pattern: "not|nobody|nothing start|started / must started -.4 / must start -.45", Weight: .3,
		Make: always(Cond{Op: State, Values: []string{"todo"}}),
	},
	{Name: "what somebody has", Pattern: "S stuff", Weight: -.05, Make: of1(func(c Cond) (string, any) { return scope, c })},
	{Name: "in somebody's hands", Pattern: "of|with|by S hold", Weight: .3, Make: of1(byPerson)},
	{Name: "that somebody works on", Pattern: "S work", Weight: .15, Make: func(n parts) (string, any) {
		_, c := byPerson(condOf(n[0]))
		return joined(and, c, workOf(n[1]))
	}},
	{Name: "somebody, and what they work on", Pattern: "S any work", Weight: .3, Make: func(n parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(condOf(n[0]), workOf(n[2])))
	}},
	{Name: "what somebody has to do, as a noun", Pattern: "S backlog", Weight: .2, Make: of1(func(c Cond) (string, any) {
		if !isOfPeople(c) {
			return "", nil
		}
		return listed(Query{Kind: graph.KindTask}.with(c, Cond{Op: Open}))
	})},
	{Name: "left out", Pattern: "leave S|F outward / without S -.4", Weight: .3, Make: of1(opposed)},
	{Name: "not those", Pattern: "except N / without N -.1 / leave N outward", Make: of1(func(q Query) (string, any) { return excluded, q })},
	{Name: "all but those", Pattern: "N E / E N", Weight: .1, Make: func(n parts) (string, any) {
		if n[0].Type == excluded {
			return exclude(query(n[1]), query(n[0]))
		}
		return exclude(query(n[0]), query(n[1]))
	}},
	{Name: "which one that is so", Pattern: "which F one", Weight: -.05, Make: func(n parts) (string, any) {
		if n[0].Last != n[1].First || n[1].Last != n[2].First { // "what is overdue in the project"
			return "", nil
		}
		q := kindQuery(word(n[2]))
		q.isSingle = true
		return attach(q, condOf(n[1]))
	}},
	{Name: "only those of a kind", Pattern: "N kind only / N only|restrict|which kind +.1", Make: func(n parts) (string, any) {
		q, of := query(n[0]), kindQuery(word(n[1]))
		if q.Kind != "" || q.Where.Op == "" && !q.IsArranged() {
			return "", nil
		}
		q.Kind, q.Type, q.RecordType = of.Kind, of.Type, of.RecordType
		return attach(q, Cond{})
	}},
	{Name: "those of a list before", Pattern: "N N therein / N of its N", Weight: .3, Make: of2(within)},
	{Name: "those of a named one before", Pattern: "S N therein / S of its N", Weight: .3, Make: of2(func(c Cond, q Query) (string, any) {
		return attach(q, c)
	})},
	{Name: "with a list in them", Pattern: "with N therein", Weight: .4, Make: of1(func(q Query) (string, any) { return linked(&Link{}, q) })},
}

// workOf returns the condition of the work that somebody does, or has to do.
func workOf(n *chart.Node) Cond {
	if word(n) == "doing" {
		return Cond{Op: State, Values: []string{"in_progress"}}
	}
	return Cond{Op: Open}
}

// isFinish reports whether an event is that work is done.
func isFinish(event string) bool { return event == "completed" || event == "closed" }

// mustBefore returns the condition of what must happen before an entity: to be due before that,
// or to be open and to block it.
func mustBefore(event Field, before Cond) (string, any) {
	switch typ, _ := mustHappen(event, times.Period{}); {
	case typ == "":
	case before.Op == Date && before.Period.From.IsZero():
		return filter(before)
	case before.Op == Linked && before.Link.Relation == "blocks" && before.Link.Entity != nil:
		return filter(and(before, Cond{Op: Open}))
	}
	return "", nil
}

// within returns the part of a list that is linked to another, which is before it: its bugs.
func within(whole, q Query) (string, any) {
	_, in := linked(&Link{}, whole)
	if in == nil || whole.isOne || !whole.Where.Has(Scope, Linked, Equal) { // "which plans have late tasks in them"
		return "", nil
	}
	return attach(q, in.(Cond))
}

// exclude returns a list without the members of another of its kind.
func exclude(q, others Query) (string, any) {
	if others.Kind != "" && others.Kind != q.Kind || others.Where.Op == "" || others.IsArranged() || len(others.And) > 0 {
		return "", nil
	}
	return attach(q, not(others.Where))
}
