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

// A maker makes the node of a rule.
type maker = func(n parts) (string, any)

func query(n *chart.Node) Query               { return n.Value.(Query) }
func condOf(n *chart.Node) Cond               { return n.Value.(Cond) }
func fieldOf(n *chart.Node) Field             { return n.Value.(Field) }
func superlativeOf(n *chart.Node) superlative { return n.Value.(superlative) }
func boundsOf(n *chart.Node) amounts.Bounds   { return n.Value.(amounts.Bounds) }
func relationOf(n *chart.Node) Relation       { return n.Value.(Relation) }
func number(n *chart.Node) amounts.Number     { return n.Value.(amounts.Number) }
func word(n *chart.Node) string               { return fmt.Sprint(n.Value) }

// of1, of2 and of3 make what a function makes of the values of parts: for each argument,
// the first one of its type that no argument before it has, or else the zero value.

func of1[A any](f func(A) (string, any)) maker {
	return func(n parts) (string, any) {
		values := values{parts: n}
		return f(next[A](&values))
	}
}

func of2[A, B any](f func(A, B) (string, any)) maker {
	return func(n parts) (string, any) {
		values := values{parts: n}
		a := next[A](&values)
		return f(a, next[B](&values))
	}
}

func of3[A, B, C any](f func(A, B, C) (string, any)) maker {
	return func(n parts) (string, any) {
		values := values{parts: n}
		a := next[A](&values)
		b := next[B](&values)
		return f(a, b, next[C](&values))
	}
}

// values are those of parts, with which of them are taken.
type values struct {
	parts
	taken uint
}

func next[T any](v *values) (value T) {
	for i, part := range v.parts {
		if part == nil || v.taken&(1<<i) > 0 {
			continue
		}
		if value, is := part.Value.(T); is {
			v.taken |= 1 << i
			return value
		}
	}
	return value
}

// typed returns the value of a token of a type: what rules ask for by its type.
func typed(typ, value string) any {
	switch typ {
	case "column", "event":
		return Field{Name: value, IsNumber: isNumeric(value), IsDate: isDateColumn(value), isColumn: true}
	case "due":
		return typed("column", "due")
	case "sup", "ranked":
		return superlative(value)
	case "top":
		return superlative("number desc")
	case "lately":
		return superlative("main desc")
	case "rel", "relend", "relby", "relnoun":
		return Relation(value)
	}
	return value
}

func filter(c Cond) (string, any) {
	if c.Op == "" {
		return "", nil
	}
	return cond, c
}

func listed(q Query) (string, any) { return list, q }

// always makes a condition that depends on no part.
func always(c Cond) maker { return func(parts) (string, any) { return filter(c) } }

// opposed makes the opposite of a condition.
func opposed(c Cond) (string, any) { return filter(not(c)) }

// nouns make lists of the words for kinds.
var nouns = []chart.Rule{
	{Name: "kind", Pattern: "kind|one|calledone", Make: func(n parts) (string, any) {
		q := listOf(n[0])
		q.isOne = n[0].Type != "kind"
		return listed(q)
	}},
	{Name: "which one", Pattern: "which one|calledone", Make: func(n parts) (string, any) {
		if n[0].Last != n[1].First { // "what is the plan"
			return "", nil
		}
		q := listOf(n[1])
		q.isSingle = true
		return listed(q)
	}},
	{Name: "list of them", Pattern: "one listing", Weight: .1, Make: func(n parts) (string, any) { return listed(kindQuery(word(n[0]))) }},
	{Name: "any one", Pattern: "some one", Make: func(n parts) (string, any) {
		q := kindQuery(word(n[1]))
		q.isOne, q.isSome = true, true
		return listed(q)
	}},
	{Name: "piece of it", Pattern: "piece one|kind", Make: func(n parts) (string, any) { return word(n[0]), n[1].Value }},
	{
		Name: "which one of them", Weight: .1,
		Pattern: "whichone N +.1 / whichone of|among N / of|among N whichone +.1 / of|among N which -.3",
		Make: of1(func(q Query) (string, any) {
			if q.IsArranged() {
				return "", nil
			}
			q.isSingle, q.isOne = true, false
			return listed(q)
		}),
	},
	{Name: "some of them", Pattern: "some N", Weight: -.05, Make: of1(func(q Query) (string, any) { // some unfinished task
		q.isSome = q.isOne
		return listed(q)
	})},
	{Name: "whether there are any", Pattern: "exists|if N", Weight: -.05, Make: of1(func(q Query) (string, any) {
		if q.isOne && q.Where.Op == "" {
			return "", nil
		}
		q.isWhether, q.isOne = !q.isOne, false
		return listed(q)
	})},
	{
		Name: "them", Weight: -.1,
		Pattern: "N only / only N / all N +.05 / oneof N +.1 / called +.1 / N beside|measure -.1",
		Make:    of1(listed),
	},
	{Name: "subtasks", Pattern: "sub / sub of S +.4 / sub S with +.4 / S sub +.3", Weight: -.1, Make: of1(subtasks)},
	{Name: "what happened to a list in a period", Pattern: "event N P / P event N / P N event -.1", Weight: .2, Make: of3(happenedTo)},
	{Name: "what of a list must happen in a period", Pattern: "P N must event", Weight: .4, Make: of3(dueOf)},
	{Name: "what happened in a period", Pattern: "event P / P event", Weight: -.3, Make: of2(happened)},
	{Name: "what is due in a period", Pattern: "deadlines P / P deadlines", Weight: -.2, Make: of1(func(p times.Period) (string, any) {
		return listed(Query{}.with(Cond{Op: Date, Name: "due", Period: &p}))
	})},
	{Name: "what was decided so far", Pattern: "event sofar / sofar event", Make: of1(func(f Field) (string, any) {
		if f.Name != "decided" {
			return "", nil
		}
		return listed(Query{Kind: graph.KindDecision}.with(Cond{Op: State, Values: []string{"made"}}))
	})},
	{Name: "what somebody works on", Pattern: "any S work", Weight: .2, Make: worksOn(graph.KindTask)},
	{Name: "what of any kind somebody works on", Pattern: "any S work", Weight: .1, Make: worksOn("")}, // if there are no tasks
	{Name: "who is so", Pattern: "who F", Weight: .1, Make: of1(peopleWho)},
	{Name: "with what it is so", Pattern: "is with N", Weight: .4, Make: func(n parts) (string, any) {
		if word(n[0]) != Overdue {
			return "", nil
		}
		return attach(anyOf(n[2]), Cond{Op: Overdue})
	}},
	{Name: "signed by somebody", Pattern: "N signoff S", Weight: .5, Make: of1(listed)},
	{Name: "condition alone", Pattern: "is", Weight: alone, Make: func(n parts) (string, any) { return ofWork(isCond(word(n[0]))) }},
	{Name: "of any kind", Pattern: "any", Weight: -.5, Make: func(parts) (string, any) { return listed(Query{}) }},
}

