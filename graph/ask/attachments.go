package ask

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
)

// attachments give lists their conditions.
var attachments = []chart.Rule{
	{Name: "condition before", Pattern: "F N", Make: func(n parts) (string, any) {
		if condOf(n[0]).isBehind {
			return "", nil
		}
		return attach(query(n[1]), condOf(n[0]))
	}},
	{Name: "condition behind", Pattern: "N F", Make: func(n parts) (string, any) { return attachBehind(query(n[0]), condOf(n[1])) }},
	{Name: "those among others", Pattern: "N among N", Weight: .1, Make: func(n parts) (string, any) {
		q, others := query(n[0]), query(n[2])
		if others.Kind != "" && others.Kind != q.Kind || others.IsArranged() {
			return "", nil
		}
		return attach(q, others.Where)
	}},
	{Name: "that are so called", Pattern: "N called", Weight: -.1, Make: func(n parts) (string, any) {
		q, as := query(n[0]), query(n[1])
		if q.Kind != as.Kind || q.RecordType != as.RecordType {
			return "", nil
		}
		return attach(q, as.Where)
	}},
	{Name: "those that are still there", Pattern: "N still", Weight: .05, Make: func(n parts) (string, any) {
		if query(n[0]).Kind == "" {
			return "", nil
		}
		return attach(query(n[0]), Cond{Op: Open})
	}},
	{Name: "also those", Pattern: "N F too", Weight: .2, Make: choose(alsoThose, 0, 1)},
	{Name: "with so many of another list", Pattern: "N N Q", Weight: -.2, Make: func(n parts) (string, any) {
		return withOthers(query(n[0]), boundsOf(n[2]), anyOf(n[1]))
	}},
	{Name: "in which of a list others are so", Pattern: "whose N N", Weight: .2, Make: func(n parts) (string, any) {
		return withOthers(query(n[1]), nil, anyOf(n[2]))
	}},
	{Name: "in which of a list so many others are so", Pattern: "whose N Q N", Weight: .3, Make: func(n parts) (string, any) {
		return withOthers(query(n[1]), boundsOf(n[2]), anyOf(n[3]))
	}},
	{Name: "those that are so too", Pattern: "N too F", Weight: .2, Make: choose(alsoThose, 0, 2)},
	{Name: "those that are so too, as ones", Pattern: "N too F ones", Weight: .3, Make: choose(alsoThose, 0, 2)},
	{Name: "only of a kind", Pattern: "N kind only", Make: func(n parts) (string, any) {
		q := query(n[0])
		if q.Kind != "" {
			return "", nil
		}
		q.Kind = kindQuery(word(n[1])).Kind
		return attach(q, Cond{})
	}},
	{Name: "what somebody has to do", Pattern: "any S todo", Weight: .2, Make: func(n parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(condOf(n[1]), Cond{Op: Open}))
	}},
	{Name: "what somebody must do by a day", Pattern: "any must S event P", Weight: .2, Make: mustDo(2, 3, 4)},
	{Name: "by a day must do", Pattern: "any must S P event", Weight: .2, Make: mustDo(2, 4, 3)},
	{Name: "what must somebody do by a day", Pattern: "any must event S P", Weight: .2, Make: mustDo(3, 2, 4)},
	{Name: "what is to be done", Pattern: "any todo", Weight: .5, Make: func(parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(Cond{Op: Open}))
	}},
	{Name: "further condition", Pattern: "N and F", Weight: -.1, Make: choose(attach, 0, 2)},
	{Name: "but only those", Pattern: "N restrict F", Weight: .3, Make: choose(attach, 0, 2)},
	{Name: "but only the ones", Pattern: "N restrict F ones", Weight: .5, Make: choose(attach, 0, 2)},
	{Name: "but only those which are so", Pattern: "N restrict those F", Weight: .5, Make: choose(attach, 0, 3)},
	{Name: "those of a list which are so", Pattern: "of|among N those F", Weight: .5, Make: choose(attach, 1, 3)},
	{Name: "those of the list which are so", Pattern: "N ofthose F", Weight: .2, Make: choose(attach, 0, 2)},
	{Name: "those of the list before which are so", Pattern: "N semicolon ofthose F", Weight: .3, Make: choose(attach, 0, 3)},
	{Name: "those of them which are so", Pattern: "among N F", Weight: -.1, Make: choose(attach, 1, 2)},
	{Name: "rather than another list", Pattern: "N instead N", Weight: .3, Make: func(n parts) (string, any) {
		if query(n[0]).Kind == query(n[2]).Kind {
			return "", nil
		}
		return listed(query(n[0]))
	}},
	{Name: "others too", Pattern: "N and|or F ones", Weight: .3, Make: choose(orThose, 0, 2)},
	{Name: "and those that are so", Pattern: "N those F", Weight: .3, Make: choose(orThose, 0, 2)},
	{Name: "and those which are so", Pattern: "N and|or those F", Weight: .3, Make: choose(orThose, 0, 3)},
	{Name: "alternative condition", Pattern: "N or F", Weight: -.2, Make: choose(orThose, 0, 2)},
	{Name: "lists apart", Pattern: "N semicolon N", Weight: .1, Make: listsOf(0, 2)},
	{Name: "numbered lists", Pattern: "# N # N", Weight: .1, Make: func(n parts) (string, any) {
		if number(n[0]).Value != 1 || number(n[2]).Value != 2 {
			return "", nil
		}
		return twoLists(query(n[1]), query(n[3]))
	}},
	{Name: "first a list, then another", Pattern: "first N then N", Weight: .2, Make: listsOf(1, 3)},
	{Name: "two lists", Pattern: "N and N", Weight: -.2, Make: listsOf(0, 2)},
	{Name: "a list and then another", Pattern: "N then N", Weight: -.1, Make: listsOf(0, 2)},
	{Name: "first a list and then another", Pattern: "N first then N", Weight: .1, Make: listsOf(0, 3)},
	{Name: "another list of the same", Pattern: "N and|then its N", Weight: .4, Make: func(n parts) (string, any) {
		return ofTheSame(query(n[0]), query(n[3]))
	}},
	{Name: "further list", Pattern: "T and N", Make: listsOf(0, 2)},
	{Name: "condition behind all lists", Pattern: "T F", Weight: .1, Make: func(n parts) (string, any) {
		c := condOf(n[1])
		isNamed := (c.Op == Scope || c.Op == Or) && !c.Has(State, Open, Done, Overdue, Ready, Blocked, Missing, Date, Compare, Equal, Linked)
		isOfList := c.Op == Linked && c.Link.Relation == "" && c.Link.Count == nil // of draft plans
		if !isNamed && !isOfList {
			return "", nil
		}
		return both, query(n[0]).withAll(condOf(n[1]))
	}},
	{Name: "condition behind lists without one", Pattern: "T F", Weight: .3, Make: choose(allSo, 0, 1)},
	{Name: "condition of all lists", Pattern: "S T", Weight: .2, Make: func(n parts) (string, any) {
		return both, query(n[1]).withAll(condOf(n[0]))
	}},
}

