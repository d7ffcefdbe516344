package graph

import (
	"slices"
	"sort"
	"strings"
)

// sortedIDs returns the ids of entities, sorted.
func sortedIDs(entities []Entity) []string {
	ids := make([]string, len(entities))
	for i, e := range entities {
		ids[i] = e.Self().ID
	}
	slices.Sort(ids)
	return ids
}

// Beginning returns the ids of entities that begin with short, sorted.
func (g *Graph) Beginning(short string) (beginning []string) {
	ids := g.base.ids.get()
	for at := sort.SearchStrings(ids, short); at < len(ids) && strings.HasPrefix(ids[at], short); at++ {
		if *g.entities.at(g.base.ordinals[ids[at]]) != nil {
			beginning = append(beginning, ids[at])
		}
	}
	numbered := len(beginning)
	for at, _ := g.findAdded(short); at < len(g.addedEntities); at++ {
		id := g.At(g.addedEntities[at]).Self().ID
		if !strings.HasPrefix(id, short) {
			break
		}
		beginning = append(beginning, id)
	}
	if numbered > 0 && numbered < len(beginning) {
		slices.Sort(beginning)
	}
	return beginning
}

// IDRange returns the least and the greatest id that begins with short, and whether
// there are such ids.
func IDRange(short string) (least, most string, some bool) {
	const zeros, effs = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if short = strings.ToLower(short); short == "" || len(short) > len(zeros) {
		return "", "", false
	}
	least, most = short+zeros[len(short):], short+effs[len(short):]
	return least, most, IsUUID(least)
}

// ShortID returns the shortest beginning of an id that none of the others in a sorted
// list has; see [Graph.ShortLength].
func ShortID(sorted []string, id string) string {
	for _, length := range shortLengths {
		at, _ := slices.BinarySearch(sorted, id[:length])
		if at < len(sorted) && sorted[at] == id {
			at++
		}
		if at == len(sorted) || !strings.HasPrefix(sorted[at], id[:length]) {
			return id[:length]
		}
	}
	return id
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
