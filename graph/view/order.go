package view

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A Key is a number by which entities are ordered, the least first. After the last key,
// those that are equal are in the order of their ids.
type Key struct {
	Name     string
	Reversed bool // the greatest first
	order
}

// An order is a key as it is computed.
type order struct {
	of    func(e graph.Entity, at At) float64 // nil if the composer knows it
	turns []Turn
	// term is set for a condition: what it holds for comes first.
	term *Term
}

// orders are the keys by which sections order entities. Those without a function need more
// than an entity and the time: package viewdoc has them.
var orders = map[string]order{
	OrderStep:  {},
	"match":    {},
	"near":     {},
	"needed":   {},
	"links":    {},
	"event":    {},
	"stuck":    {of: stuck, turns: []Turn{dueDay(1)}},
	"priority": {of: func(e graph.Entity, _ At) float64 { return float64(PriorityOf(e)) }},
	"due":      {of: func(e graph.Entity, _ At) float64 { return timeKey(graph.Due(e)) }},
	"soon":     {of: soon, turns: []Turn{dueDay(-soonDays), dueDay(1)}},
	"next":     {of: func(e graph.Entity, at At) float64 { return timeKey(comes(e, at.Now)) }, turns: []Turn{dueDay(1), startDay(1)}},
	"gravity":  {of: func(e graph.Entity, _ At) float64 { return -gravityOf(e) }},
	"urgency":  {of: func(e graph.Entity, at At) float64 { return -float64(graph.Score(e, at.Now)) }, turns: []Turn{rises}},
	"late":     {of: func(e graph.Entity, at At) float64 { return -isTrue(graph.IsLate(e, at.Now)) }, turns: []Turn{dueDay(1)}},
	"latest":   {of: func(e graph.Entity, _ At) float64 { return -timeKey(Latest(e)) }},
	"state":    {of: func(e graph.Entity, _ At) float64 { return stateRank(e) }},
	"kind":     {of: func(e graph.Entity, _ At) float64 { return float64(e.Self().Kind.Rank()) }},
}

// OrderStep ends an order: what is equal so far remains as the step found it.
const OrderStep = "step"

// parseOrder returns the keys that a text means: names of orders, or conditions, of which
// those that meet them come first; ! is for the opposite.
func parseOrder(text string) (keys []Key, err error) {
	for word := range strings.FieldsSeq(text) {
		name, isReversed := strings.CutPrefix(word, "!")
		key := Key{Name: name, Reversed: isReversed}
		if known, is := orders[name]; is {
			key.order = known
			keys = append(keys, key)
			continue
		}
		if base, _, _ := strings.Cut(name, "="); conditions[base] == nil {
			return nil, fmt.Errorf("unknown order %q; expected a condition or one of %s", graph.Truncate(name, 60),
				strings.Join(slices.Sorted(maps.Keys(orders)), ", "))
		}
		t, err := parseTerm(name)
		if err != nil {
			return nil, err
		}
		key.order = order{turns: t.turns, term: &t, of: func(e graph.Entity, at At) float64 { return -isTrue(t.holds(e, at)) }}
		keys = append(keys, key)
	}
	return keys, nil
}

// KeysOf returns the keys of an order that is correct.
func KeysOf(text string) []Key {
	keys, err := parseOrder(text)
	if err != nil {
		panic(err) // the texts are in the code
	}
	return keys
}

// needsGraph reports whether the key needs more than an entity and the time.
func (k Key) needsGraph() bool { return k.of == nil || k.term != nil && k.term.graph }

// Of returns the key of an entity.
func (k Key) Of(e graph.Entity, at At) float64 {
	if k.Reversed {
		return -k.of(e, at)
	}
	return k.of(e, at)
}

func isTrue(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// timeKey orders times from the first on, and those that are nil last.
func timeKey(t *time.Time) float64 {
	if t == nil {
		return math.Inf(1)
	}
	return float64(t.UnixMicro())
}

// Latest returns the time of the last thing that is known to have happened to an entity: it
// was decided, finished, reached or noticed, or it was made or changed.
func Latest(e graph.Entity) *time.Time {
	c := e.Self()
	switch ended, due := endedAt(e), graph.Due(e); {
	case ended != nil:
		return ended
	case c.Kind == graph.KindMilestone && c.IsOver() && due != nil:
		return due
	case len(c.Spec().States) == 0 && c.Kind != graph.KindRecord && !graph.IsUnknownCreation(c.CreatedAt):
		return &c.CreatedAt // a change of what was learned or asked for is no news
	}
	return &c.UpdatedAt
}

// stuck puts what went wrong first, then what is blocked, then what is late.
func stuck(e graph.Entity, at At) float64 {
	switch state := e.Self().State(); {
	case state == graph.StateMissed || state == stateOccurred:
		return 0
	case state == graph.StateBlocked:
		return 1
	case graph.IsOverdue(e, at.Now):
		return 2
	}
	return notStuck
}

// notStuck is the place of what neither went wrong nor is blocked or late.
const notStuck = 3

// IsStuck reports whether an entity went wrong, or is blocked or late.
func IsStuck(e graph.Entity, now time.Time) bool { return stuck(e, At{Now: now}) < notStuck }

// soonDays is the number of days within which a date comes before any priority. By eye.
const soonDays = 14

// soon orders by date what is due within soonDays, and all else last. What is overdue is
// first, and equal: how long ago it was due says little.
func soon(e graph.Entity, at At) float64 {
	due := graph.Due(e)
	switch {
	case due == nil, !isWithin(*due, soonDays, at.Now):
		return math.Inf(1)
	case graph.IsOverdue(e, at.Now):
		return math.Inf(-1)
	}
	return timeKey(due)
}

// stateOccurred is the state of a risk that has come true.
const stateOccurred = "occurred"

// NoPriority is lower than any priority.
const NoPriority = 6

// PriorityOf returns the priority of a task or a requirement.
func PriorityOf(e graph.Entity) int {
	switch e := e.(type) {
	case *graph.Task:
		return graph.Or(e.Priority, NoPriority)
	case *graph.Requirement:
		return graph.Or(e.Priority, NoPriority)
	}
	return NoPriority
}

// The weights of impacts, by eye: between critical and high, probability decides only
// if it is more than one and a half times as great. A risk that has occurred is
// certain. usualProbability is that of a risk without one.
var impactWeights = map[string]float64{"low": 1, "medium": 2, "high": 4, "critical": 6}

const usualProbability = .3

func impactOf(risk *graph.Risk) string {
	if risk == nil {
		return ""
	}
	return graph.Or(risk.Impact, "")
}

// gravityOf returns how grave a risk is: impact times probability.
func gravityOf(e graph.Entity) float64 {
	risk, ok := e.(*graph.Risk)
	if !ok {
		return 0
	}
	probability := graph.Or(risk.Probability, usualProbability)
	if risk.State() == stateOccurred {
		probability = 1
	}
	return impactWeights[graph.Or(risk.Impact, "medium")] * (.25 + probability)
}

// stateRank puts what is worked on first, then what has not begun, then the rest.
func stateRank(e graph.Entity) float64 {
	spec, state := e.Self().Spec(), e.Self().State()
	switch {
	case len(spec.States) == 0:
		return 1
	case spec.IsActive(state) && state != spec.States[0]:
		return 0
	case spec.IsActive(state):
		return 1
	}
	return 2
}
