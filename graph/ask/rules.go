package ask

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
)

// The types of nodes besides those of tokens, numbers and periods.
const (
	list  = "N" // a Query
	both  = "T" // a Query with further lists
	cond  = "F" // a Cond
	scope = "S" // a Cond: a named entity
	lack  = "L" // a Cond: what may be missing, as a condition that it is there
	group = "D" // a string: what a list is divided by
)

type parts = []*chart.Node

func query(n *chart.Node) Query { return n.Value.(Query) }
func condOf(n *chart.Node) Cond { return n.Value.(Cond) }
func word(n *chart.Node) string { return fmt.Sprint(n.Value) }

func number(n *chart.Node) amounts.Number    { return n.Value.(amounts.Number) }
func boundsOf(n *chart.Node) *amounts.Bounds { b := n.Value.(amounts.Bounds); return &b }

func filter(c Cond) (string, any) {
	if c.Op == "" {
		return "", nil
	}
	return cond, c
}

func listed(q Query) (string, any) { return list, q }

// nouns make lists of the words for kinds.
var nouns = []chart.Rule{
	{Name: "plural", Pattern: "kind", Make: func(n parts) (string, any) { return listed(kindQuery(word(n[0]))) }},
	{Name: "singular", Pattern: "one", Make: func(n parts) (string, any) {
		q := kindQuery(word(n[0]))
		q.isOne = true
		return listed(q)
	}},
	{Name: "which one", Pattern: "which one", Make: func(n parts) (string, any) {
		if n[0].Last != n[1].First { // "what is the plan"
			return "", nil
		}
		q := kindQuery(word(n[1]))
		q.isSingle = true
		return listed(q)
	}},
	{Name: "any one", Pattern: "some one", Make: func(n parts) (string, any) {
		q := kindQuery(word(n[1]))
		q.isOne, q.isSome = true, true
		return listed(q)
	}},
	{Name: "them alone", Pattern: "N only", Weight: -.1, Make: func(n parts) (string, any) { return listed(query(n[0])) }},
	{Name: "only them", Pattern: "only N", Weight: -.1, Make: func(n parts) (string, any) { return listed(query(n[1])) }},
	{Name: "some of them", Pattern: "some N", Weight: -.05, Make: func(n parts) (string, any) { return some(query(n[1])) }},
	{Name: "all of them", Pattern: "all N", Weight: -.05, Make: func(n parts) (string, any) { return listed(query(n[1])) }},
	{Name: "entities of a value", Pattern: "valued", Make: func(n parts) (string, any) { return ofValue(condOf(n[0])) }},
	{Name: "subtasks", Pattern: "sub", Weight: -.1, Make: func(parts) (string, any) { return subtasks(&Link{To: &Query{Kind: graph.KindTask}}) }},
	{Name: "subtasks of an entity", Pattern: "sub of S", Weight: .3, Make: func(n parts) (string, any) { return subtasksOf(n[2]) }},
	{Name: "subtasks that an entity has", Pattern: "sub S with", Weight: .3, Make: func(n parts) (string, any) { return subtasksOf(n[1]) }},
	{Name: "an entity's subtasks", Pattern: "S sub", Weight: .2, Make: func(n parts) (string, any) { return subtasksOf(n[0]) }},
	{Name: "what happened to a list in a period", Pattern: "event N P", Weight: .2, Make: func(n parts) (string, any) { return happenedTo(n[1], n[0], n[2]) }},
	{Name: "what happened in a period to a list", Pattern: "P event N", Weight: .2, Make: func(n parts) (string, any) { return happenedTo(n[2], n[1], n[0]) }},
	{Name: "what happened in a period", Pattern: "event P", Weight: -.3, Make: happened},
	{Name: "what is due in a period", Pattern: "deadlines P", Weight: -.2, Make: func(n parts) (string, any) { return dueIn(n[1]) }},
	{Name: "what is due in a period before", Pattern: "P deadlines", Weight: -.2, Make: func(n parts) (string, any) { return dueIn(n[0]) }},
	{Name: "what somebody works on", Pattern: "any S work", Weight: .2, Make: func(n parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(condOf(n[1]), Cond{Op: Open}))
	}},
	{Name: "what of any kind somebody works on", Pattern: "any S work", Weight: .1, Make: func(n parts) (string, any) {
		return listed(Query{}.with(condOf(n[1]), Cond{Op: Open}))
	}},
	{Name: "what has the most of a column", Pattern: "any with sup column", Make: func(n parts) (string, any) {
		return ordered(Query{Kind: graph.KindTask}.with(Cond{Op: Open}), supOf(word(n[2]), word(n[3])))
	}},
	{Name: "called", Pattern: "called", Make: func(n parts) (string, any) { return listed(query(n[0])) }},
	{Name: "what it is or does besides", Pattern: "N beside|measure", Weight: -.2, Make: func(n parts) (string, any) { return listed(query(n[0])) }},
	{Name: "who is so", Pattern: "who F", Weight: .1, Make: func(n parts) (string, any) { return peopleWho(condOf(n[1])) }},
	{Name: "condition alone", Pattern: "is", Weight: -.6, Make: func(n parts) (string, any) { return ofWork(isCond(word(n[0]))) }},
	{Name: "of any kind", Pattern: "any", Weight: -.5, Make: func(parts) (string, any) { return listed(Query{}) }},
}

