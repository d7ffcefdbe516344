package attention

import (
	"cmp"
	"math"
	"time"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/view"
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
	Dated  bool           // the times at which its entities were made and changed are relevant
	last   graph.Entity   // the one that the closing selected, nil for none
	First  []graph.Entity // of those that qualify, in order; Items are among them, or were in an earlier list
}

// Returned returns the number of entities in the list.
func (h *Highlight) Returned() int { return len(h.Items) }

// Complete reports whether every entity that qualifies is in this list or an
// earlier one.
func (h *Highlight) Complete() bool { return len(h.Items)+h.ListedBefore == h.Total }

// highlights are the lists, in the order of prompts: sections of the table of views.
var highlights = view.Lists()

// The names of lists that are referred to elsewhere.
const (
	blockedTasks = "Blocked tasks"
	overdueTasks = "Overdue tasks"
)

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

// keyed is an entity with its sort keys, which are computed once.
type keyed struct {
	entity graph.Entity
	keys   [view.MostListKeys]float64
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
func keyOf(e graph.Entity, order []view.Key, now time.Time) keyed {
	k := keyed{entity: e}
	for i, key := range order {
		k.keys[i] = key.Of(e, view.At{Now: now})
	}
	return k
}

// newFirsts returns a list of the first n of the entities that are added.
func newFirsts(n int) *flat.Top[keyed] {
	return flat.NewTop(n, func(a, b keyed) int { return compareKeyed(&a, &b) })
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
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
