package check

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A stateTime is a column with the time at which entities of a kind came into a state.
type stateTime struct {
	kind   graph.Kind
	column string
	states string // in which the entity gets the time
	keep   string // further states in which it keeps it
}

var stateTimes = []stateTime{
	{graph.KindTask, "completed_at", "done", ""}, {graph.KindPlan, "completed_at", "completed", ""},
	{graph.KindGoal, "completed_at", "achieved abandoned", ""}, {graph.KindMilestone, "completed_at", "completed", ""},
	{graph.KindRisk, "mitigated_at", "mitigated", "closed"}, {graph.KindDecision, "decision_at", "made", "reversed"},
}

// Close sets the time at which an entity was completed, mitigated or decided to now,
// if it has come into such a state from another one and has no such time. It clears
// the time of an entity that is no longer in one. before is its former state, "" for a
// new one. It changes no column that is given.
func Close(e graph.Entity, before string, given func(column string) bool, now time.Time) {
	state := e.Self().State()
	for i := range stateTimes {
		c := &stateTimes[i]
		if c.kind != e.Self().Kind || state == before || given(c.column) {
			continue
		}
		at := e.Self().Spec().Field(c.column).Pointer(e).(**time.Time)
		switch isOne := slices.Contains(strings.Fields(c.states), state); {
		case isOne && *at == nil:
			now := now.UTC().Truncate(time.Microsecond)
			*at = &now
		case !isOne && !slices.Contains(strings.Fields(c.keep), state) && c.closed(before):
			*at = nil
		}
	}
}

// closed reports whether entities in a state have the time.
func (c *stateTime) closed(state string) bool {
	return slices.Contains(strings.Fields(c.states+" "+c.keep), state)
}