// some returns a list of one as one of any: some unfinished task.
func some(q Query) (string, any) {
	if !q.isOne {
		return "", nil
	}
	q.isSome = true
	return listed(q)
}

// peopleWho returns the people with a value.
func peopleWho(c Cond) (string, any) {
	if c.Op != Equal || !slices.Contains(c.Types, graph.PersonType) {
		return "", nil
	}
	return listed(kindQuery("person").with(c))
}

// ofValue returns the list of what has a value: the P1s.
func ofValue(c Cond) (string, any) {
	q := Query{}.with(c)
	if len(c.Kinds) == 1 {
		q.Kind = c.Kinds[0]
	}
	return listed(q)
}

// ofWork returns the list of tasks in a condition that asks for them by itself: overdue.
func ofWork(c Cond) (string, any) {
	if !slices.Contains([]string{Overdue, Ready, Blocked}, c.Op) && c.String() != noOwner.String() {
		return "", nil
	}
	return listed(Query{Kind: graph.KindTask}.with(c))
}

// partOf is the name of the relation from a part to its whole.
const partOf = "part"

func subtasks(link *Link) (string, any) {
	link.Relation = partOf
	return listed(Query{Kind: graph.KindTask}.with(Cond{Op: Linked, Link: link}))
}

func subtasksOf(s *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope {
		return "", nil
	}
	return subtasks(&Link{Entity: c.Entity})
}

// happenedTo returns the part of a list to which something happened in a period.
func happenedTo(n, event, period *chart.Node) (string, any) {
	_, c := dated(word(event), period)
	if made, is := c.(Cond); is {
		return attach(query(n), made)
	}
	return "", nil
}

// happened returns the list of all that happened in a period.
func happened(n parts) (string, any) {
	if !dateColumns[word(n[0])] {
		return "", nil
	}
	_, c := dated(word(n[0]), n[1])
	if weighted, is := c.(chart.Weighted); is {
		c = weighted.Value
	}
	return listed(Query{}.with(c.(Cond)))
}

// dueIn returns the list of all that is due in a period.
func dueIn(period *chart.Node) (string, any) {
	p := period.Value.(times.Period)
	return listed(Query{}.with(Cond{Op: Date, Name: "due", Period: &p}))
}

// kindQuery returns the list of a kind, or of a record type, which has the prefix
// of [RecordPrefix].
func kindQuery(name string) Query {
	if id, ok := strings.CutPrefix(name, RecordPrefix); ok {
		return Query{Kind: graph.KindRecord, RecordType: id}
	}
	if name == "person" {
		return Query{Kind: graph.KindRecord, RecordType: graph.PersonType}
	}
	if kind, part, ok := strings.Cut(name, typeMark); ok {
		return Query{Kind: graph.Kind(kind), Type: part}
	}
	return Query{Kind: graph.Kind(name)}
}

// RecordPrefix begins the value of a token for the records of a type.
const RecordPrefix = "record:"

// typeMark is between kind and type in the value of a token for entities of a type.
const typeMark = ":"

// NounOf returns the value of a token for the entities of a kind with a part of a type.
func NounOf(kind graph.Kind, part string) string { return string(kind) + typeMark + part }

