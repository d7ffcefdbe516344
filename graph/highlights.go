package graph

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// A Selection says which entities of a project highlights choose from.
type Selection string

// The selections.
const (
	SelectLinked Selection = "LINKED" // those that a path of edges joins to the project
	SelectDirect Selection = "DIRECT" // those that an edge joins to the project
)

// A HighlightQuery asks for highlights.
type HighlightQuery struct {
	Now       time.Time
	Selection Selection // LINKED if empty
	Within    *int      // how many edges from its project an entity may be; nil for any number
	Classic   bool      // order by distance and age alone instead of importance
	Ordered   int       // how many of all that qualify are in order at least; those that a list has always are
}

// A Highlight is a list of the entities of a kind that matter most in a project.
type Highlight struct {
	Name         string // "Overdue tasks"
	Kind         Kind
	Items        []Entity // at most Limit
	Total        int      // how many qualify, in whichever list they are
	ListedBefore int      // of these, how many an earlier list has
	Limit        int
	Unselected   int // how many of the kind the selection left out

	// Weight is how much the list matters in a text of limited length, from 1 on.
	Weight float64
	Urgent bool     // it asks for action, in one project as across all
	Dated  bool     // it is about time: when its entities changed is news
	All    []Entity // all that qualify: those of Items and as many as the query orders first, the others in any order
}

// Returned is how many entities the list has.
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
	order  []sortKey // the first that differs decides; ties by id
	last   *closing  // one more entity at the end, nil for none
}

// A closing is how the last entity of a list is chosen among those that the
// list does not want.
type closing struct {
	wanted func(e Entity, now time.Time) bool
	order  []sortKey
}

// A sortKey is a number by which entities are ordered, the least first.
type sortKey func(e Entity, now time.Time) float64

// The names of lists that other code refers to.
const (
	blockedTasks = "Blocked tasks"
	overdueTasks = "Overdue tasks"
	openRisks    = "Risks, open"
	milestones   = "Milestones, open and last reached"
)

// highlights are the lists, in the order in which prompts have them. Limits are
// those of the specification, weights are by eye: where a budget is short, lists
// of little weight are cut first.
var highlights = []highlight{
	{name: blockedTasks, kind: KindTask, limit: 5, weight: 9, urgent: true, wanted: inState("blocked"), order: []sortKey{urgency, soonest(Due)}},
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

// Highlights are what matters most in the project, list by list; lists without
// entities are among them.
func (g *Graph) Highlights(q HighlightQuery) []*Highlight { return HighlightsAcross([]*Graph{g}, q) }

// HighlightsAcross are what matters most in several projects together.
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

// A highlighter makes the lists of one query.
type highlighter struct {
	query    HighlightQuery
	projects []selected
	listed   map[Entity]bool // an earlier list has it
	listedOf map[Kind]int    // how many of a kind
}

// selected is a project with what the query chooses of it.
type selected struct {
	graph *Graph
	paths *Paths // nil where neither a limit nor an order needs them
	has   []bool // by ordinal
}

func (h *highlighter) selection(g *Graph) selected {
	s := selected{graph: g, has: g.reachable()}
	if h.query.Selection == SelectDirect {
		s.has = g.direct()
	}
	if h.query.Within != nil || h.query.Classic {
		s.paths = g.Paths(g.Revision.ProjectID)
	}
	return s
}

// list makes one list. A task is in the first list that has room for it.
func (h *highlighter) list(spec *highlight) *Highlight {
	list := &Highlight{
		Name: spec.name, Kind: spec.kind, Limit: spec.limit, Weight: spec.weight, Urgent: spec.urgent, Dated: spec.dated, Items: []Entity{},
	}
	var wanted, rest []Entity
	for _, project := range h.projects {
		from, to := project.graph.span(spec.kind)
		for ord := from; ord < to; ord++ {
			e := project.graph.entities[ord]
			switch {
			case e.Self().IsScratch():
			case !h.isSelected(project, int32(ord), spec.every):
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

// isSelected reports whether the query chooses an entity. Every entity of some
// kinds is, linked or not, unless the query limits the distance.
func (h *highlighter) isSelected(project selected, ord int32, every bool) bool {
	if h.query.Within != nil {
		distance := project.paths.at(ord)
		return distance >= 0 && distance <= *h.query.Within
	}
	return every || project.has[ord]
}

// first returns the entities, the first n in the order of the query.
func (h *highlighter) first(entities []Entity, n int, order []sortKey) []Entity {
	if h.query.Classic {
		order = []sortKey{h.classic}
	}
	return firstBy(entities, n, order, h.query.Now)
}

// classic is the formula of the CLASSIC ranking, without similarity.
func (h *highlighter) classic(e Entity, now time.Time) float64 {
	for _, project := range h.projects {
		if project.graph.Revision.ProjectID == e.Self().ProjectID {
			return -ClassicScore(project.paths.Distance(e.Self().ID), e, now)
		}
	}
	return 0
}

// ClassicScore is how near and how new an entity is, from 0 to 1. An entity
// without a path has a distance below 0, and is not near at all.
func ClassicScore(distance int, e Entity, now time.Time) float64 {
	days := max(now.Sub(e.Self().UpdatedAt).Hours()/24, 0)
	near := 0.
	if distance >= 0 {
		near = 1 / (1 + float64(distance))
	}
	return .6*near + .4*math.Exp(-days/30)
}

// mostKeys is how many keys an order has at most.
const mostKeys = 3

// keyed is an entity with the keys by which it is ordered, which are worked out
// once.
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

// firstBy returns the entities with the first n of an order at the beginning, in
// this order, and the others behind them.
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

// firsts keeps the first n of what is added. Now and then it sorts what it has:
// after that most of what comes is behind the last of these.
type firsts struct {
	n      int
	best   []keyed // at most twice n, the first n sorted once there were as many
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

// shrink sorts what is kept and drops what is behind the first n.
func (f *firsts) shrink() {
	slices.SortFunc(f.best, func(a, b keyed) int { return compareKeyed(&a, &b) })
	for i := min(f.n, len(f.best)); i < len(f.best); i++ {
		f.others = append(f.others, f.best[i].entity)
	}
	f.best = f.best[:min(f.n, len(f.best))]
}
