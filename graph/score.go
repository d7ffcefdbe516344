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

// A scoring is how the need for attention of entities of a kind is computed.
type scoring struct {
	always func(e Entity) int
	// expected is what an entity counts more when it is due within ahead, and not
	// done.
	expected int
	ahead    time.Duration
}

// scores are those of kinds. Other kinds have score 0.
var scores = map[Kind]scoring{
	KindTask: {expected: 25, always: func(e Entity) int {
		task := e.(*Task)
		urgent := task.Priority != nil && *task.Priority <= 2
		return taskScores[task.State()] + 30*count(urgent) + 15*count(task.DueAt != nil)
	}},
	KindRisk: {always: func(e Entity) int { return impactScores[deref(e.(*Risk).Impact)] + riskScores[e.Self().State()] }},
	KindGoal: {always: func(e Entity) int {
		return goalScores[e.Self().State()] + 10*count(e.(*Goal).TargetDate != nil)
	}},
	KindOutput:    {always: func(e Entity) int { return outputScores[e.Self().State()] }},
	KindMilestone: {expected: 20, ahead: soon, always: func(Entity) int { return 0 }},
}

// Score returns the need for attention of an entity at a time, 0 for none. A
// snapshot prefers neighbours with high scores.
func Score(e Entity, now time.Time) int {
	of := scores[e.Self().Kind]
	if of.always == nil {
		return 0
	}
	score := of.always(e)
	if at := RisesAt(e); at != nil && now.After(*at) {
		score += of.expected
	}
	return score
}

// RisesAt returns the time after which the score of an entity is higher, nil if
// it is the same at all times.
func RisesAt(e Entity) *time.Time {
	of, due := scores[e.Self().Kind], Due(e)
	if of.expected == 0 || due == nil || e.Self().IsOver() {
		return nil
	}
	at := due.Add(-of.ahead)
	if of.ahead == 0 { // what is due today is not overdue
		at = endOfDay(*due, time.UTC).Add(-time.Microsecond)
	}
	return &at
}

// IsLate reports whether an entity is overdue, or is a milestone that was missed.
func IsLate(e Entity, now time.Time) bool {
	return IsOverdue(e, now) || e.Self().State() == StateMissed
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