// conditions make conditions of what they are about.
var conditions = []chart.Rule{
	{Name: "word", Pattern: "is", Make: func(n parts) (string, any) { return filter(isCond(word(n[0]))) }},
	{Name: "to do", Pattern: "todo", Make: func(parts) (string, any) { return filter(Cond{Op: Open}) }},
	{Name: "attained value", Pattern: "attain F", Weight: .15, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "what is beside a value", Pattern: "beside F", Weight: .05, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "what is beside a period", Pattern: "beside P", Weight: .05, Make: func(n parts) (string, any) { return dated("main", n[1]) }},
	{Name: "what is behind a condition", Pattern: "F beside", Weight: -.1, Make: func(n parts) (string, any) { return filter(condOf(n[0])) }},
	{Name: "verb of a field", Pattern: "measure F", Weight: -.2, Make: func(n parts) (string, any) { return beside(condOf(n[1])) }},
	{Name: "state", Pattern: "state", Weight: .02, Make: func(n parts) (string, any) {
		return filter(Cond{Op: State, Values: strings.Fields(word(n[0]))})
	}},
	{Name: "value", Pattern: "value", Make: func(n parts) (string, any) { return filter(condOf(n[0])) }},
	{Name: "in a value", Pattern: "of value", Make: func(n parts) (string, any) { return filter(condOf(n[1])) }},
	{Name: "mentioned", Pattern: "mention said", Make: func(n parts) (string, any) { return filter(Cond{Op: Equal, Name: Title, Values: []string{word(n[1])}}) }},
	{Name: "either mentioned", Pattern: "mention said or said", Weight: .1, Make: func(n parts) (string, any) {
		return filter(or(Cond{Op: Equal, Name: Title, Values: []string{word(n[1])}}, Cond{Op: Equal, Name: Title, Values: []string{word(n[3])}}))
	}},
	{Name: "field has value", Pattern: "field value", Make: func(n parts) (string, any) { return sameField(n[0], n[1]) }},
	{Name: "field has another value", Pattern: "whose|with field|column not|except value", Weight: .3, Make: func(n parts) (string, any) { return notNamed(n[3], word(n[1])) }},
	{Name: "field is not given", Pattern: "whose|with field|column unset", Weight: .3, Make: func(n parts) (string, any) { return missingAny(n[1]) }},
	{Name: "with no given field", Pattern: "with unset field|column", Weight: .3, Make: func(n parts) (string, any) { return missingAny(n[2]) }},
	{Name: "field is given", Pattern: "whose field|column set", Weight: .3, Make: func(n parts) (string, any) {
		_, c := missingAny(n[1])
		if c == nil {
			return "", nil
		}
		return filter(not(c.(Cond)))
	}},
	{Name: "value of field", Pattern: "value field", Make: func(n parts) (string, any) { return sameField(n[1], n[0]) }},
	{Name: "labelled", Pattern: "tag value", Weight: .2, Make: func(n parts) (string, any) { return named(n[1], LabelColumn) }},
	{Name: "of a label", Pattern: "value tag", Weight: .1, Make: func(n parts) (string, any) { return named(n[0], LabelColumn) }},
	{Name: "column has a value", Pattern: "column value", Weight: .1, Make: func(n parts) (string, any) { return named(n[1], word(n[0])) }},
	{Name: "value of a column", Pattern: "value column", Weight: .1, Make: func(n parts) (string, any) { return named(n[0], word(n[1])) }},
	{Name: "level of a column", Pattern: "level column", Make: func(n parts) (string, any) { return levelOf(word(n[1]), word(n[0])) }},
	{Name: "column has a level", Pattern: "column level", Make: func(n parts) (string, any) { return levelOf(word(n[0]), word(n[1])) }},
	{Name: "level alone", Pattern: "level", Weight: -.2, Make: func(n parts) (string, any) { return levelOf("impact", word(n[0])) }},
	{Name: "priority", Pattern: "priority", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Equal, Name: "priority", Values: strings.Fields(word(n[0]))})
	}},
	{Name: "date of a field", Pattern: "field column", Weight: .1, Make: func(n parts) (string, any) { return dateOfField("field", n) }},
	{Name: "date of a measure", Pattern: "measure column", Weight: .1, Make: func(n parts) (string, any) { return dateOfField("measure", n) }},
	{Name: "column has a number", Pattern: "column|field #", Make: func(n parts) (string, any) { return columnIs(n[0], amounts.Exactly(number(n[1]))) }},
	{Name: "column has one of two numbers", Pattern: "column # or|and #", Weight: .1, Make: func(n parts) (string, any) {
		_, a := columnIs(n[0], amounts.Exactly(number(n[1])))
		_, b := columnIs(n[0], amounts.Exactly(number(n[3])))
		if a == nil || b == nil {
			return "", nil
		}
		return filter(or(a.(Cond), b.(Cond)))
	}},
	{Name: "column compared", Pattern: "column|field Q", Make: func(n parts) (string, any) { return columnIs(n[0], *boundsOf(n[1])) }},
	{Name: "compared column", Pattern: "Q column|field", Make: func(n parts) (string, any) { return columnIs(n[1], *boundsOf(n[0])) }},
	{Name: "compared measure", Pattern: "compareby #", Weight: .1, Make: comparedBy},
	{Name: "compared measure with its unit", Pattern: "compareby # unit", Weight: .1, Make: comparedBy},
	{Name: "share compared", Pattern: "Q", Weight: -.2, Make: func(n parts) (string, any) {
		if b := boundsOf(n[0]); b.Share {
			return filter(Cond{Op: Compare, Name: "probability", Bounds: b})
		}
		return "", nil
	}},
	{Name: "must happen in a period", Pattern: "must event P", Weight: .4, Make: func(n parts) (string, any) { return mustHappen(word(n[1]), n[2]) }},
	{Name: "must in a period happen", Pattern: "must P event", Weight: .4, Make: func(n parts) (string, any) { return mustHappen(word(n[2]), n[1]) }},
	{Name: "in a period must happen", Pattern: "P event must", Weight: .4, Make: func(n parts) (string, any) { return mustHappen(word(n[1]), n[0]) }},
	{Name: "must happen", Pattern: "must event", Weight: .1, Make: func(n parts) (string, any) { return mustHappen(word(n[1]), nil) }},
	{Name: "must have happened", Pattern: "must event bynow", Weight: .5, Make: func(n parts) (string, any) { return filter(Cond{Op: Overdue}) }},
	{Name: "whose date is in a period", Pattern: "whose column P", Weight: .1, Make: func(n parts) (string, any) { return dated(word(n[1]), n[2]) }},
	{Name: "whose date is past", Pattern: "whose|with column passed", Weight: .2, Make: func(n parts) (string, any) { return passed(n[1]) }},
	{Name: "with a past date", Pattern: "with passed column", Weight: .2, Make: func(n parts) (string, any) { return passed(n[2]) }},
	{Name: "due in a period", Pattern: "due P", Weight: .1, Make: func(n parts) (string, any) { return dated("due", n[1]) }},
	{Name: "period due", Pattern: "P due", Weight: .1, Make: func(n parts) (string, any) { return dated("due", n[0]) }},
	{Name: "due in two periods", Pattern: "due|event|column P and P", Weight: .3, Make: func(n parts) (string, any) { return datedTwice(n) }},
	{Name: "column in a period", Pattern: "column P", Make: func(n parts) (string, any) { return dated(word(n[0]), n[1]) }},
	{Name: "field in a period", Pattern: "field P", Weight: .3, Make: func(n parts) (string, any) {
		p := n[1].Value.(times.Period)
		return filter(Cond{Op: Date, Name: word(n[0]), Period: &p}.of(n[0].Value))
	}},
	{Name: "in a period happened", Pattern: "P event", Weight: .1, Make: func(n parts) (string, any) { return dated(word(n[1]), n[0]) }},
	{Name: "happened in a period", Pattern: "event P", Weight: .2, Make: func(n parts) (string, any) { return dated(word(n[0]), n[1]) }},
	{Name: "period alone", Pattern: "P", Weight: -.2, Make: func(n parts) (string, any) { return dated("main", n[0]) }},
	{Name: "has nobody", Pattern: "with nobody", Weight: -.1, Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "without anybody who owns it", Pattern: "without somebody own", Weight: .1, Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "without anybody", Pattern: "without somebody", Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "nobody owns", Pattern: "nobody own", Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "with nobody", Pattern: "with nobody own", Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "owned by nobody", Pattern: "own|of|by nobody", Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "needs somebody", Pattern: "need somebody", Make: func(parts) (string, any) { return filter(noOwner) }},
	{Name: "needs an owner", Pattern: "need column", Make: func(n parts) (string, any) { return missing(n[1]) }},
}

