package links

import (
	"cmp"
	"fmt"
	"slices"

	"dossier/flat"
)

// savedEdge is an [edge] with its place in a list by id, which is saved elsewhere.
type savedEdge struct {
	place, from, to int32
	relation        uint16
}

// Save writes the links for [Links.Load]. placeOf returns the place of the edge with an
// id in a list that is sorted by id.
func (l *Links) Save(w *flat.Writer, placeOf func(id string) (place int32, known bool)) {
	saved := make([]savedEdge, 0, len(l.edges))
	for i := range l.edges {
		e := &l.edges[i]
		if e.relation == noRelation {
			continue
		}
		place, known := placeOf(e.id)
		if !known {
			w.Fail(fmt.Errorf("save index: edge %s is not in the graph", e.id))
		}
		saved = append(saved, savedEdge{place, e.from, e.to, e.relation})
	}
	slices.SortFunc(saved, func(a, b savedEdge) int { return cmp.Compare(a.place, b.place) }) // which is by id
	flat.Write(w, saved)
	names := []string{}
	for _, relation := range l.relations.Values {
		names = append(names, relation.name, string(relation.role))
	}
	flat.WriteStrings(w, slices.Values(names))
}

// Load reads what [Links.Save] wrote, without the ids of edges and without the lists:
// then come [Links.Join] and [Links.Name], in any order or at the same time. It returns
// the places of the edges. Ordinals are less than size.
func (l *Links) Load(r *flat.Reader, size int) (places []int32) {
	saved := flat.Read[savedEdge](r)
	names := flat.ReadStrings(r)
	if r.Err() != nil {
		return nil
	}
	l.relations, l.edges = flat.NewNumbered[relation, uint16](), flat.Make[edge](len(saved), len(saved))
	for i := 0; i+1 < len(names); i += 2 {
		l.relations.Number(relation{names[i], Role(names[i+1])})
	}
	places = flat.Make[int32](len(saved), len(saved))
	for i, e := range saved {
		if int(e.relation) >= len(l.relations.Values) || min(e.from, e.to) < 0 || int(max(e.from, e.to)) >= size {
			r.Fail("an index of another graph")
			return nil
		}
		l.edges[i], places[i] = edge{from: e.from, to: e.to, relation: e.relation}, e.place
	}
	return places
}

// Name sets the ids of the edges, which are in the order of their ids.
func (l *Links) Name(idOf func(i int) string) {
	for i := range l.edges {
		l.edges[i].id = idOf(i)
	}
}

// Memory returns the approximate size of the links in bytes.
func (l *Links) Memory() int {
	ends := 2 * len(l.edges)
	lists := flat.Memory(l.families) + flat.Memory(l.neighbours) + flat.Memory(l.sequences) + l.contained*flat.Size[int32]()
	return flat.Memory(l.edges) + ends*flat.Size[Link]() + l.byEntry.Nodes()*flat.Size[int32]() +
		flat.MapMemory(l.added) + flat.MapMemory(l.changed) + lists
}
