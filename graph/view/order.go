package view

import (
	"cmp"
	"time"

	"dossier/graph"
)

// orders compare two entities of a scene. All orders end with the id.
var orders = map[string]func(s *Scene, a, b graph.Entity) int{
	"stuck":    func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.stuck(a), s.stuck(b)) },
	"step":     func(*Scene, graph.Entity, graph.Entity) int { return 0 }, // as the step found them
	"priority": func(_ *Scene, a, b graph.Entity) int { return cmp.Compare(priorityOf(a), priorityOf(b)) },
	"due":      func(_ *Scene, a, b graph.Entity) int { return compareTimes(graph.Due(a), graph.Due(b)) },
	"soon":     func(s *Scene, a, b graph.Entity) int { return compareTimes(s.soon(a), s.soon(b)) },
	"gravity":  func(_ *Scene, a, b graph.Entity) int { return cmp.Compare(gravityOf(b), gravityOf(a)) },
	"urgency":  func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.urgency(b), s.urgency(a)) },
	"late":     func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.isLate(b), s.isLate(a)) },
	"latest":   func(s *Scene, a, b graph.Entity) int { return compareTimes(s.when(b), s.when(a)) },
	"match":    func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.matched(b), s.matched(a)) },
	"needed":   func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.neededBy(b), s.neededBy(a)) },
	"links":    func(s *Scene, a, b graph.Entity) int { return cmp.Compare(s.links(b), s.links(a)) },
	"state":    func(_ *Scene, a, b graph.Entity) int { return cmp.Compare(stateRank(a), stateRank(b)) },
	"kind":     func(_ *Scene, a, b graph.Entity) int { return cmp.Compare(a.Self().Kind.Rank(), b.Self().Kind.Rank()) },
}

// stuck puts what went wrong first, then what is blocked, then what is late.
func (s *Scene) stuck(e graph.Entity) int {
	switch state := e.Self().State(); {
	case state == graph.StateMissed || state == stateOccurred:
		return 0
	case state == graph.StateBlocked:
		return 1
	case graph.IsOverdue(e, s.Now):
		return 2
	}
	return 3
}

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

// compareTimes orders times from the first on, and those that are nil last.
func compareTimes(a, b *time.Time) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return a.Compare(*b)
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
func stateRank(e graph.Entity) int {
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