// beside returns a condition on values beside the field that says how they are meant: held
// in Utrecht.
func beside(c Cond) (string, any) {
	if !c.Has(Equal) || c.Has(Date, Linked, Compare, Missing, Open, Done, State) {
		return "", nil
	}
	return filter(c)
}

var noOwner = Cond{Op: Missing, Name: "owner"}

// A Field is a property of entities, or a field of records, as the value of a token.
type Field struct {
	Name  string
	Kinds []graph.Kind // of the entities that have it, nil for any
	Types []string     // of the records that have it, nil for any

	IsNumber bool
}

// mayBeOf reports whether entities of a list may have the field.
func (f *Field) mayBeOf(q *Query) bool {
	c := Cond{Kinds: f.Kinds, Types: f.Types}
	return q.Kind == "" || c.mayBeOf(q)
}

// String returns the name of the field.
func (f Field) String() string { return f.Name }

// of returns a condition on a property, the value of a token, with those that have it.
func (c Cond) of(property any) Cond {
	if f, is := property.(Field); is {
		c.Kinds, c.Types = f.Kinds, f.Types
	}
	return c
}

// A Gauge is a field by which a word compares, as the value of a superlative or of a
// comparison.
type Gauge struct {
	Field
	By string
}

// comparedBy returns the condition of a comparison by a field.
func comparedBy(n parts) (string, any) {
	g := n[0].Value.(Gauge)
	b := amounts.Compared(g.By, number(n[1]))
	return filter(Cond{Op: Compare, Name: g.Name, Bounds: &b}.of(g.Field))
}

// dateOfField returns the name of a field before the word for dates: its check date.
func dateOfField(typ string, n parts) (string, any) {
	if word(n[1]) != "due" {
		return "", nil
	}
	return typ, n[0].Value
}

func isCond(name string) Cond {
	switch name {
	case "noowner":
		return noOwner
	case "nodue":
		return Cond{Op: Missing, Name: "due"}
	case "upcoming":
		return and(Cond{Op: Open}, Cond{Op: Date, Name: "due", Period: &times.Period{}}) // see sinceToday
	}
	return Cond{Op: name}
}

func sameField(field, value *chart.Node) (string, any) { return named(value, word(field)) }

// named returns the condition of a value if it is of a field or column with a name.
func named(value *chart.Node, name string) (string, any) {
	if c := condOf(value); c.Name == name {
		return filter(c)
	}
	return "", nil
}

func notNamed(value *chart.Node, name string) (string, any) {
	typ, c := named(value, name)
	if typ == "" {
		return "", nil
	}
	return filter(not(c.(Cond)))
}

// priorityLevels are the priorities of a level.
var priorityLevels = map[string][]string{"critical": {"1"}, "high": {"1", "2"}, "medium": {"3"}, "low": {"4", "5"}}

func levelOf(column, level string) (string, any) {
	switch column {
	case "impact":
		return filter(Cond{Op: Equal, Name: column, Values: []string{level}})
	case "priority":
		return filter(Cond{Op: Equal, Name: column, Values: priorityLevels[level]})
	}
	return "", nil
}

func columnIs(column *chart.Node, b amounts.Bounds) (string, any) {
	name := word(column)
	if name != "priority" && name != "probability" && column.Type != "field" {
		return "", nil
	}
	return filter(Cond{Op: Compare, Name: name, Bounds: &b}.of(column.Value))
}

