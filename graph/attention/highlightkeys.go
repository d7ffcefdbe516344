package attention

import (
	"math"
	"time"

	"dossier/graph"
)

// The ranges of lists that depend on time.
const (
	week = 7 * 24 * time.Hour
	// longOverdue is the delay after which nobody waits for a task any more.
	longOverdue = 90 * 24 * time.Hour
)

// Conditions of lists.

func inState(state string) func(graph.Entity, time.Time) bool {
	return func(e graph.Entity, _ time.Time) bool { return e.Self().State() == state }
}

func isOpen(e graph.Entity, _ time.Time) bool { return !e.Self().IsOver() }

// isOpenOrMissed reports whether a milestone is open, or was missed so lately
// that somebody waits for it.
func isOpenOrMissed(e graph.Entity, now time.Time) bool {
	due := graph.Due(e)
	return isOpen(e, now) || e.Self().State() == graph.StateMissed && due != nil && due.After(now.Add(-longOverdue))
}

func isOverdue(e graph.Entity, now time.Time) bool { return graph.IsOverdue(e, now) }

func isRecent(e graph.Entity, now time.Time) bool {
	return isOpen(e, now) && inWeekBefore(&e.Self().UpdatedAt, now)
}

// inWeekBefore reports whether a time is within the seven days before now.
func inWeekBefore(at *time.Time, now time.Time) bool {
	return at != nil && !at.Before(now.Add(-week)) && !at.After(now)
}

func isUpcoming(e graph.Entity, now time.Time) bool {
	at := next(e.(*graph.Task), now)
	return isOpen(e, now) && at != nil && !at.After(now.Add(week))
}

// next returns the first time from today on at which a task starts or is due, nil
// for none.
func next(task *graph.Task, now time.Time) (first *time.Time) {
	today := graph.DayOf(now)
	for _, date := range []*time.Time{task.StartAt, task.DueAt} {
		if date != nil && !today.IsAfter(*date) && (first == nil || date.Before(*first)) {
			first = date
		}
	}
	return first
}

// Sort keys of lists.

// soonest orders by a time, ascending, with entities without one last.
func soonest(read func(graph.Entity) *time.Time) sortKey {
	return func(e graph.Entity, _ time.Time) float64 {
		if at := read(e); at != nil {
			return float64(at.UnixMicro())
		}
		return math.Inf(1)
	}
}

// latest orders by a time, descending, with entities without one last.
func latest(read func(graph.Entity) *time.Time) sortKey {
	return func(e graph.Entity, _ time.Time) float64 {
		if at := read(e); at != nil {
			return -float64(at.UnixMicro())
		}
		return math.Inf(1)
	}
}

func soonestNext(e graph.Entity, now time.Time) float64 {
	return soonest(func(e graph.Entity) *time.Time { return next(e.(*graph.Task), now) })(e, now)
}

func isLongOverdue(e graph.Entity, now time.Time) float64 {
	due := graph.Due(e)
	return float64(oneIf(isOpen(e, now) && due != nil && due.Before(now.Add(-longOverdue))))
}

func urgency(e graph.Entity, now time.Time) float64 { return -float64(graph.Score(e, now)) }

// impacts are the weights of impacts in an expected loss, by eye.
var impacts = map[string]float64{"low": 1, "medium": 2, "high": 3, "critical": 4}

// expectedLoss orders risks by impact times probability, descending. A risk
// that has occurred has probability 1.
func expectedLoss(e graph.Entity, _ time.Time) float64 {
	risk := e.(*graph.Risk)
	probability := graph.Or(risk.Probability, 0)
	if risk.State() == "occurred" {
		probability = 1
	}
	return -impacts[graph.Or(risk.Impact, "")] * probability
}

func stateFirst(state string) sortKey {
	return func(e graph.Entity, _ time.Time) float64 { return float64(oneIf(e.Self().State() != state)) }
}

// activeFirst orders entities in the state "active" first, then those in other
// active states, then the others.
func activeFirst(e graph.Entity, _ time.Time) float64 {
	switch state := e.Self().State(); {
	case state == "active":
		return 0
	case e.Self().Spec().IsActive(state):
		return 1
	}
	return 2
}

func priority(e graph.Entity, _ time.Time) float64 {
	if p := e.(*graph.Requirement).Priority; p != nil {
		return float64(*p)
	}
	return math.Inf(1)
}

func updated(e graph.Entity) *time.Time { return &e.Self().UpdatedAt }

func created(e graph.Entity) *time.Time { return &e.Self().CreatedAt }

func decided(e graph.Entity) *time.Time { return e.(*graph.Decision).DecisionAt }

func completed(e graph.Entity) *time.Time { return e.(*graph.Milestone).CompletedAt }

func noticed(e graph.Entity) *time.Time { return e.(*graph.Signal).TS }

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
