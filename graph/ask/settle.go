package ask

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
)

func valueText(value any) string { return fmt.Sprint(value) }

// settle completes a query by what its words imply: who asks for work without an
// owner, or that is due until a day, asks for open work; who asks for numbers by a
// property asks for the number of each.
func settle(q Query, now time.Time) Query {
	if q.Kind == "" {
		q.Kind = kindOfEvent(q.Where)
	}
	spec := graph.SpecOf(q.Kind)
	where := q.Where.Each(func(c Cond) Cond {
		c = inTime(sinceToday(openFor(oneOfSingle(c)), now), spec, now)
		if spec != nil && spec.DueField() == nil {
			c = overdueByTasks(c)
		}
		return c
	})
	where = openAs(spec, closedAs(where))
	q.Where = doneLate(doneIn(where))
	if !q.isWhole {
		q.Where = impliedOpen(q)
	}
	if q.Number.Op == "" && len(q.Group) > 0 && len(q.Order) > 0 && q.Order[0].Column == "number" {
		q.Number = Number{Op: "count"}
	}
	q.Order = settledOrder(q)
	q.And = slices.Clone(q.And)
	for i := range q.And {
		q.And[i] = settle(q.And[i], now)
	}
	return q
}

// kindOfEvent returns the only kind that has the event of a condition, "" for none: decisions
// for "decided in May", tasks for those that nobody has taken.
func kindOfEvent(c Cond) (kind graph.Kind) {
	c.Each(func(part Cond) Cond {
		switch {
		case part.Op == Date:
			kind = cmp.Or(kind, eventKinds[part.Name])
		case part.Op == Missing && part.Name == OwnerColumn && !c.Has(Blocked, Overdue, Ready, State): // what nobody has taken
			kind = cmp.Or(kind, graph.KindTask)
		}
		return part
	})
	return kind
}

// eventKinds are the only kinds that have an event.
var eventKinds = map[string]graph.Kind{"decided": graph.KindDecision, "mitigated": graph.KindRisk, "noticed": graph.KindSignal}

// settledOrder returns the order of a list with the columns that its words imply: the oldest
// decision is the one that was made first, the latest done task the last completed, and the
// date by which a decision is due is its own.
func settledOrder(q Query) []Order {
	list := slices.Clone(q.Order)
	for i, order := range list {
		isMain := order.Column == "main" || (order.Column == age || order.Column == "due") && q.Kind.Has(graph.Happens)
		switch {
		case order.Column == "number" && q.Number.Op == "":
			list[i].Column = "main number"
		case i == 0 && isMain && q.Where.Has(Done) && !q.Where.Has(Not, Or):
			list[i].Column = "completed"
		case isMain:
			list[i].Column = "main"
		case order.Column == age:
			list[i].Column = "created"
		}
	}
	return list
}

// age is the column of oldest and newest.
const age = "age"

// impliedOpen returns the condition of a list, of open work if that is implied. One of
// two conditions may imply it alone.
func impliedOpen(q Query) Cond {
	if q.Where.Op == Or {
		parts := make([]Cond, len(q.Where.Of))
		for i, part := range q.Where.Of {
			q.Where = part
			parts[i] = impliedOpen(q)
		}
		return or(parts...)
	}
	if impliesOpen(q) {
		return and(Cond{Op: Open}, q.Where)
	}
	return q.Where
}

// closedAs returns a condition without that of being done, if another part says in which
// state or status: closed as not planned.
func closedAs(c Cond) Cond {
	saysHow := func(part Cond) bool {
		return part.Op == State || part.Op == Equal && slices.Contains(statusNames, part.Name)
	}
	if c.Op != And || !slices.ContainsFunc(c.Of, saysHow) {
		return c
	}
	return and(slices.DeleteFunc(slices.Clone(c.Of), func(part Cond) bool { return part.Op == Done })...)
}

