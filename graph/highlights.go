package graph

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// A Selection determines the entities of a project from which highlights are
// chosen.
type Selection string

// The selections.
const (
	SelectLinked Selection = "LINKED" // those that are reachable from the project by edges
	SelectDirect Selection = "DIRECT" // those with an edge to or from the project
)

// A HighlightQuery describes the highlights to return.
type HighlightQuery struct {
	Now       time.Time
	Selection Selection // LINKED if empty
	Within    *int      // the maximum distance from the project in edges; nil for any
	Classic   bool      // order only by distance and age, not by importance
	Ordered   int       // the minimum number of entities in All that are in order; those of the list always are
}

// A Highlight is a list of the most important entities of a kind in a project.
type Highlight struct {
	Name         string // "Overdue tasks"
	Kind         Kind
	Items        []Entity // at most Limit
	Total        int      // the number of entities that qualify, including those of earlier lists
	ListedBefore int      // how many of these are in an earlier list
	Limit        int
	Unselected   int // how many entities of the kind are not selected

	// Weight is the importance of the list in a text of limited length, from 1
	// on.
	Weight float64
	Urgent bool     // it requires action, in one project as across all
	Dated  bool     // the time of change of its entities is relevant
	All    []Entity // all that qualify: Items, then those that the query orders, then the others in any order
}

// Returned returns the number of entities in the list.
func (h *Highlight) Returned() int { return len(h.Items) }

// Complete reports whether every entity that qualifies is in this list or an
// earlier one.
func (h *Highlight) Complete() bool { return len(h.Items)+h.ListedBefore == h.Total }

// A highlight declares one list of highlights.
type highlight struct {
	name   string
	kind   Kind
	limit  int
	weight float64
	urgent bool
	dated  bool
	every  bool // every entity of the kind, linked or not
	wanted func(e Entity, now time.Time) bool
	order  []sortKey // compared in turn; ties by id
	last   *closing  // selects one more entity for the end, nil for none
}

// A closing selects the last entity of a list among those that the list does
// not want.
type closing struct {
	wanted func(e Entity, now time.Time) bool
	order  []sortKey
}

// A sortKey is a number by which entities are ordered, the least first.
type sortKey func(e Entity, now time.Time) float64

// The names of lists that are referred to elsewhere.
const (
	blockedTasks = "Blocked tasks"
	overdueTasks = "Overdue tasks"
	openRisks    = "Risks, open"
	milestones   = "Milestones, open and last reached"
)

// highlights are the lists, in the order of prompts. The limits are those of
// the specification. The weights are by eye: in a small budget, lists of low
// weight are cut first.
var highlights = []highlight{
	{name: blockedTasks, kind: KindTask, limit: 5, weight: 9, urgent: true, wanted: inState(StateBlocked), order: []sortKey{urgency, soonest(Due)}},
	{name: overdueTasks, kind: KindTask, limit: 5, weight: 8, urgent: true, wanted: isOverdue, order: []sortKey{isLongOverdue, latest(Due)}},
	{name: "Tasks in progress", kind: KindTask, limit: 5, weight: 6, wanted: inState("in_progress"), order: []sortKey{urgency, soonest(Due), latest(updated)}},
	{name: "Tasks starting or due within 7 days", kind: KindTask, limit: 5, weight: 6, urgent: true, wanted: isUpcoming, order: []sortKey{soonestNext}},
	{name: "Open tasks changed in the last 7 days", kind: KindTask, limit: 10, weight: 4, dated: true, wanted: isRecent, order: []sortKey{latest(updated)}},
	{name: openRisks, kind: KindRisk, limit: 6, weight: 7, urgent: true, wanted: isOpen, order: []sortKey{urgency, expectedLoss}},
	{name: "Decisions", kind: KindDecision, limit: 6, weight: 4, order: []sortKey{stateFirst("pending"), latest(decided), latest(created)}},
	{
		name: milestones, kind: KindMilestone, limit: 6, weight: 5, urgent: true, wanted: isOpen, order: []sortKey{soonest(Due)},
		last: &closing{wanted: inState("completed"), order: []sortKey{latest(completed), latest(Due)}},
	},
	{name: "Goals", kind: KindGoal, limit: 10, weight: 5, every: true, order: []sortKey{activeFirst, soonest(Due)}},
	{name: "Plans", kind: KindPlan, limit: 6, weight: 4, order: []sortKey{activeFirst, latest(updated)}},
	{name: "Outputs", kind: KindOutput, limit: 10, weight: 2, every: true, order: []sortKey{stateFirst("review"), latest(updated)}},
	{name: "Requirements", kind: KindRequirement, limit: 8, weight: 2, order: []sortKey{priority, latest(created)}},
	{name: "Documents", kind: KindDocument, limit: 10, weight: 2, every: true, order: []sortKey{latest(updated)}},
	{name: "Signals", kind: KindSignal, limit: 6, weight: 2, order: []sortKey{latest(noticed), latest(created)}},
	{name: "Insights", kind: KindInsight, limit: 6, weight: 1.5, dated: true, order: []sortKey{latest(created)}},
}

