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

// ShortestID is the least length of the beginning of an id that means it, by eye: a
// shorter one is that of many.
const ShortestID = 8

// External returns the entities with an external id: at most one of each kind.
func (g *Graph) External(name string) (found []Entity) {
	if e := g.Entity(ID(name)); e != nil && Or(e.Self().ExternalID, "") == name {
		return []Entity{e}
	}
	for _, e := range g.Entities() { // an import may give both an id and an external id
		if external := e.Self().ExternalID; external != nil && *external == name {
			found = append(found, e)
		}
	}
	return found
}

// Begun returns the entities whose ids begin with a text, which has at least
// [ShortestID] characters.
func (g *Graph) Begun(short string) (found []Entity) {
	if len(short) < ShortestID {
		return nil
	}
	for _, id := range g.Beginning(strings.ToLower(short)) {
		found = append(found, g.Entity(id))
	}
	return found
}

// Qualified returns the entities with the external id that follows the name of the
// project and a slash.
func (g *Graph) Qualified(name string) []Entity {
	project := g.Project()
	if project == nil {
		return nil
	}
	for _, prefix := range []string{Or(project.ExternalID, project.ID), project.ID, project.Name} {
		if rest, is := strings.CutPrefix(name, prefix+"/"); is && rest != "" {
			if found := g.External(rest); found != nil {
				return found
			}
		}
	}
	return nil
}

// Named returns the entities that a name means: those with the external id, or
// else those whose ids begin with it.
func (g *Graph) Named(name string) []Entity {
	if found := g.External(name); found != nil {
		return found
	}
	return g.Begun(name)
}

// A NamedRow is a stored entity with an external id.
type NamedRow struct {
	ID      string
	Deleted bool
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