// dateColumns are the columns that are dates, with whether their dates are in the past.
var dateColumns = map[string]bool{
	"main": false, "due": false, "decided": true, "completed": true, "closed": true, "created": true, "updated": true, "mitigated": true, "noticed": true,
}

func dated(column string, n *chart.Node) (string, any) {
	if _, known := dateColumns[column]; !known {
		return "", nil
	}
	p := n.Value.(times.Period)
	made := Cond{Op: Date, Name: column, Period: &p}
	if dateColumns[column] && p.From.IsZero() {
		return cond, chart.Weighted{Value: made, Weight: unlikely} // "done by Friday" means that it is due
	}
	return filter(made)
}

// datedTwice returns the condition that a date is in two periods: after one day and before
// another.
func datedTwice(n parts) (string, any) {
	column := word(n[0])
	if n[0].Type == "due" {
		column = "due"
	}
	_, a := dated(column, n[1])
	_, b := dated(column, n[3])
	first, isFirst := a.(Cond)
	second, isSecond := b.(Cond)
	if p, q := first.Period, second.Period; isFirst && isSecond && p.To.IsZero() && q.From.IsZero() {
		first.Period = &times.Period{From: p.From, To: q.To}
		return filter(first)
	}
	return "", nil
}

// mustHappen returns the condition to be due in a period, or to be open.
func mustHappen(event string, period *chart.Node) (string, any) {
	switch {
	case event != "completed" && event != "closed":
		return "", nil
	case period == nil:
		return filter(Cond{Op: Open})
	}
	return dated("due", period)
}

// passed returns the condition to be open behind the due date.
func passed(column *chart.Node) (string, any) {
	if word(column) != "due" {
		return "", nil
	}
	return filter(Cond{Op: Overdue})
}

// unlikely is the prior of a past event until a day. By eye.
const unlikely = -.3

func missing(column *chart.Node) (string, any) {
	if name := word(column); slices.Contains([]string{"owner", "due", "priority", "probability", "impact", "type"}, name) {
		return filter(Cond{Op: Missing, Name: name})
	}
	return "", nil
}

// missingAny is like missing, for fields of a graph too.
func missingAny(column *chart.Node) (string, any) {
	if column.Type == "field" {
		return filter(Cond{Op: Missing, Name: word(column)}.of(column.Value))
	}
	return missing(column)
}

// lacks make conditions of what is missing.
var lacks = []chart.Rule{
	{Name: "column that may be missing", Pattern: "column", Make: func(n parts) (string, any) {
		if _, c := missing(n[0]); c != nil {
			return lack, not(c.(Cond))
		}
		return "", nil
	}},
	{Name: "field that may be missing", Pattern: "field", Make: func(n parts) (string, any) { return lack, not(Cond{Op: Missing, Name: word(n[0])}) }},
	{Name: "owner that may be missing", Pattern: "somebody", Make: func(parts) (string, any) { return lack, not(noOwner) }},
	{Name: "list that may be missing", Pattern: "N", Make: func(n parts) (string, any) {
		q := query(n[0])
		if q.Kind == "" || len(q.Group)+len(q.Order)+q.Limit > 0 || q.Number.Op != "" {
			return "", nil
		}
		c := Cond{Op: Linked, Link: &Link{To: &q}}
		if q.isOne && q.Type != "" {
			return lack, chart.Weighted{Value: c, Weight: synonym} // beta is a value rather than a part
		}
		return lack, c
	}},
	{Name: "either may be missing", Pattern: "L or|and|nor L", Make: func(n parts) (string, any) { return lack, or(condOf(n[0]), condOf(n[2])) }},
	{Name: "without", Pattern: "without L", Make: func(n parts) (string, any) { return filter(not(condOf(n[1]))) }},
	{Name: "neither nor", Pattern: "neither L nor L", Make: func(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }},
	{Name: "neither of two conditions", Pattern: "neither F nor F", Make: func(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }},
	{Name: "related to none", Pattern: "rel without N", Weight: .1, Make: func(n parts) (string, any) {
		typ, c := linked(&Link{Relation: word(n[0])}, anyOf(n[2]))
		if typ == "" {
			return "", nil
		}
		return filter(not(c.(Cond)))
	}},
	{Name: "none does", Pattern: "without N rel", Weight: .2, Make: func(n parts) (string, any) {
		typ, c := linked(&Link{Relation: word(n[2]), Reversed: true}, anyOf(n[1]))
		if typ == "" {
			return "", nil
		}
		return filter(not(c.(Cond)))
	}},
	{Name: "nobody does", Pattern: "nobody rel", Make: func(n parts) (string, any) {
		return filter(not(Cond{Op: Linked, Link: &Link{Relation: word(n[1]), Reversed: true}}))
	}},
}

