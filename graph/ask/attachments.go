package ask

import (
	"slices"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// attachments give lists their conditions.
var attachments = []chart.Rule{
	{Name: "condition before", Pattern: "F N", Make: of2(func(c Cond, q Query) (string, any) {
		if c.isBehind {
			return "", nil
		}
		return attach(q, c)
	})},
	{Name: "condition behind", Pattern: "N F", Make: of2(attachBehind)},
	{
		Name: "those which are so", Weight: .3, Make: of2(attach),
		Pattern: "N restrict F / N restrict F ones +.2 / N restrict those F +.2 / of|among N those F +.2 / N semicolon? ofthose F -.1 / " +
			"among N F -.4 / N and F -.4",
	},
	{
		Name: "others too", Weight: .3, Make: of2(orThose),
		Pattern: "N and|or F ones / N and|or those F / N those F / N or F -.5",
	},
	{Name: "also what is done", Pattern: "N F too / N too F / N too F ones +.1", Weight: .2, Make: of2(alsoThose)},
	{Name: "those among others", Pattern: "N among N", Weight: .1, Make: of2(func(q, others Query) (string, any) {
		if others.Kind != "" && others.Kind != q.Kind || others.IsArranged() {
			return "", nil
		}
		return attach(q, others.Where)
	})},
	{Name: "except others of the kind", Pattern: "N except N", Weight: -.8, Make: of2(func(q, others Query) (string, any) {
		if q.Kind != others.Kind || others.Where.Op == "" || others.IsArranged() {
			return "", nil
		}
		return attach(q, not(others.Where))
	})},
	{Name: "those that are still there", Pattern: "N still", Weight: .05, Make: of1(func(q Query) (string, any) {
		if q.Kind == "" {
			return "", nil
		}
		return attach(q, Cond{Op: Open})
	})},
	{
		Name: "with some of another list", Pattern: "whose N N / whose N Q N +.1 / N N Q -.4", Weight: .2,
		Make: of3(func(q, others Query, b amounts.Bounds) (string, any) {
			if q.Where.Op != "" || others.Where.Op == "" && b == (amounts.Bounds{}) || q.Kind == others.Kind {
				return "", nil
			}
			_, c := several(b, others)
			if c == nil {
				return "", nil
			}
			return attach(q, c.(Cond))
		}),
	},
	{Name: "what somebody has to do", Pattern: "any S todo", Weight: .2, Make: of1(func(c Cond) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(c, Cond{Op: Open}))
	})},
	{
		Name: "what somebody must do by a day", Pattern: "any must S event P / any must S P event / any must event S P", Weight: .2,
		Make: of3(func(c Cond, f Field, p times.Period) (string, any) {
			_, due := mustHappen(f, p)
			if due == nil {
				return "", nil
			}
			return listed(Query{Kind: graph.KindTask}.with(c, Cond{Op: Open}, due.(Cond)))
		}),
	},
	{Name: "what somebody has to do by a day", Pattern: "any S P todo", Weight: .3, Make: of2(func(c Cond, p times.Period) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(c, Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &p}))
	})},
	{
		Name: "what of a list somebody must do by a day", Pattern: "N must S P event / N must S event P", Weight: .3,
		Make: func(n parts) (string, any) {
			return of3(func(c Cond, f Field, p times.Period) (string, any) { return dueOf(query(n[0]).with(c), f, p) })(n)
		},
	},
	{Name: "what is to be done", Pattern: "any todo", Weight: .5, Make: func(parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(Cond{Op: Open}))
	}},
	{Name: "rather than another list", Pattern: "N instead N", Weight: .3, Make: of2(func(q, other Query) (string, any) {
		if q.Kind == other.Kind {
			return "", nil
		}
		return listed(q)
	})},
	{
		Name: "two lists", Weight: -.2, Make: of2(twoLists),
		Pattern: "N and N / N semicolon N +.3 / N then N +.1 / N first then N +.3 / first N then N +.4",
	},
	{Name: "numbered lists", Pattern: "# N # N", Weight: .1, Make: func(n parts) (string, any) {
		if number(n[0]).Value != 1 || number(n[2]).Value != 2 {
			return "", nil
		}
		return twoLists(query(n[1]), query(n[3]))
	}},
	{Name: "another list of the same", Pattern: "N and|then its N", Weight: .4, Make: of2(ofTheSame)},
	{Name: "condition behind all lists", Pattern: "T F", Weight: .1, Make: of2(func(q Query, c Cond) (string, any) {
		isNamed := (c.Op == Scope || c.Op == Or) && !c.Has(State, Open, Done, Overdue, Ready, Blocked, Missing, Date, Compare, Equal, Linked)
		isOfList := c.Op == Linked && c.Link.Relation == "" && c.Link.Count == nil // of draft plans
		if !isNamed && !isOfList {
			return "", nil
		}
		return both, q.withAll(c)
	})},
	{Name: "condition behind lists without one", Pattern: "T F", Weight: .3, Make: of2(allSo)},
	{Name: "condition of all lists", Pattern: "S T", Weight: .2, Make: of2(func(c Cond, q Query) (string, any) {
		return both, q.withAll(c)
	})},
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

// attach adds a condition to a list, unless numbers were computed of it.
func attach(q Query, c Cond) (string, any) {
	if q.Kind == graph.KindRecord {
		if c.isOfSame(q) { // the vegans on the list of guests
			return listed(q)
		}
		c = ofRecords(c)
	}
	if q.Limit > 0 && q.Number.Op != "" || !fits(&q, c) || contradicts(q.Where, c) {
		return "", nil
	}
	return listed(q.with(c))
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
	if a.isOf(b) && contradicts(a.Where, b.Where) && !a.IsArranged() && !b.IsArranged() { // vegans and vegetarians
		a.Where = or(a.Where, b.Where)
		return listed(a)
	}
	isSame := a.Kind == b.Kind && (a.Where.Op == "" || b.Where.Op == "" || a.Where.String() == b.Where.String())
	if a.Kind == "" || b.Kind == "" || a.isOne || b.isOne || isSame {
		return "", nil
	}
	a.And = append(slices.Clone(a.And), b)
	return both, a
}
