package graph

import (
	"slices"
	"sort"
	"strings"
)

// sortedIDs returns the ids of the entities, sorted.
func (g *Graph) sortedIDs() []string {
	ids := make([]string, len(g.entities))
	for i, e := range g.entities {
		ids[i] = e.Self().ID
	}
	slices.Sort(ids)
	return ids
}

// Beginning returns the ids of entities that begin with short, sorted. The
// slice is shared and must not be modified.
func (g *Graph) Beginning(short string) []string {
	ids := g.ids()
	from := sort.SearchStrings(ids, short)
	to := from
	for to < len(ids) && strings.HasPrefix(ids[to], short) {
		to++
	}
	return ids[from:to]
}

// ShortLength returns the length of the shortest beginning of an id that no
// other id in the graph has: whole groups of digits, at least the first eight
// digits.
func (g *Graph) ShortLength(id string) int {
	for _, length := range shortLengths {
		others := g.Beginning(id[:length])
		if len(others) == 0 || len(others) == 1 && others[0] == id {
			return length
		}
	}
	return len(id)
}