// Highlights returns the lists of a project, including empty ones.
func (g *Graph) Highlights(q HighlightQuery) []*Highlight { return HighlightsAcross([]*Graph{g}, q) }

// HighlightsAcross returns the lists for several projects together.
func HighlightsAcross(graphs []*Graph, q HighlightQuery) []*Highlight {
	h := &highlighter{query: q, listed: map[Entity]bool{}, listedOf: map[Kind]int{}}
	for _, g := range graphs {
		h.projects = append(h.projects, h.selection(g))
	}
	lists := make([]*Highlight, len(highlights))
	for i := range highlights {
		lists[i] = h.list(&highlights[i])
	}
	return lists
}

// A highlighter computes the lists of a query.
type highlighter struct {
	query    HighlightQuery
	projects []selected
	listed   map[Entity]bool // it is in an earlier list
	listedOf map[Kind]int    // the number of entities in earlier lists
}

// selected is a project with the entities that the query selects.
type selected struct {
	graph *Graph
	paths *Paths // nil if neither a limit nor an order needs them
	has   func(ord int32) bool
}

func (h *highlighter) selection(g *Graph) selected {
	s := selected{graph: g, has: g.isLinked}
	if h.query.Selection == SelectDirect {
		s.has = g.isDirect
	}
	if h.query.Within != nil || h.query.Classic {
		s.paths = g.Paths(g.Revision.ProjectID)
	}
	return s
}

// list computes one list. An entity is in the first list that has room for it.
func (h *highlighter) list(spec *highlight) *Highlight {
	list := &Highlight{
		Name: spec.name, Kind: spec.kind, Limit: spec.limit, Weight: spec.weight, Urgent: spec.urgent, Dated: spec.dated, Items: []Entity{},
	}
	var wanted, rest []Entity
	for _, project := range h.projects {
		for ord, e := range project.graph.OfKind(spec.kind) {
			switch {
			case e.Self().IsScratch():
			case !h.isSelected(project, ord, spec.every):
				list.Unselected++
			case spec.wanted == nil || spec.wanted(e, h.query.Now):
				wanted = append(wanted, e)
			case spec.last != nil && spec.last.wanted(e, h.query.Now):
				rest = append(rest, e)
			}
		}
	}
	list.All = h.first(wanted, max(spec.limit+h.listedOf[spec.kind], h.query.Ordered), spec.order)
	list.take(h.listed, spec.limit-one(len(rest) > 0))
	if len(rest) > 0 {
		last := h.first(rest, 1, spec.last.order)[0]
		list.Items, list.All = append(list.Items, last), append(list.All, last)
	}
	list.Total = len(list.All)
	for _, e := range list.Items {
		h.listed[e] = true
	}
	h.listedOf[spec.kind] += len(list.Items)
	return list
}