// allSo returns lists without conditions with one that all of them may meet: how many tasks
// and risks are open.
func allSo(q Query, c Cond) (string, any) {
	for _, one := range append([]Query{q}, q.And...) {
		if one.Where.Op != "" || !fits(&one, c) || c.Has(Missing) { // not every kind has a due date
			return "", nil
		}
	}
	return both, q.withAll(c)
}

// choose makes what a function makes of a list and a condition, listsOf a list
// with a second one, from their places.

func choose(from func(Query, Cond) (string, any), list, cond int) maker {
	return func(n parts) (string, any) { return from(query(n[list]), condOf(n[cond])) }
}

func listsOf(one, other int) maker {
	return func(n parts) (string, any) { return twoLists(query(n[one]), query(n[other])) }
}

// attach adds a condition to a list, unless numbers were computed of it.
func attach(q Query, c Cond) (string, any) {
	if q.Kind == graph.KindRecord {
		c = ofRecords(c)
	}
	if q.Limit > 0 && q.Number.Op != "" || !fits(&q, c) || contradicts(q.Where, c) {
		return "", nil
	}
	return listed(q.with(c))
}

// mustDo makes the list of what somebody has to finish in a period, from the places of the
// person, the event and the period.
func mustDo(person, event, period int) maker {
	return func(n parts) (string, any) {
		_, due := mustHappen(word(n[event]), n[period])
		if due == nil {
			return "", nil
		}
		return listed(Query{Kind: graph.KindTask}.with(condOf(n[person]), Cond{Op: Open}, due.(Cond)))
	}
}