// connectors combine conditions.
var connectors = []chart.Rule{
	{Name: "not", Pattern: "not F", Make: func(n parts) (string, any) { return negated(condOf(n[1])) }},
	{Name: "none of two", Pattern: "not F or|nor F", Weight: .2, Make: func(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }},
	{Name: "or", Pattern: "F or F", Make: func(n parts) (string, any) { return filter(or(condOf(n[0]), condOf(n[2]))) }},
	{Name: "and", Pattern: "F and F", Make: func(n parts) (string, any) { return filter(joint(condOf(n[0]), condOf(n[2]))) }},
	{Name: "conditions in a row", Pattern: "F F", Weight: -.15, Make: func(n parts) (string, any) { return filter(and(condOf(n[0]), condOf(n[1]))) }},
	{Name: "with a condition", Pattern: "with F", Make: func(n parts) (string, any) { return filter(condOf(n[1])) }},
	{Name: "with a field", Pattern: "with field", Make: func(n parts) (string, any) { return filter(not(Cond{Op: Missing, Name: word(n[1])}.of(n[1].Value))) }},
	{Name: "with a column", Pattern: "with column", Weight: -.05, Make: func(n parts) (string, any) {
		_, c := missing(n[1])
		if c == nil {
			return "", nil
		}
		return filter(not(c.(Cond)))
	}},
	{Name: "with others that relate to it", Pattern: "with rel N", Weight: .1, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[1]), Reversed: true}, anyOf(n[2])) }},
	{Name: "without others that relate to it", Pattern: "without rel N", Weight: .1, Make: func(n parts) (string, any) {
		typ, c := linked(&Link{Relation: word(n[1]), Reversed: true}, anyOf(n[2]))
		if typ == "" {
			return "", nil
		}
		return filter(not(c.(Cond)))
	}},
	{Name: "that have a list", Pattern: "N with", Weight: -.5, Make: func(n parts) (string, any) { return hasList(n[0]) }},
	{Name: "that have a number of them", Pattern: "Q N with|belong", Weight: .1, Make: func(n parts) (string, any) { return several(boundsOf(n[0]), query(n[1])) }},
	{Name: "which others belong to", Pattern: "N belong", Weight: -.2, Make: func(n parts) (string, any) { return linked(&Link{}, anyOf(n[0])) }},
	{Name: "that belong to a list", Pattern: "belong N", Weight: .1, Make: func(n parts) (string, any) { return linked(&Link{}, anyOf(n[1])) }},
	{Name: "with a noun of a relation", Pattern: "with relnoun", Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[1])}, Query{}) }},
	{Name: "with such a noun of a relation", Pattern: "with F relnoun", Weight: .1, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[2])}, Query{Where: condOf(n[1])}) }},
	{Name: "whose noun of a relation is", Pattern: "whose relnoun F", Weight: .2, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[1])}, Query{Where: condOf(n[2])}) }},
	{Name: "with a list", Pattern: "with N", Make: func(n parts) (string, any) { return linked(&Link{}, query(n[1])) }},
	{Name: "with a number of them", Pattern: "with Q N", Weight: .1, Make: func(n parts) (string, any) { return several(boundsOf(n[1]), query(n[2])) }},
	{Name: "with so many or more", Pattern: "with # N ormore|orless", Weight: .2, Make: func(n parts) (string, any) {
		b := amounts.Compared(map[string]string{"ormore": "ge", "orless": "le"}[n[3].Type], number(n[1]))
		return several(&b, query(n[2]))
	}},
	{Name: "with exactly so many", Pattern: "with # N", Weight: -.1, Make: func(n parts) (string, any) {
		b := amounts.Exactly(number(n[1]))
		return several(&b, query(n[2]))
	}},
	{Name: "of a list", Pattern: "of N", Make: func(n parts) (string, any) {
		q := query(n[1])
		q.isSome = false
		return linked(&Link{}, q)
	}},
	{Name: "that others relate to", Pattern: "that N rel", Weight: .1, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[2]), Reversed: true}, query(n[1])) }},
	{Name: "which others relate to", Pattern: "N rel", Weight: -.25, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[1]), Reversed: true}, query(n[0])) }},
	{Name: "related to a list", Pattern: "rel N", Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[0])}, query(n[1])) }},
	{Name: "list that it is related to", Pattern: "N relend", Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[1])}, query(n[0])) }},
	{Name: "chosen list that it is related to", Pattern: "N relend", Weight: .03, Make: func(n parts) (string, any) {
		if query(n[0]).Where.Op == "" {
			return "", nil
		}
		return linked(&Link{Relation: word(n[1])}, query(n[0]))
	}},
	{Name: "related to a number", Pattern: "rel Q N", Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[0]), Count: boundsOf(n[1])}, query(n[2]))
	}},
	{Name: "number related to it", Pattern: "Q N rel", Make: func(n parts) (string, any) {
		return linked(&Link{Relation: word(n[2]), Reversed: true, Count: boundsOf(n[0])}, query(n[1]))
	}},
	{Name: "related to an entity", Pattern: "rel S", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[0]), Entity: condOf(n[1]).Entity}})
	}},
	{Name: "related by a list", Pattern: "of N relby", Weight: .1, Make: func(n parts) (string, any) { return linked(&Link{Relation: word(n[2])}, query(n[1])) }},
	{Name: "except", Pattern: "except F", Make: func(n parts) (string, any) { return filter(not(condOf(n[1]))) }},
	{Name: "except two", Pattern: "except F and|or F", Weight: .2, Make: func(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }},
	{Name: "except the ones of two", Pattern: "except F and|or F ones", Weight: .6, Make: func(n parts) (string, any) { return filter(not(or(condOf(n[1]), condOf(n[3])))) }},
	{Name: "excepted", Pattern: "F excepted", Weight: .1, Make: func(n parts) (string, any) { return filter(not(condOf(n[0]))) }},
}

