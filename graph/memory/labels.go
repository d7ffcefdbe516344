package memory

import (
	"maps"
	"slices"
)

// Labels returns the labels of the entities, each once, in order. The slice is shared
// and must not be modified.
func (g *Graph) Labels() []string { return g.labels.get() }

func (g *Graph) findLabels() []string {
	found := map[string]bool{}
	for _, e := range g.Entities() {
		for _, label := range e.Self().Labels {
			found[label] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
