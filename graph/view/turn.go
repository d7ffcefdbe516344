package view

import (
	"cmp"
	"fmt"
	"time"

	"dossier/graph"
)

// A Turn is a time at which what a condition or an order says of an entity may change,
// although the entity does not: between its turns, it says the same.
type Turn struct {
	// Name differs for different turns, so that each is computed once.
	Name string
	// At returns the time, zero for an entity that has none. Days are those of the zone.
	At func(e graph.Entity, zone *time.Location) time.Time
}

// dateOf returns a date of an entity, nil for none.
type dateOf func(graph.Entity) *time.Time

// dueDay is the beginning of a day, counted from that on which an entity is due.
func dueDay(days int) Turn { return beginning("due", graph.Due, days) }

// startDay is the beginning of a day, counted from that on which an entity starts.
func startDay(days int) Turn { return beginning("start", startOf, days) }

func beginning(name string, of dateOf, days int) Turn {
	return Turn{fmt.Sprintf("day %d of %s", days, name), func(e graph.Entity, zone *time.Location) (begins time.Time) {
		if at := of(e); at != nil {
			date := graph.DateOf(*at, zone)
			begins = time.Date(date.Year(), date.Month(), date.Day()+days, 0, 0, 0, 0, zone)
		}
		return begins
	}}
}

// After is some time after a date of an entity, which has a name.
func After(name string, of func(graph.Entity) *time.Time, after time.Duration) Turn {
	return Turn{fmt.Sprint(name, " and ", after), func(e graph.Entity, _ *time.Location) (then time.Time) {
		if at := of(e); at != nil {
			then = at.Add(after)
		}
		return then
	}}
}

// rises is the time after which the score of an entity is higher.
var rises = Turn{"score", func(e graph.Entity, _ *time.Location) (at time.Time) { return graph.Or(graph.RisesAt(e), at) }}

func startOf(e graph.Entity) *time.Time {
	if task, is := e.(*graph.Task); is {
		return task.StartAt
	}
	return nil
}

func decidedAt(e graph.Entity) *time.Time {
	if decision, is := e.(*graph.Decision); is {
		return decision.DecisionAt
	}
	return nil
}

func updatedAt(e graph.Entity) *time.Time { return &e.Self().UpdatedAt }

// endedAt returns when an entity was decided, finished or noticed, nil if that is not known.
func endedAt(e graph.Entity) *time.Time {
	if signal, is := e.(*graph.Signal); is {
		return signal.TS
	}
	return cmp.Or(CompletedAt(e), decidedAt(e))
}

// CompletedAt returns when an entity was finished, nil if that is not known.
func CompletedAt(e graph.Entity) *time.Time {
	switch e := e.(type) {
	case *graph.Task:
		return e.CompletedAt
	case *graph.Goal:
		return e.CompletedAt
	case *graph.Plan:
		return e.CompletedAt
	case *graph.Milestone:
		return e.CompletedAt
	}
	return nil
}
