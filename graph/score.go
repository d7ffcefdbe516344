package graph

import "time"

// soon is how near a milestone's date must be to count.
const soon = 14 * 24 * time.Hour

// The scores of states and impacts; those that are not here count nothing.
var (
	taskScores   = map[string]int{"blocked": 50, "in_progress": 20}
	impactScores = map[string]int{"critical": 40, "high": 30}
	riskScores   = map[string]int{"identified": 10, "occurred": 10}
	goalScores   = map[string]int{"active": 20}
	outputScores = map[string]int{"review": 40, "in_progress": 15}
)

// Score is how much an entity asks for attention at a time: a snapshot takes
// the neighbours of the highest score first.
func Score(e Entity, now time.Time) int {
	state := e.Self().State()
	switch e := e.(type) {
	case *Task:
		urgent := e.Priority != nil && *e.Priority <= 2
		return taskScores[state] + 30*one(urgent) + 15*one(e.DueAt != nil) + 25*one(e.isExpected(e.DueAt, now))
	case *Risk:
		return impactScores[deref(e.Impact)] + riskScores[state]
	case *Goal:
		return goalScores[state] + 10*one(e.TargetDate != nil)
	case *Output:
		return outputScores[state]
	case *Milestone:
		return 20 * one(e.isExpected(e.DueAt, now.Add(soon)))
	}
	return 0
}

// IsExpected reports whether the entity is due before a time and not over:
// overdue, if that time is now.
func IsExpected(e Entity, before time.Time) bool { return e.Self().isExpected(Due(e), before) }

func (c *Common) isExpected(due *time.Time, before time.Time) bool {
	return due != nil && due.Before(before) && !c.Spec().IsDone(c.State())
}
