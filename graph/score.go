package graph

import "time"

// soon is how near a milestone's date must be to count.
const soon = 14 * 24 * time.Hour

// The scores of states and impacts; those that are not here count nothing.
var (
	taskScores   = map[string]int{StateBlocked: 50, "in_progress": 20}
	impactScores = map[string]int{"critical": 40, "high": 30}
	riskScores   = map[string]int{"identified": 10, "occurred": 10}
	goalScores   = map[string]int{"active": 20}
	outputScores = map[string]int{"review": 40, "in_progress": 15}
)

// scores are functions that return the need for attention of entities of a
// kind. Other kinds have score 0.
var scores = map[Kind]func(e Entity, now time.Time) int{
	KindTask: func(e Entity, now time.Time) int {
		task := e.(*Task)
		urgent := task.Priority != nil && *task.Priority <= 2
		return taskScores[task.State()] + 30*one(urgent) + 15*one(task.DueAt != nil) + 25*one(IsExpected(e, now))
	},
	KindRisk: func(e Entity, _ time.Time) int {
		return impactScores[deref(e.(*Risk).Impact)] + riskScores[e.Self().State()]
	},
	KindGoal: func(e Entity, _ time.Time) int {
		return goalScores[e.Self().State()] + 10*one(e.(*Goal).TargetDate != nil)
	},
	KindOutput: func(e Entity, _ time.Time) int { return outputScores[e.Self().State()] },
	KindMilestone: func(e Entity, now time.Time) int {
		return 20 * one(IsExpected(e, now.Add(soon)))
	},
}

// Score returns the need for attention of an entity at a time, 0 for none. A
// snapshot prefers neighbours with high scores.
func Score(e Entity, now time.Time) int {
	if score := scores[e.Self().Kind]; score != nil {
		return score(e, now)
	}
	return 0
}

// IsScored reports whether entities of the kind can have a score.
func IsScored(kind Kind) bool { return scores[kind] != nil }

// IsExpected reports whether the entity is due before a time and not done. With
// the present time, it is overdue.
func IsExpected(e Entity, before time.Time) bool {
	due := Due(e)
	return due != nil && due.Before(before) && !e.Self().Spec().IsDone(e.Self().State())
}
