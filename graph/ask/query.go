// Package ask reads a question into a query. It knows words, not entities: those
// come as tokens from the vocabulary of a graph.
package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/times"
)

// A Query is the meaning of a question: a plain value that prints in one line.
type Query struct {
	Kind       graph.Kind // "" for all kinds
	RecordType string     // of records, "" for any
	Noun       string     // the name of the record type if the question has that, "" for its id
	Type       string     // a part of the type, such as "bug", "" for any
	Where      Cond
	Order      []Order
	Group      []string        // what the list is divided by: a kind, a column, a field
	Number     Number          // the number that is asked for, instead of a list
	Having     *amounts.Bounds // of the number of members of each group, nil for any
	Limit      int             // of a list, or of its groups, 0 for all
	Each       int             // the limit of each group, 0 for all
	And        []Query         // further lists

	isOne      bool   // a singular, which is no list by itself
	isSome     bool   // one of any, not a certain one: a task
	isSingle   bool   // which of them is asked
	isWhether  bool   // whether there are any
	of         *Field // of the number, nil for a column
	endsInList bool   // the last condition is about another list
	isWhole    bool   // also what is done, as the question says
}

// AsksWhether reports whether a question asks if there are any of a list.
func (q *Query) AsksWhether() bool { return q.isWhether }

// isOf reports whether a query is of the same entities as another, besides their conditions.
func (q *Query) isOf(other Query) bool {
	return q.Kind == other.Kind && q.RecordType == other.RecordType && q.Type == other.Type
}

// IsArranged reports whether a query asks for more than the entities that meet its
// condition: for an order, groups, some of them, or a number.
func (q *Query) IsArranged() bool {
	return len(q.Group)+len(q.Order)+q.Limit > 0 || q.Number.Op != ""
}

// A Number is a number over the entities of a list.
type Number struct {
	Op     string // count, sum, avg, min, max or [Distinct]; "" for none
	Column string // "" of a count
}

// Distinct is the operation of a number that counts the groups of a list.
const Distinct = "distinct"

// An Order is an order by a column, or by the number of linked entities of a kind.
type Order struct {
	Column     string // "main" for the date or the number of the kind
	Count      *Query // the entities that are counted, nil for an order by a column
	Descending bool

	isDate bool // of the column
}

// The operators of conditions.
const (
	And     = "and"
	Or      = "or"
	Not     = "not"
	State   = "state"   // one of Values, of those that the kind has
	Open    = "open"    // in an active state
	Done    = "done"    // in a final state
	Overdue = "overdue" // open, and due before today
	Late    = "late"    // completed after the day on which it was due
	Ready   = "ready"   // not begun, and nothing open blocks it
	Blocked = "blocked" // open, and blocked by its state or by something open
	Missing = "missing" // the column Name has no value; the owner is a column
	Date    = "date"    // the date Name is in the period; "main" is that of the kind
	Compare = "compare" // the number Name is within the bounds
	Equal   = "equal"   // the column or field Name has one of Values; labels are LabelColumn
	Linked  = "linked"  // see Link
	Scope   = "scope"   // part of Entity, or owned by it
)

// LabelColumn is the name of the labels of entities in conditions and groups.
const LabelColumn = "labels"

// OwnerColumn is the name of the field of all owners, and the value of words between work
// and its owner, such as "assigned to".
const OwnerColumn = "owner"

// TypeColumn is the name of the type of an entity in conditions.
const TypeColumn = "type"

// Title is the name of the title of an entity in conditions with [Equal], which has the
// value in it.
const Title = "title"

// Channel is the same of signals, which have no title.
const Channel = "channel"

// A Cond is a condition on entities. The zero value is none.
type Cond struct {
	Op     string
	Of     []Cond // of and, or, not
	Name   string // a column, or a field of props and records
	Values []string
	Period *times.Period
	Bounds *amounts.Bounds
	Link   *Link
	Entity *Entity
	Kinds  []graph.Kind // of those that have the field or the value; nil for any
	Types  []string     // the same of types of records
	IDs    []string     // of the entities that meet it, nil if they are not looked up

	isBare   bool // the question does not name what is compared: over 500, but not with more than 20
	isBehind bool // it ends with a number, so that a list behind it is counted by that
}

