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

// listAt makes the list at a place of a pattern, condAt the condition, and notAt what the
// condition is not.

func listAt(at int) maker { return func(n parts) (string, any) { return listed(query(n[at])) } }
func condAt(at int) maker { return func(n parts) (string, any) { return filter(condOf(n[at])) } }
func notAt(at int) maker  { return func(n parts) (string, any) { return filter(not(condOf(n[at]))) } }

// always makes a condition that depends on no part.
func always(c Cond) maker { return func(parts) (string, any) { return filter(c) } }

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
	{Name: "whether there are any", Pattern: "exists|if N", Weight: -.05, Make: func(n parts) (string, any) {
		q := query(n[1])
		if q.isOne && q.Where.Op == "" {
			return "", nil
		}
		q.isWhether, q.isOne = !q.isOne, false
		return listed(q)
	}},
	{Name: "any one", Pattern: "some one", Make: func(n parts) (string, any) {
		q := kindQuery(word(n[1]))
		q.isOne, q.isSome = true, true
		return listed(q)
	}},
	{Name: "list of them", Pattern: "one listing", Weight: .1, Make: func(n parts) (string, any) { return listed(kindQuery(word(n[0]))) }},
	{Name: "them alone", Pattern: "N only", Weight: -.1, Make: listAt(0)},
	{Name: "only them", Pattern: "only N", Weight: -.1, Make: listAt(1)},
	{Name: "some of them", Pattern: "some N", Weight: -.05, Make: func(n parts) (string, any) { return some(query(n[1])) }},
	{Name: "all of them", Pattern: "all N", Weight: -.05, Make: listAt(1)},
	{Name: "entities of a value", Pattern: "valued", Make: func(n parts) (string, any) { return ofValue(condOf(n[0])) }},
	{Name: "subtasks", Pattern: "sub", Weight: -.1, Make: func(parts) (string, any) {
		return subtasks(&Link{To: &Query{Kind: graph.KindTask}})
	}},
	{Name: "subtasks of an entity", Pattern: "sub of S", Weight: .3, Make: func(n parts) (string, any) { return subtasksOf(n[2]) }},
	{Name: "subtasks that an entity has", Pattern: "sub S with", Weight: .3, Make: func(n parts) (string, any) { return subtasksOf(n[1]) }},
	{Name: "an entity's subtasks", Pattern: "S sub", Weight: .2, Make: func(n parts) (string, any) { return subtasksOf(n[0]) }},
	{Name: "what happened to a list in a period", Pattern: "event N P", Weight: .2, Make: func(n parts) (string, any) {
		return happenedTo(n[1], n[0], n[2])
	}},
	{Name: "what happened in a period to a list", Pattern: "P event N", Weight: .2, Make: func(n parts) (string, any) {
		return happenedTo(n[2], n[1], n[0])
	}},
	{Name: "what happened in a period", Pattern: "event P", Weight: -.3, Make: happened},
	{Name: "what was decided so far", Pattern: "event sofar", Make: func(n parts) (string, any) { return decidedSoFar(word(n[0])) }},
	{Name: "what was so far decided", Pattern: "sofar event", Make: func(n parts) (string, any) { return decidedSoFar(word(n[1])) }},
	{
		Name: "what in a period happened", Pattern: "P event", Weight: -.3,
		Make: func(n parts) (string, any) { return happened(parts{n[1], n[0]}) },
	},
	{Name: "what is due in a period", Pattern: "deadlines P", Weight: -.2, Make: func(n parts) (string, any) { return dueIn(n[1]) }},
	{Name: "what is due in a period before", Pattern: "P deadlines", Weight: -.2, Make: func(n parts) (string, any) { return dueIn(n[0]) }},
	{Name: "what somebody works on", Pattern: "any S work", Weight: .2, Make: func(n parts) (string, any) {
		return listed(Query{Kind: graph.KindTask}.with(condOf(n[1]), workOf(n[2])))
	}},
	{Name: "what of any kind somebody works on", Pattern: "any S work", Weight: .1, Make: func(n parts) (string, any) {
		return listed(Query{}.with(condOf(n[1]), workOf(n[2])))
	}},
	{Name: "what has the most of a column", Pattern: "any with sup column", Make: func(n parts) (string, any) {
		return ordered(Query{Kind: graph.KindTask}.with(Cond{Op: Open}), supOf(word(n[2]), word(n[3])))
	}},
	{Name: "called", Pattern: "called", Make: listAt(0)},
	{Name: "what it is or does besides", Pattern: "N beside|measure", Weight: -.2, Make: listAt(0)},
	{Name: "who is so", Pattern: "who F", Weight: .1, Make: func(n parts) (string, any) { return peopleWho(condOf(n[1])) }},
	{Name: "with what it is so", Pattern: "is with N", Weight: .4, Make: func(n parts) (string, any) {
		if word(n[0]) != Overdue {
			return "", nil
		}
		return attach(anyOf(n[2]), Cond{Op: Overdue})
	}},
	{Name: "condition alone", Pattern: "is", Weight: alone, Make: func(n parts) (string, any) { return ofWork(isCond(word(n[0]))) }},
	{Name: "of any kind", Pattern: "any", Weight: -.5, Make: func(parts) (string, any) { return listed(Query{}) }},
}

// workOf returns the condition of the work that somebody does, or has to do.
func workOf(n *chart.Node) Cond {
	if word(n) == "doing" {
		return Cond{Op: State, Values: []string{"in_progress"}}
	}
	return Cond{Op: Open}
}

// some returns a list of one as one of any: some unfinished task.
func some(q Query) (string, any) {
	q.isSome = q.isOne
	return listed(q)
}

// peopleWho returns the people with a value, or with a number within bounds.
func peopleWho(c Cond) (string, any) {
	if c.Op != Equal && c.Op != Compare || !slices.Contains(c.Types, graph.PersonType) {
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

// decidedSoFar returns the decisions for "decided" without a period: all that were made.
func decidedSoFar(event string) (string, any) {
	if event != "decided" {
		return "", nil
	}
	return listed(Query{Kind: graph.KindDecision}.with(Cond{Op: State, Values: []string{"made"}}))
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