// negated returns what a word negates: of two conditions, more likely the first alone.
func negated(c Cond) (string, any) {
	if c.Op == And {
		return cond, chart.Weighted{Value: not(c), Weight: 2 * unlikely}
	}
	return filter(not(c))
}

// hasList returns the condition to have those of a list that is before its verb. What is
// before the list is said of it rather than of those that have it.
func hasList(n *chart.Node) (string, any) {
	typ, c := linked(&Link{}, anyOf(n))
	if typ == "" || query(n).Where.Op == "" {
		return typ, c
	}
	return cond, chart.Weighted{Value: c, Weight: .5}
}

// anyOf returns a list of which one is meant as any.
func anyOf(n *chart.Node) Query {
	q := query(n)
	q.isOne = false
	return q
}

// joint returns the condition that both of two hold, or one of them if they are of a
// column with one value: "P0 and P1".
func joint(a, b Cond) Cond {
	if a.Op == b.Op && a.Name == b.Name && (a.Op == State || a.Op == Equal && a.Name != LabelColumn) {
		return or(a, b)
	}
	return and(a, b)
}

// linked returns the condition that entities are linked to those of a list. One of a type
// is none: "the launch" is a certain one, which the question does not name.
func linked(link *Link, to Query) (string, any) {
	isUnclear := to.Kind == "" && (link.Relation == "" || to.Where.Op == "")
	if isUnclear || to.isOne && !to.isSome && to.Type != "" || len(to.Group)+len(to.Order)+to.Limit > 0 || to.Number.Op != "" {
		return "", nil
	}
	link.To = &to
	if b := link.Count; b != nil && b.IsSome() {
		link.Count = nil
	} else if b != nil && b.IsNone() {
		link.Count = nil
		return filter(not(Cond{Op: Linked, Link: link}))
	}
	return filter(Cond{Op: Linked, Link: link})
}

// scopes make conditions of the entities that a question names.
var scopes = []chart.Rule{
	{Name: "named", Pattern: "entity", Make: func(n parts) (string, any) { return scope, condOf(n[0]) }},
	{Name: "named alone by a word", Pattern: "S only", Make: func(n parts) (string, any) { return scope, condOf(n[0]) }},
	{Name: "only a named one", Pattern: "only S", Make: func(n parts) (string, any) { return scope, condOf(n[1]) }},
	{Name: "named twice", Pattern: "S S", Make: func(n parts) (string, any) {
		if !areSame(condOf(n[0]), condOf(n[1])) {
			return "", nil
		}
		return scope, condOf(n[0])
	}},
	{Name: "one of two named", Pattern: "S or|and S", Make: func(n parts) (string, any) { return scope, or(condOf(n[0]), condOf(n[2])) }},
	{Name: "one of three named", Pattern: "S S and|or S", Weight: .2, Make: func(n parts) (string, any) {
		if areSame(condOf(n[0]), condOf(n[1])) {
			return "", nil
		}
		return scope, or(condOf(n[0]), condOf(n[1]), condOf(n[3]))
	}},
	{Name: "of a named one", Pattern: "of S", Make: func(n parts) (string, any) { return filter(condOf(n[1])) }},
	{Name: "by a person", Pattern: "by S", Make: func(n parts) (string, any) { return byPerson(condOf(n[1])) }},
	{Name: "that somebody owns", Pattern: "S own|belong", Make: func(n parts) (string, any) { return byPerson(condOf(n[0])) }},
	{Name: "whose owner is", Pattern: "whose|with column S", Weight: .2, Make: func(n parts) (string, any) { return ownedBy(n[1], n[2]) }},
	{Name: "with somebody as owner", Pattern: "whose|with S column", Weight: .2, Make: func(n parts) (string, any) { return ownedBy(n[2], n[1]) }},
	{Name: "that an entity relates to", Pattern: "S rel", Make: func(n parts) (string, any) {
		return filter(Cond{Op: Linked, Link: &Link{Relation: word(n[1]), Reversed: true, Entity: condOf(n[0]).Entity}})
	}},
	{Name: "has", Pattern: "S with", Weight: -.1, Make: func(n parts) (string, any) { return filter(condOf(n[0])) }},
	{Name: "named with its kind", Pattern: "S one", Weight: .1, Make: func(n parts) (string, any) { return namedKind(n[0], n[1]) }},
	{Name: "kind with its name", Pattern: "one S", Weight: .1, Make: func(n parts) (string, any) { return namedKind(n[1], n[0]) }},
	{Name: "named alone", Pattern: "S", Weight: -.1, Make: func(n parts) (string, any) { return filter(condOf(n[0])) }},
	{Name: "outside", Pattern: "outside S|F", Make: func(n parts) (string, any) { return filter(not(condOf(n[1]))) }},
	{Name: "before an entity", Pattern: "due before S", Weight: .1, Make: func(n parts) (string, any) { return beforeEntity(n[2]) }},
	{Name: "after an entity", Pattern: "due after S", Weight: .1, Make: func(n parts) (string, any) { return afterEntity("due", n[2]) }},
	{Name: "happened since an entity", Pattern: "event since S", Weight: .1, Make: func(n parts) (string, any) { return afterEntity(word(n[0]), n[2]) }},
	{Name: "after an entity, alone", Pattern: "after S", Make: func(n parts) (string, any) { return afterEntity("due", n[1]) }},
	{Name: "before an entity, alone", Pattern: "before S", Make: func(n parts) (string, any) { return beforeEntity(n[1]) }},
}

