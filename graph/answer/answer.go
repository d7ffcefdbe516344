package answer

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/filter"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
)

// An Answer is the result of a query: the groups of its lists, in order.
type Answer struct {
	Query  ask.Query
	Groups []Group
}

// A Group has the members of a list, or of one part of a divided list.
type Group struct {
	Query   ask.Query // the list
	Kind    graph.Kind
	Label   string // what the members of a divided list have in common, "" of others
	Number  string // the number that the query asks for, "" for none
	Members []Member

	number float64 // that of Number
}

// A Member is an entity with the graph of its project.
type Member struct {
	Graph  *memory.Graph
	Entity graph.Entity
}

// An Evaluator evaluates queries over graphs.
type Evaluator struct {
	graphs   []*memory.Graph
	now      time.Time
	filter   map[*memory.Graph]*filter.Matcher
	people   *persons
	referred map[*memory.Graph]references
	counted  map[*ask.Query]map[string]bool // the entities of lists that are counted, by id
	owning   map[*ask.Query]map[string]int  // how many of these each person owns, by id
}

// New returns an evaluator over the graphs of a reader's indexes, in their order.
func New(r *corpus.Reader, graphs []*memory.Graph, now time.Time) *Evaluator {
	e := &Evaluator{
		graphs: graphs, now: now,
		filter: map[*memory.Graph]*filter.Matcher{}, referred: map[*memory.Graph]references{}, counted: map[*ask.Query]map[string]bool{},
		owning: map[*ask.Query]map[string]int{}, people: &persons{graphs, map[string]*graph.Record{}},
	}
	for _, g := range graphs {
		person := func(name string) *graph.Record { return e.people.called(g, name) }
		e.filter[g] = &filter.Matcher{
			Graph:  g,
			Owners: func(e graph.Entity) []graph.Owner { return owners(r, g, person, e) },
			Values: func(e graph.Entity, name string) []string { return withNumbers(values(r, e, name)) },
		}
	}
	return e
}

// Matcher returns the matcher of one of the graphs. It reads the index while the reader
// is open.
func (e *Evaluator) Matcher(g *memory.Graph) *filter.Matcher { return e.filter[g] }

// Answer evaluates a query.
func (e *Evaluator) Answer(q ask.Query) *Answer {
	a := &Answer{Query: q}
	for _, one := range append([]ask.Query{q}, q.And...) {
		a.Groups = append(a.Groups, e.list(one)...)
	}
	return a
}

// list returns the groups of one list.
func (e *Evaluator) list(q ask.Query) (groups []Group) {
	for _, kind := range e.kindsOf(&q) {
		if members := e.members(q, kind); len(members) > 0 {
			groups = append(groups, e.groupsOf(e.ranked(q, members), kind, members)...)
		}
	}
	return groups
}

// groupsOf returns the groups into which a query divides members of a kind, else one of all.
func (e *Evaluator) groupsOf(q ask.Query, kind graph.Kind, members []Member) []Group {
	e.arrange(members, q)
	switch {
	case q.Number.Op == ask.Distinct:
		number := float64(len(e.divide(q, kind, members)))
		return []Group{{Query: q, Kind: kind, Members: members, Number: format(number), number: number}}
	case len(q.Group) > 0:
		return e.divide(q, kind, members)
	}
	if q.Limit > 0 {
		members = members[:min(q.Limit, len(members))]
	}
	return []Group{e.group(q, kind, "", members)}
}

// kindsOf returns the kinds of the entities of a list: also others that have its type, as
// the issues of a tracker are tasks and, if they are epics, plans.
func (e *Evaluator) kindsOf(q *ask.Query) (kinds []graph.Kind) {
	if q.Kind != "" {
		kinds = []graph.Kind{q.Kind}
	}
	for _, spec := range graph.Kinds[1:] {
		hasType := func(g *memory.Graph) bool { return slices.Contains(g.Types().Parts()[q.Type], spec.Kind) }
		isOf := q.Kind == "" || q.Type != "" && spec.Kind != q.Kind && slices.ContainsFunc(e.graphs, hasType)
		if isOf && q.Fits(spec.Kind) {
			kinds = append(kinds, spec.Kind)
		}
	}
	return kinds
}

func (e *Evaluator) group(q ask.Query, kind graph.Kind, label string, members []Member) Group {
	if q.Each > 0 {
		members = members[:min(q.Each, len(members))]
	}
	g := Group{Query: q, Kind: kind, Label: label, Members: members}
	g.Number, g.number = e.number(q, members)
	return g
}

// members returns the entities of a kind that a query asks for.
func (e *Evaluator) members(q ask.Query, kind graph.Kind) (members []Member) {
	q.Where = e.ownDates(q.Where, q.RecordType)
	f := Filter(&q, kind, e.graphs, e.now)
	for _, g := range e.graphs {
		for _, entity := range g.OfKind(kind) {
			if e.filter[g].Matches(entity, &f) {
				members = append(members, Member{g, entity})
			}
		}
	}
	return members
}

// arrange sorts members by the orders of a query, then by their need for attention, due
// date and id.
func (e *Evaluator) arrange(members []Member, q ask.Query) {
	keys := map[string][]key{}
	orders := append(slices.Clone(q.Order), ask.Order{Column: need, Descending: true}, ask.Order{Column: "due"})
	for _, m := range members {
		list := make([]key, len(orders))
		for i, order := range orders {
			list[i] = e.keyOf(m, order)
		}
		keys[m.Entity.Self().ID] = list
	}
	slices.SortFunc(members, func(a, b Member) int {
		x, y := a.Entity.Self().ID, b.Entity.Self().ID
		for i, order := range orders {
			if by := keys[x][i].compare(keys[y][i], order.Descending); by != 0 {
				return by
			}
		}
		return cmp.Compare(x, y)
	})
}

// need is the order by the need for attention.
const need = "need"