// A Link is a condition on linked entities: at least one, or a number of them.
type Link struct {
	Relation Relation // of the tables of words, "" for all that join the kinds
	Field    string   // of records, which leads to the other end; "" for any, and for edges
	Reversed bool     // the entities of the list are at the other end
	To       *Query   // the linked entities, nil for any
	Entity   *Entity
	Count    *amounts.Bounds // nil for at least one
}

// An Entity is an entity that the question names.
type Entity struct {
	Kind     graph.Kind
	ID       string // "" of a person who has no record
	Label    string
	IsPerson bool
}

// String returns the query in one line.
func (q Query) String() string {
	var parts []string
	if q.Number.Op != "" {
		parts = append(parts, strings.TrimSpace(q.Number.Op+" "+q.Number.Column)+" of")
	}
	parts = append(parts, q.noun())
	if where := q.Where.String(); where != "" {
		parts = append(parts, "where "+where)
	}
	if len(q.Group) > 0 {
		parts = append(parts, "by "+strings.Join(q.Group, ", "))
	}
	if q.Having != nil {
		parts = append(parts, "having "+q.Having.String())
	}
	for i, order := range q.Order {
		parts = append(parts, []string{"order", "then"}[min(i, 1)]+" "+order.String())
	}
	if q.Limit > 0 {
		parts = append(parts, fmt.Sprint("limit ", q.Limit))
	}
	if q.Each > 0 {
		parts = append(parts, fmt.Sprintf("limit %d each", q.Each))
	}
	line := strings.Join(parts, " ")
	for i := range q.And {
		line += "; " + q.And[i].String()
	}
	return line
}

func (q Query) noun() string {
	switch spec := graph.SpecOf(q.Kind); {
	case q.RecordType != "":
		return "records of " + q.RecordType
	case q.Type != "":
		return spec.Plural + " of type " + q.Type
	case spec != nil:
		return spec.Plural
	}
	return "all"
}

// String returns the order, such as "due" or "probability desc".
func (o Order) String() string {
	name := o.Column
	if o.Count != nil {
		name = "number of " + o.Count.String()
	}
	if o.Descending {
		name += " desc"
	}
	return name
}

// String returns the condition, "" for none.
func (c Cond) String() string {
	switch c.Op {
	case And:
		return joinConds(c.Of, " and ")
	case Or:
		joined := joinConds(c.Of, " or ")
		if !strings.Contains(joined, " or ") {
			return joined
		}
		return "(" + joined + ")"
	case Not:
		return "not " + c.Of[0].String()
	case State, Equal:
		return cmpName(c) + "=" + strings.Join(c.Values, "|")
	case Missing:
		return "no " + c.Name
	case Date:
		return c.Name + " " + c.Period.String()
	case Compare:
		return c.Name + c.Bounds.String()
	case Linked:
		return c.Link.String()
	case Scope:
		return "in " + c.Entity.Label
	}
	return c.Op
}

func cmpName(c Cond) string {
	if c.Op == State {
		return State
	}
	return c.Name
}

// joinConds joins conditions, of equal ones the first: entities may have one name.
func joinConds(list []Cond, by string) string {
	var parts []string
	for i := range list {
		if part := list[i].String(); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, by)
}

// String returns the link, such as "depends (tasks where state=blocked)".
func (l *Link) String() string {
	name := cmp.Or(string(l.Relation), l.Field, "with")
	if l.Reversed {
		name += " reversed"
	}
	if l.Count != nil {
		name += " " + l.Count.String()
	}
	switch {
	case l.Entity != nil:
		return name + " (" + l.Entity.Label + ")"
	case l.To != nil:
		return name + " (" + l.To.String() + ")"
	}
	return name + " any"
}

// and returns the condition that all of some hold.
func and(list ...Cond) Cond { return join(And, list) }

// or returns the condition that one of some holds.
func or(list ...Cond) Cond { return join(Or, list) }

func join(op string, list []Cond) Cond {
	var of []Cond
	for _, c := range list {
		switch c.Op {
		case "":
		case op:
			of = append(of, c.Of...)
		default:
			of = append(of, c)
		}
	}
	if op == And && slices.ContainsFunc(of, Cond.impliesOpen) {
		of = slices.DeleteFunc(slices.Clone(of), Cond.isOpen)
	}
	if len(of) == 1 {
		return of[0]
	}
	if len(of) == 0 {
		return Cond{}
	}
	return Cond{Op: op, Of: of}
}

