package graph

import (
	"cmp"
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

// week is how far recent and upcoming tasks reach.
const week = 7 * 24 * time.Hour

// A Highlight is a list of the entities of a kind that matter most in a project.
type Highlight struct {
	Name       string // "Overdue tasks"
	Kind       Kind
	Items      []Entity // at most Limit
	Total      int      // how many the list would have without its limit
	Limit      int
	Unselected int // how many of the kind the selection left out

	// Weight is how much the list matters in a text of limited length, from 1 on.
	Weight float64
}

// Returned is how many entities the list has.
func (h *Highlight) Returned() int { return len(h.Items) }

// Complete reports whether the list has all that belong in it.
func (h *Highlight) Complete() bool { return len(h.Items) == h.Total }

// A highlight is how one list of highlights is made.
type highlight struct {
	name   string
	kind   Kind
	limit  int
	weight float64
	all    bool // every entity of the kind, linked or not
	wanted func(e Entity, now time.Time) bool
	order  func(e Entity, now time.Time) *time.Time
	newest bool // the newest first; entities without a time last, ties by id
}

// highlights are the lists, in the order in which prompts have them. A task is
// in the first list that accepts it. Weights are by eye: where a budget is
// short, lists of little weight are cut first.
var highlights = []highlight{
	{name: "Goals", kind: KindGoal, limit: 10, weight: 6, all: true, order: updated, newest: true},
	{name: "Plans", kind: KindPlan, limit: 6, weight: 5, order: updated, newest: true},
	{name: "Milestones", kind: KindMilestone, limit: 6, weight: 3, order: due},
	{name: "Documents", kind: KindDocument, limit: 10, weight: 3, all: true, order: updated, newest: true},
	{name: "Outputs", kind: KindOutput, limit: 10, weight: 2, all: true, order: updated, newest: true},
	{name: "Requirements", kind: KindRequirement, limit: 8, weight: 2, order: created, newest: true},
	{name: "Decisions", kind: KindDecision, limit: 6, weight: 3, order: decided, newest: true},
	{name: "Risks", kind: KindRisk, limit: 6, weight: 4, wanted: isOpen, order: created, newest: true},
	{name: "Insights", kind: KindInsight, limit: 6, weight: 1, order: created, newest: true},
	{name: "Signals", kind: KindSignal, limit: 6, weight: 1, order: noticed, newest: true},
	{name: "Overdue tasks", kind: KindTask, limit: 5, weight: 6, wanted: IsExpected, order: due},
	{name: "Blocked tasks", kind: KindTask, limit: 5, weight: 6, wanted: isBlocked, order: updated, newest: true},
	{name: "Recent tasks", kind: KindTask, limit: 10, weight: 5, wanted: isRecent, order: updated, newest: true},
	{name: "Upcoming tasks", kind: KindTask, limit: 5, weight: 4, wanted: isUpcoming, order: next},
}

// Highlights are what matters most in the project at a time, list by list;
// lists without entities are among them.
func (g *Graph) Highlights(now time.Time, selection Selection) []*Highlight {
	selected := g.reachable()
	if selection == SelectDirect {
		selected = g.direct()
	}
	shown := map[string]bool{}
	lists := make([]*Highlight, len(highlights))
	for i, spec := range highlights {
		list := &Highlight{Name: spec.name, Kind: spec.kind, Limit: spec.limit, Weight: spec.weight}
		from, to := g.span(spec.kind)
		for ord := from; ord < to; ord++ {
			e := g.entities[ord]
			switch {
			case e.Self().IsScratch():
			case !spec.all && !selected[ord]:
				list.Unselected++
			case !shown[e.Self().ID] && (spec.wanted == nil || spec.wanted(e, now)):
				list.Items = append(list.Items, e)
			}
		}
		list.Total = len(list.Items)
		list.Items = spec.first(list.Items, now)
		for _, e := range list.Items {
			shown[e.Self().ID] = true
		}
		lists[i] = list
	}
	return lists
}

// first are the entities that the list shows.
func (h *highlight) first(entities []Entity, now time.Time) []Entity {
	type timed struct {
		entity Entity
		time   *time.Time
	}
	list := make([]timed, len(entities))
	for i, e := range entities {
		list[i] = timed{e, h.order(e, now)}
	}
	slices.SortFunc(list, func(a, b timed) int {
		at, bt := deref(a.time), deref(b.time)
		if h.newest {
			at, bt = bt, at
		}
		return cmp.Or(one(a.time == nil)-one(b.time == nil), at.Compare(bt), cmp.Compare(a.entity.Self().ID, b.entity.Self().ID))
	})
	first := make([]Entity, min(h.limit, len(list)))
	for i := range first {
		first[i] = list[i].entity
	}
	return first
}

func isOpen(e Entity, _ time.Time) bool { return !e.Self().Spec().IsDone(e.Self().State()) }

func isBlocked(e Entity, _ time.Time) bool { return e.Self().State() == "blocked" }

func isRecent(e Entity, now time.Time) bool {
	at := e.Self().UpdatedAt
	return isOpen(e, now) && !at.Before(now.Add(-week)) && !at.After(now)
}

func isUpcoming(e Entity, now time.Time) bool {
	at := next(e, now)
	return isOpen(e, now) && at != nil && !at.After(now.Add(week))
}

func updated(e Entity, _ time.Time) *time.Time { return &e.Self().UpdatedAt }

func created(e Entity, _ time.Time) *time.Time { return &e.Self().CreatedAt }

func due(e Entity, _ time.Time) *time.Time { return Due(e) }

func decided(e Entity, _ time.Time) *time.Time { return e.(*Decision).DecisionAt }

func noticed(e Entity, _ time.Time) *time.Time { return e.(*Signal).TS }

// next is when a task starts or is due, whichever comes first from now on, nil
// if neither does.
func next(e Entity, now time.Time) (first *time.Time) {
	task := e.(*Task)
	for _, date := range []*time.Time{task.StartAt, task.DueAt} {
		if date != nil && !date.Before(now) && (first == nil || date.Before(*first)) {
			first = date
		}
	}
	return first
}