// worksOn makes the list of a kind that somebody works on, or has to do.
func worksOn(kind graph.Kind) maker {
	return func(n parts) (string, any) {
		return listed(Query{Kind: kind}.with(condOf(n[1]), workOf(n[2])))
	}
}

// peopleWho returns the people with a value, or with a number within bounds.
func peopleWho(c Cond) (string, any) {
	if c.Op != Equal && c.Op != Compare || !slices.Contains(c.Types, graph.PersonType) {
		return "", nil
	}
	return listed(kindQuery("person").with(c))
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

// subtasks returns the tasks that are part of a task, or of an entity if that is given.
func subtasks(c Cond) (string, any) {
	link := &Link{Relation: partOf, Entity: c.Entity}
	switch {
	case c.Op == "":
		link.To = &Query{Kind: graph.KindTask}
	case c.Op != Scope:
		return "", nil
	}
	return listed(Query{Kind: graph.KindTask}.with(Cond{Op: Linked, Link: link}))
}

// happenedTo returns the part of a list to which something happened in a period.
func happenedTo(q Query, f Field, p times.Period) (string, any) {
	_, c := dated(f, p)
	if made, is := c.(Cond); is {
		return attach(q, made)
	}
	return "", nil
}

// dueOf returns the part of a list that must happen in a period.
func dueOf(q Query, f Field, p times.Period) (string, any) {
	_, due := mustHappen(f, p)
	if c, is := due.(Cond); is {
		return attach(q, c)
	}
	return "", nil
}

// happened returns the list of all that happened in a period.
func happened(f Field, p times.Period) (string, any) {
	_, c := in(f, p)
	if !dateColumns[f.Name] || c == nil {
		return "", nil
	}
	return listed(Query{}.with(c.(Cond)))
}

// listOf returns the list of a noun of the tables of words, or of the graph.
func listOf(n *chart.Node) Query {
	if q, is := n.Value.(Query); is {
		return q
	}
	return kindQuery(word(n))
}

// kindQuery returns the list of a kind, or of a record type given as by [RecordsOf].
func kindQuery(name string) Query {
	if recordType, ok := strings.CutPrefix(name, recordPrefix); ok {
		id, noun, _ := strings.Cut(recordType, typeMark)
		return Query{Kind: graph.KindRecord, RecordType: id, Noun: noun}
	}
	if name == "person" {
		return Query{Kind: graph.KindRecord, RecordType: graph.PersonType}
	}
	if kind, part, ok := strings.Cut(name, typeMark); ok {
		return Query{Kind: graph.Kind(kind), Type: part}
	}
	return Query{Kind: graph.Kind(name)}
}

// The value of a token for the records of a type begins with recordPrefix, and typeMark
// separates its parts.
const (
	recordPrefix = "record:"
	typeMark     = ":"
)

// RecordsOf returns the value of a token for the records of a type, given its id and
// name, "" if the name is not known.
func RecordsOf(id, name string) string {
	return strings.TrimSuffix(recordPrefix+id+typeMark+name, typeMark)
}

// TypeOf returns the id of the type of records of a value of [RecordsOf], and other values as
// they are.
func TypeOf(value string) string {
	named, is := strings.CutPrefix(value, recordPrefix)
	if !is {
		return value
	}
	id, _, _ := strings.Cut(named, typeMark)
	return id
}

// NounOf returns the value of a token for the entities of a kind with a part of a type.
func NounOf(kind graph.Kind, part string) string { return string(kind) + typeMark + part }
