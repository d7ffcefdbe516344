package viewdoc

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/view"
)

// orders have the keys that need more than an entity and the time, by their names in the
// table: whether it belongs to the subject, how well the words of the question match, how many wait for it, how many links it
// has, the time of its event, and whether it is only known to have changed.
var orders = map[string]func(s *Scene, e graph.Entity) float64{
	"near":   func(s *Scene, e graph.Entity) float64 { return s.far(e) },
	"match":  func(s *Scene, e graph.Entity) float64 { return -s.matched(e) },
	"needed": func(s *Scene, e graph.Entity) float64 { return -float64(s.neededBy(e)) },
	"links":  func(s *Scene, e graph.Entity) float64 { return -float64(s.links(e)) },
	"latest": func(s *Scene, e graph.Entity) float64 { return -float64(s.when(e).UnixMicro()) },
	"event": func(s *Scene, e graph.Entity) float64 {
		if s.events[e.Self().ID].what == view.WhatChanged {
			return 1
		}
		return 0
	},
}

// A ranked is an entity with its keys in an order.
type ranked struct {
	graph.Entity
	keys []float64
	step bool // equals remain as they were
}

func (s *Scene) ranked(e graph.Entity, by []view.Key, at view.At) ranked {
	r := ranked{Entity: e}
	for _, key := range by {
		of := orders[key.Name]
		switch {
		case key.Name == view.OrderStep:
			r.step = true
			return r
		case of == nil:
			r.keys = append(r.keys, key.Of(e, at))
		case key.Reversed:
			r.keys = append(r.keys, -of(s, e))
		default:
			r.keys = append(r.keys, of(s, e))
		}
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
func (s *Scene) sorted(list []graph.Entity, by []view.Key) []graph.Entity {
	all, at := make([]ranked, len(list)), s.at()
	for i, e := range list {
		all[i] = s.ranked(e, by, at)
	}
	slices.SortStableFunc(all, compareRanked)
	in := make([]graph.Entity, len(list))
	for i := range all {
		in[i] = all[i].Entity
	}
	return in
}
