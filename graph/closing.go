package graph

import (
	"slices"
	"strings"
	"time"
)

// A stateTime is a column with the time at which entities of a kind came into a state.
type stateTime struct {
	kind   Kind
	column string
	states string // in which the entity gets the time
	keep   string // further states in which it keeps it
}

var stateTimes = []stateTime{
	{KindTask, "completed_at", "done", ""}, {KindPlan, "completed_at", "completed", ""},
	{KindGoal, "completed_at", "achieved abandoned", ""}, {KindMilestone, "completed_at", "completed", ""},
	{KindRisk, "mitigated_at", "mitigated", "closed"}, {KindDecision, "decision_at", "made", "reversed"},
}

// Close sets the time at which an entity was completed, mitigated or decided to now,
// if it has come into such a state from another one and has no such time. It clears
// the time of an entity that is no longer in one. before is its former state, "" for a
// new one. It changes no column that is given.
func Close(e Entity, before string, given func(column string) bool, now time.Time) {
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

// stateWords are words for states of every kind, without spaces, and the states that
// they mean: the first that the kind has.
var stateWords = []struct{ words, states string }{
	{"done closed complete completed finished", "done completed achieved published closed made"},
	{"open opened reopened todo", "todo active pending identified draft"},
	{"doing started wip inprogress", "in_progress active"},
	{"cancelled canceled abandoned dropped", "cancelled abandoned missed reversed archived"},
}

// StateMeant returns the state of the kind that a text means: its name in any writing,
// such as "In progress", or a word that all kinds have, such as done for what is
// completed. It returns "" for none.
func (s *Spec) StateMeant(text string) string {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "")
	word := plain.Replace(strings.ToLower(text))
	for _, state := range s.States {
		if plain.Replace(state) == word {
			return state
		}
	}
	for _, list := range stateWords {
		if !slices.Contains(strings.Fields(list.words), word) {
			continue
		}
		for state := range strings.FieldsSeq(list.states) {
			if slices.Contains(s.States, state) {
				return state
			}
		}
	}
	return ""
}