// take fills the list with the first entities that no earlier list has.
func (h *Highlight) take(listed map[Entity]bool, limit int) {
	for _, e := range h.All {
		switch {
		case listed[e]:
			h.ListedBefore++
		case len(h.Items) < limit:
			h.Items = append(h.Items, e)
		}
	}
}

// isSelected reports whether the query selects an entity. every selects all
// entities of the kind, unless the query limits the distance.
func (h *highlighter) isSelected(project selected, ord int32, every bool) bool {
	if h.query.Within != nil {
		distance := project.paths.at(ord)
		return distance >= 0 && distance <= *h.query.Within
	}
	return every || project.has(ord)
}

// first returns the entities with the first n in order.
func (h *highlighter) first(entities []Entity, n int, order []sortKey) []Entity {
	if h.query.Classic {
		order = []sortKey{h.classic}
	}
	return firstBy(entities, n, order, h.query.Now)
}

// classic orders by the formula of the CLASSIC ranking, without similarity.
func (h *highlighter) classic(e Entity, now time.Time) float64 {
	for _, project := range h.projects {
		if project.graph.Revision.ProjectID == e.Self().ProjectID {
			return -ClassicScore(project.paths.Distance(e.Self().ID), e, now)
		}
	}
	return 0
}

// ClassicScore returns a score for the distance and the age of an entity, from
// 0 to 1. A negative distance means that there is no path to it.
func ClassicScore(distance int, e Entity, now time.Time) float64 {
	days := max(now.Sub(e.Self().UpdatedAt).Hours()/24, 0)
	near := 0.
	if distance >= 0 {
		near = 1 / (1 + float64(distance))
	}
	return .6*near + .4*math.Exp(-days/30)
}

// mostKeys is the maximum number of keys of an order.
const mostKeys = 3

// keyed is an entity with its sort keys, which are computed once.
type keyed struct {
	entity Entity
	keys   [mostKeys]float64
}

func compareKeyed(a, b *keyed) int {
	for i := range a.keys {
		if a.keys[i] != b.keys[i] {
			return cmp.Compare(a.keys[i], b.keys[i])
		}
	}
	return cmp.Compare(a.entity.Self().ID, b.entity.Self().ID)
}

// firstBy returns the entities with the first n in order, followed by the
// others.
func firstBy(entities []Entity, n int, order []sortKey, now time.Time) []Entity {
	f := firsts{n: n, best: make([]keyed, 0, min(2*n, len(entities))), others: make([]Entity, 0, max(len(entities)-n, 0))}
	for _, e := range entities {
		one := keyed{entity: e}
		for at, key := range order {
			one.keys[at] = key(e, now)
		}
		f.add(one)
	}
	f.shrink()
	all := make([]Entity, 0, len(entities))
	for i := range f.best {
		all = append(all, f.best[i].entity)
	}
	return append(all, f.others...)
}

// firsts keeps the first n of the entities that are added. It sorts them when
// there are twice as many; after that, most of the others are greater than the
// last of these.
type firsts struct {
	n      int
	best   []keyed // at most 2n; the first n are sorted if full
	full   bool
	others []Entity
}

func (f *firsts) add(one keyed) {
	switch {
	case f.full && compareKeyed(&one, &f.best[f.n-1]) > 0:
		f.others = append(f.others, one.entity)
		return
	case len(f.best) == 2*f.n:
		f.shrink()
		f.full = true
	}
	f.best = append(f.best, one)
}

// shrink sorts best and moves all but the first n to others.
func (f *firsts) shrink() {
	slices.SortFunc(f.best, func(a, b keyed) int { return compareKeyed(&a, &b) })
	for i := min(f.n, len(f.best)); i < len(f.best); i++ {
		f.others = append(f.others, f.best[i].entity)
	}
	f.best = f.best[:min(f.n, len(f.best))]
}
