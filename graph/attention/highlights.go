package attention

import (
	"cmp"
	"math"
	"time"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/memory"
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
	Now       time.Time // the time of the request, for what is overdue or recent
	Selection Selection // LINKED if empty
	Within    *int      // the maximum distance from the project in edges; nil for any
	Classic   bool      // order only by distance and age, not by importance
	Ordered   int       // the minimum length of First, if so many entities qualify
}

// A Highlight is a list of the most important entities of a kind in a project.
type Highlight struct {
	Name         string         // "Overdue tasks"
	Kind         graph.Kind     // of all entities in the list
	Items        []graph.Entity // at most Limit
	Total        int            // the number of entities that qualify, including those of earlier lists
	ListedBefore int            // how many of these are in an earlier list
	Limit        int            // the maximum length of Items
	Unselected   int            // how many entities of the kind are not selected

	// Weight is the importance of the list in a text of limited length, from 1
	// on.
	Weight float64
	Urgent bool           // it requires action, in one project as across all
	Dated  bool           // the time of change of its entities is relevant
	last   graph.Entity   // the one that the closing selected, nil for none
	First  []graph.Entity // of those that qualify, in order; Items are among them, or were in an earlier list
}

// Returned returns the number of entities in the list.
func (h *Highlight) Returned() int { return len(h.Items) }

// Complete reports whether every entity that qualifies is in this list or an
// earlier one.
func (h *Highlight) Complete() bool { return len(h.Items)+h.ListedBefore == h.Total }

// A highlight declares one list of highlights.
type highlight struct {
	name   string
	kind   graph.Kind
	limit  int
	weight float64
	urgent bool
	dated  bool
	every  bool // every entity of the kind, linked or not
	wanted func(e graph.Entity, now time.Time) bool
	order  []sortKey // compared in turn; ties by id
	last   *closing  // selects one more entity for the end, nil for none
}

// A closing selects the last entity of a list among those that the list does
// not want.
type closing struct {
	wanted func(e graph.Entity, now time.Time) bool
	order  []sortKey
}

// A sortKey is a number by which entities are ordered, the least first.
type sortKey func(e graph.Entity, now time.Time) float64

// The names of lists that are referred to elsewhere.
const (
	blockedTasks = "Blocked tasks"
	overdueTasks = "Overdue tasks"
	milestones   = "Milestones, open, missed and last reached"
)

// highlights are the lists, in the order of prompts. The limits are those of
// the specification. The weights are by eye: in a small budget, lists of low
// weight are cut first.
var highlights = []highlight{
	{
		name: blockedTasks, kind: graph.KindTask, limit: 5, weight: 9, urgent: true, wanted: inState(graph.StateBlocked),
		order: []sortKey{urgency, isLongOverdue, soonest(graph.Due)},
	},
	{name: overdueTasks, kind: graph.KindTask, limit: 5, weight: 8, urgent: true, wanted: isOverdue,
		order: []sortKey{isLongOverdue, latest(graph.Due)}},
	{
		name: "Tasks in progress", kind: graph.KindTask, limit: 5, weight: 6, wanted: inState("in_progress"),
		order: []sortKey{urgency, soonest(graph.Due), latest(updated)},
	},
	{
		name: "Tasks starting or due within 7 days", kind: graph.KindTask, limit: 5, weight: 6, urgent: true, wanted: isUpcoming,
		order: []sortKey{soonestNext},
	},
	{
		name: "Open tasks changed in the last 7 days", kind: graph.KindTask, limit: 10, weight: 4, dated: true, wanted: isRecent,
		order: []sortKey{latest(updated)},
	},
	{name: "Risks, open", kind: graph.KindRisk, limit: 6, weight: 7, urgent: true, wanted: isOpen, order: []sortKey{urgency, expectedLoss}},
	{name: "Decisions", kind: graph.KindDecision, limit: 6, weight: 4,
		order: []sortKey{stateFirst("pending"), latest(decided), latest(created)}},
	{
		name: milestones, kind: graph.KindMilestone, limit: 6, weight: 5, urgent: true,
		wanted: isOpenOrMissed, order: []sortKey{soonest(graph.Due)},
		last: &closing{wanted: inState("completed"), order: []sortKey{latest(completed), latest(graph.Due)}},
	},
	{name: "Goals", kind: graph.KindGoal, limit: 10, weight: 5, every: true, order: []sortKey{activeFirst, soonest(graph.Due)}},
	{name: "Plans", kind: graph.KindPlan, limit: 6, weight: 4, order: []sortKey{activeFirst, latest(updated)}},
	{name: "Outputs", kind: graph.KindOutput, limit: 10, weight: 2, every: true, order: []sortKey{stateFirst("review"), latest(updated)}},
	{name: "Requirements", kind: graph.KindRequirement, limit: 8, weight: 2, order: []sortKey{priority, latest(created)}},
	{name: "Documents", kind: graph.KindDocument, limit: 10, weight: 2, every: true, order: []sortKey{latest(updated)}},
	{name: "Signals", kind: graph.KindSignal, limit: 6, weight: 2, order: []sortKey{latest(noticed), latest(created)}},
	{name: "Insights", kind: graph.KindInsight, limit: 6, weight: 1.5, dated: true, order: []sortKey{latest(created)}},
}

// Highlights returns the lists of a project, including empty ones.
func Highlights(g *memory.Graph, q HighlightQuery) []*Highlight {
	return NewAgenda([]*memory.Graph{g}, q).Highlights
}

// classicScore returns a score for the distance and the age of an entity, from
// 0 to 1. A negative distance means that there is no path to it.
func classicScore(distance int, e graph.Entity, now time.Time) float64 {
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
	entity graph.Entity
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

// keyOf returns an entity with its keys in an order.
func keyOf(e graph.Entity, order []sortKey, now time.Time) keyed {
	k := keyed{entity: e}
	for at, key := range order {
		k.keys[at] = key(e, now)
	}
	return k
}

// newFirsts returns a list of the first n of the entities that are added.
func newFirsts(n int) *flat.Top[keyed] {
	return flat.NewTop(n, func(a, b keyed) int { return compareKeyed(&a, &b) })
}

// entitiesOf returns the entities of a sorted list.
func entitiesOf(first *flat.Top[keyed]) []graph.Entity {
	sorted := first.Sorted()
	list := make([]graph.Entity, len(sorted))
	for i := range sorted {
		list[i] = sorted[i].entity
	}
	return list
}
