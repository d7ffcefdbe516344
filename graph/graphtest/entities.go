package graphtest

import (
	"dossier/graph"
	"dossier/graph/memory"
)

// Entities returns the entities of a graph, ordered by kind and id.
func Entities(g *memory.Graph) []graph.Entity {
	list := make([]graph.Entity, 0, g.Count())
	for _, e := range g.Entities() {
		list = append(list, e)
	}
	return list
}
