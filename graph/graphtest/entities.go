package graphtest

import "dossier/graph"

// Entities returns the entities of a graph, ordered by kind and id.
func Entities(g *graph.Graph) []graph.Entity {
	list := make([]graph.Entity, 0, g.Count())
	for _, e := range g.Entities() {
		list = append(list, e)
	}
	return list
}
