package view

import (
	"cmp"
	"math"
	"slices"
	"time"

	"dossier/graph"
)

// orders have the keys by which entities of a scene are ordered, the least first. All
// orders end with the id.
var orders = map[string]func(s *Scene, e graph.Entity) float64{
	orderStep:  nil, // as the step found them
	"stuck":    (*Scene).stuck,
	"priority": func(_ *Scene, e graph.Entity) float64 { return float64(priorityOf(e)) },
	"due":      func(_ *Scene, e graph.Entity) float64 { return timeKey(graph.Due(e)) },
	"soon":     func(s *Scene, e graph.Entity) float64 { return timeKey(s.soon(e)) },
	"gravity":  func(_ *Scene, e graph.Entity) float64 { return -gravityOf(e) },
	"urgency":  func(s *Scene, e graph.Entity) float64 { return -float64(graph.Score(e, s.Now)) },
	"late":     func(s *Scene, e graph.Entity) float64 { return -isTrue(graph.IsLate(e, s.Now)) },
	"latest":   func(s *Scene, e graph.Entity) float64 { return -timeKey(s.when(e)) },
	"event":    func(s *Scene, e graph.Entity) float64 { return isTrue(s.events[e.Self().ID].what == whatChanged) },
	"match":    func(s *Scene, e graph.Entity) float64 { return -s.matched(e) },
	"needed":   func(s *Scene, e graph.Entity) float64 { return -float64(s.neededBy(e)) },
	"links":    func(s *Scene, e graph.Entity) float64 { return -float64(s.links(e)) },
	"state":    func(_ *Scene, e graph.Entity) float64 { return stateRank(e) },
	"kind":     func(_ *Scene, e graph.Entity) float64 { return float64(e.Self().Kind.Rank()) },
}

// orderStep ends an order: what is equal so far remains as the step found it.
const orderStep = "step"

// A ranked is an entity with its keys in an order.
type ranked struct {
	graph.Entity
	keys []float64
	step bool // equals remain as they were
}

func (s *Scene) ranked(e graph.Entity, by []string) ranked {
	r := ranked{Entity: e}
	for _, name := range by {
		if r.step = name == orderStep; r.step {
			break
		}
		r.keys = append(r.keys, orders[name](s, e))
	}
	return r
}

func compareRanked(a, b ranked) int {
	if by := slices.Compare(a.keys, b.keys); by != 0 || a.step {
		return by
	}
	return cmp.Compare(a.Self().ID, b.Self().ID)
}

// sorted returns entities of the scene in an order.
func (s *Scene) sorted(list []graph.Entity, by ...string) []graph.Entity {
	all := make([]ranked, len(list))
	for i, e := range list {
		all[i] = s.ranked(e, by)
	}
	slices.SortStableFunc(all, compareRanked)
	in := make([]graph.Entity, len(list))
	for i := range all {
		in[i] = all[i].Entity
	}
	return in
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

// stuck puts what went wrong first, then what is blocked, then what is late.
func (s *Scene) stuck(e graph.Entity) float64 {
	switch state := e.Self().State(); {
	case state == graph.StateMissed || state == stateOccurred:
		return 0
	case state == graph.StateBlocked:
		return 1
	case graph.IsOverdue(e, s.Now):
		return 2
	}
	return notStuck
}

// notStuck is the place of what neither went wrong nor is blocked or late.
const notStuck = 3

// stateOccurred is the state of a risk that has come true.
const stateOccurred = "occurred"

// noPriority is lower than any priority.
const noPriority = 6

func priorityOf(e graph.Entity) int {
	if task, ok := e.(*graph.Task); ok {
		return graph.Or(task.Priority, noPriority)
	}
	return noPriority
}

// The weights of impacts, by eye: between critical and high, probability decides only
// if it is more than one and a half times as great. A risk that has occurred is
// certain. usualProbability is that of a risk without one.
var impactWeights = map[string]float64{"low": 1, "medium": 2, "high": 4, "critical": 6}

const usualProbability = .3

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
