package memory

import "dossier/graph"

// Counts returns the numbers of live entities that belong to the project,
// including scratch documents.
func (s *entitySet) Counts() []graph.KindCount {
	var counts []graph.KindCount
	for _, spec := range graph.Kinds {
		if n := s.CountOf(spec.Kind); n > 0 && spec.Kind != graph.KindProject {
			counts = append(counts, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return counts
}

// A KindStates has the numbers of entities of a kind in each state.
type KindStates struct {
	Kind   graph.Kind         // a kind with states
	States []graph.StateCount // those with entities, in the order of the states
}

// StateCounts returns the numbers of entities of the project by kind and state,
// for kinds that have states.
func (s *entitySet) StateCounts() []KindStates {
	list := []KindStates{}
	for _, spec := range graph.Kinds {
		if spec.Kind == graph.KindProject || len(spec.States) == 0 {
			continue
		}
		counts := map[string]int{}
		for _, e := range s.OfKind(spec.Kind) {
			counts[e.Self().State()]++
		}
		list = append(list, KindStates{Kind: spec.Kind, States: spec.StateCounts(counts)})
	}
	return list
}
