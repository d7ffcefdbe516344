package query

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/pack"
)

// maxOmitted is how many of the entities that found no room are named.
const maxOmitted = 10

// omitted counts, by kind, what was found and not packed.
func (f *found) omitted(packed []pack.Packed) []graph.KindCount {
	counts := map[graph.Kind]int{}
	for kind, n := range f.ranking.Kinds {
		counts[graph.Kind(kind)] = n
	}
	for _, p := range packed {
		counts[graph.Kind(f.ranking.Nodes[p.Candidate].Kind)]--
	}
	maps.DeleteFunc(counts, func(_ graph.Kind, n int) bool { return n <= 0 })
	var list []graph.KindCount
	for _, kind := range slices.SortedFunc(maps.Keys(counts), func(a, b graph.Kind) int { return cmp.Compare(a.Rank(), b.Rank()) }) {
		list = append(list, graph.KindCount{Kind: kind, Count: counts[kind]})
	}
	return list
}

// best returns the first entities that were found and not packed. Both are in
// the order of the ranking.
func (f *found) best(packed []pack.Packed) []graph.Entity {
	var entities []graph.Entity
	for rank, node := range f.ranking.Nodes {
		if len(entities) == maxOmitted {
			break
		}
		if len(packed) > 0 && packed[0].Candidate == rank {
			packed = packed[1:]
			continue
		}
		entities = append(entities, f.graphOf(node).Entity(node.ID))
	}
	return entities
}

// more counts what was left out in words: "… and 37 more, 21 of them
// requirements"; "" for nothing.
func more(omitted []graph.KindCount) string {
	if len(omitted) == 0 {
		return ""
	}
	total := 0
	for _, count := range omitted {
		total += count.Count
	}
	most := slices.MaxFunc(omitted, func(a, b graph.KindCount) int { return cmp.Compare(a.Count, b.Count) })
	text := fmt.Sprintf("… and %d more", total)
	switch most.Count {
	case 1:
		return text
	case total:
		return text + ", all of them " + graph.SpecOf(most.Kind).Plural
	default:
		return fmt.Sprintf("%s, %d of them %s", text, most.Count, graph.SpecOf(most.Kind).Plural)
	}
}