// impliesOpen reports whether what meets a condition is open.
func (c Cond) impliesOpen() bool { return c.Op == Overdue || c.Op == Ready || c.Op == Blocked }

// isOpen reports whether a condition is no more than to be open.
func (c Cond) isOpen() bool { return c.Op == Open || c.Op == Not && c.Of[0].Op == Done }

// not returns the opposite of a condition.
func not(c Cond) Cond {
	if c.Op == Not {
		return c.Of[0]
	}
	return Cond{Op: Not, Of: []Cond{c}}
}

// Has reports whether some condition within c has one of the operators.
func (c Cond) Has(ops ...string) bool {
	return slices.Contains(ops, c.Op) || slices.ContainsFunc(c.Of, func(part Cond) bool { return part.Has(ops...) })
}

// isOfSame reports whether a condition is to be linked to any of a list of the same records.
func (c *Cond) isOfSame(q Query) bool {
	isAny := c.Op == Linked && c.Link.Relation == "" && c.Link.Field == "" && c.Link.To != nil
	return isAny && c.Link.To.Where.Op == "" && q.isOf(*c.Link.To)
}

// WithoutNames returns the condition without what its words name: the fields that have its
// values or are its dates, and entities.
func (c Cond) WithoutNames() Cond {
	return c.Each(func(c Cond) Cond {
		switch {
		case c.Op == Equal, c.Op == Scope:
			return Cond{Op: Scope, Entity: &Entity{}}
		case c.Op == Date && !isDateColumn(c.Name):
			c.Name = "main"
		}
		return c
	})
}

// Each returns the condition with what change makes of each of its parts and of itself,
// those within others first. The conditions on linked entities are no parts.
func (c Cond) Each(change func(Cond) Cond) Cond {
	c.Of = slices.Clone(c.Of)
	for i := range c.Of {
		c.Of[i] = c.Of[i].Each(change)
	}
	return change(c)
}

// IsValueWithin reports whether a condition is to have a value and to be within two named
// entities: "what did the wallet team ship as beta in the spring release".
func (c Cond) IsValueWithin() bool {
	values, entities := 0, 0
	for _, part := range c.Of {
		switch {
		case part.Op == Equal || part.Op == State:
			values++
		case part.IsWithin():
			entities++
		}
	}
	return c.Op == And && values > 0 && entities > 1
}

// IsWithin reports whether a condition is to be within one of some named entities.
func (c Cond) IsWithin() bool {
	return c.Op == Scope || c.Op == Or && !slices.ContainsFunc(c.Of, func(part Cond) bool { return !part.IsWithin() })
}

// ByTitle returns the query with titles that have its values in place of fields that are
// them, of any kind: what went beta in a release are not the plans that are beta now.
func (q Query) ByTitle() Query {
	q.Kind, q.Type, q.RecordType = "", "", ""
	q.Where = q.Where.Each(func(c Cond) Cond {
		if c.Op == Equal && c.Name != LabelColumn && len(c.Values) == 1 {
			c.Name, c.Kinds = Title, nil
		}
		return c
	})
	return q
}

// with returns the query with a further condition.
func (q Query) with(list ...Cond) Query {
	q.Where = and(append([]Cond{q.Where}, list...)...)
	return q
}

// Names reports whether the query has an entity, or another of its kind and label, which
// the question may mean as well.
func (q *Query) Names(e Entity) bool {
	return q.Where.names(e) || slices.ContainsFunc(q.And, func(other Query) bool { return other.Names(e) })
}

func (c *Cond) names(e Entity) bool {
	if c.Entity.mayBe(e) {
		return true
	}
	if c.Link != nil && (c.Link.Entity.mayBe(e) || c.Link.To != nil && c.Link.To.Names(e)) {
		return true
	}
	return slices.ContainsFunc(c.Of, func(part Cond) bool { return part.names(e) })
}

func (e *Entity) mayBe(other Entity) bool {
	return e != nil && (e.ID == other.ID || e.Kind == other.Kind && e.Label == other.Label)
}

// withAll returns the query with a further condition of it and of its further lists.
func (q Query) withAll(c Cond) Query {
	q = q.with(c)
	q.And = slices.Clone(q.And)
	for i := range q.And {
		q.And[i] = q.And[i].with(c)
	}
	return q
}