// ofRecords returns a condition in the form that records can meet. They have dates of their
// own and no states: upcoming means a date from today on.
func ofRecords(c Cond) Cond {
	return c.Each(func(c Cond) Cond {
		switch {
		case c.Op == Date && c.Name == "due":
			c.Name = "main"
		case c.Op == And && c.Has(Date):
			return and(slices.DeleteFunc(slices.Clone(c.Of), func(part Cond) bool { return part.Op == Open })...)
		}
		return c
	})
}

// orThose returns a list with others of its kind: blocked tasks and overdue ones.
func orThose(q Query, c Cond) (string, any) {
	if q.Where.Op == "" || !fits(&q, c) {
		return "", nil
	}
	q.Where = or(q.Where, c)
	return listed(q)
}

// alsoThose returns a list that has also what is done.
func alsoThose(q Query, c Cond) (string, any) {
	if !isOfDone(c) {
		return "", nil
	}
	q.isWhole = true
	return listed(q)
}

// isOfDone reports whether a condition selects what is done.
func isOfDone(c Cond) bool {
	return c.Op == Done || c.Op == State && !slices.ContainsFunc(c.Values, isActive)
}

// isActive reports whether a state is one of work that is not done.
func isActive(state string) bool {
	return slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return slices.Contains(spec.Active, state) })
}

// farther is the prior of a condition behind a list that ends with another list, which
// the condition may be of. By eye.
const farther = -.15

// withOthers returns the entities of a list that are linked to chosen ones of another.
func withOthers(q Query, count *amounts.Bounds, others Query) (string, any) {
	if q.Where.Op != "" || others.Where.Op == "" && count == nil || q.Kind == others.Kind {
		return "", nil
	}
	typ, c := several(count, others)
	if typ == "" {
		return "", nil
	}
	return attach(q, c.(Cond))
}

// attachBehind is like attach for a condition behind the list.
func attachBehind(q Query, c Cond) (string, any) {
	typ, value := attach(q, c)
	if typ == "" {
		return attachWithin(q, c)
	}
	made := value.(Query)
	made.endsInList = c.Op == Linked && c.Link.To != nil
	if q.Kind == graph.KindDecision && c.String() == noOwner.String() { // what is to be taken is to be decided
		return typ, chart.Weighted{Value: made, Weight: unlikely}
	}
	if q.endsInList && (c.Op != Scope || isOfPeople(c)) {
		return typ, chart.Weighted{Value: made, Weight: farther}
	}
	return typ, made
}

// attachWithin adds a condition that does not fit a list to the other list that its last
// condition is about: milestones that a risk threatens which has occurred.
func attachWithin(q Query, c Cond) (string, any) {
	all := []Cond{q.Where}
	if q.Where.Op == And {
		all = slices.Clone(q.Where.Of)
	}
	at := len(all) - 1
	for at >= 0 && (all[at].Link == nil || all[at].Link.To == nil) {
		at--
	}
	if !q.endsInList || at < 0 || !fits(all[at].Link.To, c) {
		return "", nil
	}
	link, to := *all[at].Link, all[at].Link.To.with(c)
	link.To = &to
	all[at].Link = &link
	q.Where = and(all...)
	return listed(q)
}

// ofTheSame returns two lists of the entity that the first names: its tasks and its risks.
func ofTheSame(a, b Query) (string, any) {
	for _, c := range append([]Cond{a.Where}, a.Where.Of...) {
		if c.Op == Scope && a.Where.Op != Or {
			return twoLists(a, b.with(c))
		}
	}
	return "", nil
}

// twoLists returns a list with a second one, unless one of them has the members of the
// other, as in "goals and non-goals".
func twoLists(a, b Query) (string, any) {
	isSame := a.Kind == b.Kind && (a.Where.Op == "" || b.Where.Op == "" || a.Where.String() == b.Where.String())
	if a.Kind == "" || b.Kind == "" || a.isOne || b.isOne || isSame {
		return "", nil
	}
	a.And = append(slices.Clone(a.And), b)
	return both, a
}
