package graph

import (
	"slices"
	"sort"
	"strings"
)

// sortedIDs are the ids of the entities, sorted.
func (g *Graph) sortedIDs() []string {
	ids := make([]string, len(g.entities))
	for i, e := range g.entities {
		ids[i] = e.Self().ID
	}
	slices.Sort(ids)
	return ids
}

// Beginning are the ids of the entities whose id begins like this, sorted.
func (g *Graph) Beginning(short string) []string {
	ids := g.ids()
	from := sort.SearchStrings(ids, short)
	to := from
	for to < len(ids) && strings.HasPrefix(ids[to], short) {
		to++
	}
	return ids[from:to]
}

// ShortLength returns how much of an id distinguishes it from those of the other
// entities of the graph: at least eight digits, and whole groups of them.
func (g *Graph) ShortLength(id string) int {
	for _, length := range shortLengths {
		others := g.Beginning(id[:length])
		if len(others) == 0 || len(others) == 1 && others[0] == id {
			return length
		}
	}
	return len(id)
}