// ownedBy returns the condition to be of people, if a column is the owner.
func ownedBy(column, s *chart.Node) (string, any) {
	if word(column) != "owner" {
		return "", nil
	}
	return byPerson(condOf(s))
}

// areSame reports whether two conditions are of the same entity.
func areSame(a, b Cond) bool {
	return a.Op == Scope && b.Op == Scope && a.Entity.ID == b.Entity.ID && a.Entity.ID != ""
}

// byPerson returns the condition to be of people.
func byPerson(c Cond) (string, any) {
	if !isOfPeople(c) {
		return "", nil
	}
	return filter(c)
}

func isOfPeople(c Cond) bool {
	switch c.Op {
	case Scope:
		return c.Entity.Kind == graph.KindRecord
	case Or:
		return !slices.ContainsFunc(c.Of, func(part Cond) bool { return !isOfPeople(part) })
	}
	return false
}

func namedKind(s, kind *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Entity.Kind != kindQuery(word(kind)).Kind {
		return "", nil
	}
	return scope, c
}

// beforeEntity returns the condition to be due before a named milestone is.
func beforeEntity(s *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Period == nil {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: "due", Period: &times.Period{To: c.Period.From}})
}

// afterEntity returns the condition to have a date after that of a named milestone.
func afterEntity(column string, s *chart.Node) (string, any) {
	c := condOf(s)
	if c.Op != Scope || c.Period == nil {
		return "", nil
	}
	return filter(Cond{Op: Date, Name: column, Period: &times.Period{From: c.Period.To}})
}

// attachments give lists their conditions.
var attachments = []chart.Rule{
	{Name: "condition before", Pattern: "F N", Make: func(n parts) (string, any) { return attach(query(n[1]), condOf(n[0])) }},
	{Name: "condition behind", Pattern: "N F", Make: func(n parts) (string, any) { return attachBehind(query(n[0]), condOf(n[1])) }},
	{Name: "also those", Pattern: "N F too", Weight: .2, Make: func(n parts) (string, any) { return alsoThose(query(n[0]), condOf(n[1])) }},
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
	{Name: "what is to be done", Pattern: "any todo", Weight: .5, Make: func(parts) (string, any) { return listed(Query{Kind: graph.KindTask}.with(Cond{Op: Open})) }},
	{Name: "further condition", Pattern: "N and F", Weight: -.1, Make: func(n parts) (string, any) { return attach(query(n[0]), condOf(n[2])) }},
	{Name: "others too", Pattern: "N and|or F ones", Weight: .3, Make: func(n parts) (string, any) { return orThose(query(n[0]), condOf(n[2])) }},
	{Name: "alternative condition", Pattern: "N or F", Weight: -.2, Make: func(n parts) (string, any) {
		return orThose(query(n[0]), condOf(n[2]))
	}},
	{Name: "two lists", Pattern: "N and N", Weight: -.2, Make: func(n parts) (string, any) { return twoLists(query(n[0]), query(n[2])) }},
	{Name: "a list and then another", Pattern: "N then N", Weight: -.1, Make: func(n parts) (string, any) { return twoLists(query(n[0]), query(n[2])) }},
	{Name: "first a list and then another", Pattern: "N first then N", Weight: .1, Make: func(n parts) (string, any) { return twoLists(query(n[0]), query(n[3])) }},
	{Name: "another list of the same", Pattern: "N and|then its N", Weight: .4, Make: func(n parts) (string, any) { return ofTheSame(query(n[0]), query(n[3])) }},
	{Name: "further list", Pattern: "T and N", Make: func(n parts) (string, any) { return twoLists(query(n[0]), query(n[2])) }},
	{Name: "condition behind all lists", Pattern: "T F", Weight: .1, Make: func(n parts) (string, any) {
		if c := condOf(n[1]); c.Op != Scope && c.Op != Or || c.Has(State, Open, Done, Overdue, Ready, Blocked, Missing, Date, Compare, Equal, Linked) {
			return "", nil
		}
		return both, query(n[0]).withAll(condOf(n[1]))
	}},
	{Name: "condition of all lists", Pattern: "S T", Weight: .2, Make: func(n parts) (string, any) {
		return both, query(n[1]).withAll(condOf(n[0]))
	}},
}

// attach adds a condition to a list, unless numbers were computed of it.
func attach(q Query, c Cond) (string, any) {
	if q.Limit > 0 && q.Number.Op != "" || !fits(&q, c) {
		return "", nil
	}
	return listed(q.with(c))
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
	if q.endsInList && c.Op != Scope {
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

func twoLists(a, b Query) (string, any) {
	if a.Kind == "" || b.Kind == "" || a.isOne || b.isOne || a.Kind == b.Kind && a.Where.String() == b.Where.String() {
		return "", nil
	}
	a.And = append(slices.Clone(a.And), b)
	return both, a
}
