package view

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dossier/graph"
)

// TestTurns checks that conditions and orders say the same of an entity at any two times
// between which none of their turns is, and that those with turns do change at some.
func TestTurns(t *testing.T) {
	values := map[string]string{
		"state": "=done", "impact": "=high", "record": "=vendor", "due": "=3d", "past": "=2d", "next": "=3d", "changed": "=3d", "since": "=3d",
		"priority": "=2",
	}
	words := slices.Sorted(maps.Keys(orders))
	for _, name := range slices.Sorted(maps.Keys(conditions)) {
		words = append(words, name+values[name])
	}
	changes := map[string]bool{}
	zones := []*time.Location{time.UTC, time.FixedZone("", 2*3600), time.FixedZone("", -5*3600)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		e, zone := someEntity(r), zones[r.IntN(len(zones))]
		first, last := someTime(r).In(zone), someTime(r).In(zone)
		if last.Before(first) {
			first, last = last, first
		}
		for _, word := range words {
			key := KeysOf(word)[0]
			if key.needsGraph() {
				continue
			}
			turned := slices.ContainsFunc(key.turns, func(turn Turn) bool {
				at := turn.At(e, zone)
				return !at.IsZero() && !at.Before(first) && !at.After(last)
			})
			before, after := key.Of(e, At{Now: first}), key.Of(e, At{Now: last})
			if before != after && !turned {
				t.Fatalf("%s: %v at %v, %v at %v, and no turn between them", word, before, first, after, last)
			}
			changes[word] = changes[word] || before != after
		}
	}
	for _, word := range words {
		if key := KeysOf(word)[0]; len(key.turns) > 0 && !changes[word] {
			t.Errorf("%s has turns, but never changed", word)
		}
	}
}

var firstDay = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// someTime returns a time of some weeks, often a date.
func someTime(r *rand.Rand) time.Time {
	hours := []int{0, 0, 1, 5, 11, 22, 23}
	return firstDay.AddDate(0, 0, r.IntN(25)).Add(time.Duration(hours[r.IntN(len(hours))]) * time.Hour)
}

func someEntity(r *rand.Rand) graph.Entity {
	due, start := someTime(r), someTime(r)
	common := graph.Common{CreatedAt: someTime(r), UpdatedAt: someTime(r)}
	in := func(kind graph.Kind, states ...string) graph.Common {
		common.Kind, common.StateKey = kind, &states[r.IntN(len(states))]
		return common
	}
	switch r.IntN(3) {
	case 0:
		return &graph.Task{Common: in(graph.KindTask, "todo", "in_progress", "done"), DueAt: &due, StartAt: &start, Priority: new(r.IntN(5) + 1)}
	case 1:
		return &graph.Milestone{Common: in(graph.KindMilestone, "pending", "missed", "completed"), DueAt: &due}
	}
	return &graph.Decision{Common: in(graph.KindDecision, "made"), DecisionAt: &due}
}