// openAs returns a condition without that of being open, if another part says in which
// open state: still to do.
func openAs(spec *graph.Spec, c Cond) Cond {
	isOpenState := func(part Cond) bool {
		return part.Op == State && !slices.ContainsFunc(part.Values, func(state string) bool { return !slices.Contains(spec.Active, state) })
	}
	if spec == nil || c.Op != And || !slices.ContainsFunc(c.Of, isOpenState) {
		return c
	}
	return and(slices.DeleteFunc(slices.Clone(c.Of), func(part Cond) bool { return part.Op == Open })...)
}

// doneIn returns a condition in which the date of done work is the date of its completion,
// as in "done by Ann in May".
func doneIn(c Cond) Cond {
	if c.Op != And || !slices.ContainsFunc(c.Of, func(part Cond) bool { return part.Op == Done }) {
		return c
	}
	parts := slices.Clone(c.Of)
	for i := range parts {
		if parts[i].Op == Date && parts[i].Name == "main" {
			parts[i].Name = "completed"
		}
	}
	return and(parts...)
}

// doneLate returns a condition in which what is done and overdue was completed late, because
// nothing that is done is overdue any more.
func doneLate(c Cond) Cond {
	isDone := func(part Cond) bool {
		return part.Op == Done || part.Op == Date && part.Name == "completed" || part.Op == State && slices.Contains(part.Values, "done")
	}
	if c.Op != And || !slices.ContainsFunc(c.Of, isDone) {
		return c
	}
	return c.Each(func(part Cond) Cond {
		if part.Op == Overdue {
			part.Op = Late
		}
		return part
	})
}

// statusNames are the properties in which trackers say how work ended.
var statusNames = []string{"status", "resolution", "state_reason", "close_reason", "reason"}

// impliesOpen reports whether a list is of open work although no word says so.
func impliesOpen(q Query) bool {
	spec := graph.SpecOf(q.Kind)
	if spec != nil && len(spec.States) == 0 || q.Where.Has(State, Open, Done, Overdue, Ready) {
		return false
	}
	conditions := []Cond{q.Where}
	if q.Where.Op == And {
		conditions = q.Where.Of
	}
	return slices.ContainsFunc(conditions, func(c Cond) bool {
		isDue := c.Name == "due" || c.Name == "main" && q.Kind == graph.KindTask
		isUntil := c.Op == Date && isDue && c.Period.From.IsZero() && !c.Period.To.IsZero()
		isUnblocked := c.Op == Not && c.Of[0].Op == Blocked
		return isUntil || isUnblocked || c.Op == Missing && c.Name == OwnerColumn && q.Kind.IsOfWork()
	})
}

// oneOfSingle returns a condition in which one of several states or projects is enough,
// because nothing has two.
func oneOfSingle(c Cond) Cond {
	if c.Op != And {
		return c
	}
	var order []string
	same := map[string][]Cond{}
	for i, part := range c.Of {
		name := singleOf(part)
		if name == "" || areShared(append(same[name], part)) {
			name = fmt.Sprint(i)
		}
		if same[name] == nil {
			order = append(order, name)
		}
		same[name] = append(same[name], part)
	}
	var parts []Cond
	for _, name := range order {
		parts = append(parts, or(same[name]...))
	}
	return and(parts...)
}

// singleOf returns the name of what an entity has one of, if a condition is on that.
func singleOf(c Cond) string {
	switch {
	case c.Op == State, c.Op == Scope && c.Entity.Kind == graph.KindProject:
		return c.Op
	case c.Op == Equal && slices.Contains(columns, c.Name):
		return c.Name
	}
	return ""
}

// contradicts reports whether no entity meets two conditions, since they are on two values
// of one field. On those that [oneOfSingle] joins, either is meant.
func contradicts(c, other Cond) bool {
	if c.Op == And {
		return slices.ContainsFunc(c.Of, func(part Cond) bool { return contradicts(part, other) })
	}
	if other.Op == And {
		return slices.ContainsFunc(other.Of, func(part Cond) bool { return contradicts(c, part) })
	}
	if c.Op == Or {
		return !slices.ContainsFunc(c.Of, func(part Cond) bool { return !contradicts(part, other) })
	}
	if other.Op == Or {
		return contradicts(other, c)
	}
	isOneField := c.Op == Equal && other.Op == Equal && c.Name == other.Name && c.Name != LabelColumn && c.Name != Title
	return isOneField && singleOf(c) == "" && !areShared([]Cond{c, other})
}

// areShared reports whether several conditions have a value in common.
func areShared(list []Cond) bool {
	for i, c := range list {
		for _, other := range list[:i] {
			if slices.ContainsFunc(c.Values, func(s string) bool { return slices.Contains(other.Values, s) }) {
				return true
			}
		}
	}
	return false
}

// openFor returns a condition in which what is not done is open: what was cancelled is
// neither.
func openFor(c Cond) Cond {
	if c.Op == Not && c.Of[0].Op == Done {
		return Cond{Op: Open}
	}
	return c
}

// sinceToday gives dates without a period the one from today on.
func sinceToday(c Cond, now time.Time) Cond {
	if c.Op == Date && c.Period.From.IsZero() && c.Period.To.IsZero() {
		c.Period = &times.Period{From: time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())}
	}
	return c
}

// overdueByTasks returns a condition for a kind without due dates: what is late has tasks
// that are.
func overdueByTasks(c Cond) Cond {
	if c.Op == Overdue {
		return Cond{Op: Linked, Link: &Link{To: &Query{Kind: graph.KindTask, Where: c}}}
	}
	return c
}

// inTime returns a condition whose periods of events are in the past: October is the last
// one for what was decided, and the next one for what is due.
func inTime(c Cond, spec *graph.Spec, now time.Time) Cond {
	isPast := dateColumns[c.Name] || c.Name == "main" && spec != nil && spec.DueField() == nil
	if c.Op == Date && isPast {
		p := c.Period.Before(now)
		c.Period = &p
	}
	return c
}

// Fits reports whether entities of a kind may be in the list of a query.
func (q *Query) Fits(kind graph.Kind) bool {
	return fits(&Query{Kind: kind, RecordType: q.RecordType}, q.Where)
}

// fitsNone reports whether a list of any kind has conditions that no kind may meet together.
func (q Query) fitsNone() bool {
	return q.Kind == "" && q.Where.Op == And && !slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return q.Fits(spec.Kind) })
}

// fits reports whether entities of a list may meet a condition. Those of any kind may.
func fits(q *Query, c Cond) bool {
	spec := graph.SpecOf(q.Kind)
	if spec == nil {
		return true
	}
	switch c.Op {
	case And, Or, Not:
		return !slices.ContainsFunc(c.Of, func(part Cond) bool { return !fits(q, part) })
	case State:
		return slices.ContainsFunc(c.Values, func(state string) bool { return slices.Contains(spec.States, state) })
	case Open, Done, Late:
		return len(spec.States) > 0
	case Ready, Blocked:
		return q.Kind.IsWork()
	case Overdue:
		return spec.DueField() != nil || spec.NestedList("tasks") != nil
	case Date:
		return (c.Name != "due" || spec.DueField() != nil) && (c.Name != "completed" || len(spec.States) > 0) && c.mayBeOf(q)
	case Missing:
		return c.mayBeOf(q)
	case Linked:
		return c.Link.mayJoin(q.Kind)
	case Equal, Compare:
		return c.mayBeOf(q) && !lacksColumn(q.Kind, c.Name)
	}
	return true
}

// mayBeOf reports whether entities of a list may have the field of a condition.
func (c *Cond) mayBeOf(q *Query) bool {
	isOfType := q.RecordType == "" || c.Types == nil || slices.Contains(c.Types, q.RecordType)
	return isOfType && (c.Kinds == nil || slices.Contains(c.Kinds, q.Kind))
}

// columns are the columns by which conditions compare, besides fields of graphs.
var columns = []string{"priority", "impact", "probability"}
