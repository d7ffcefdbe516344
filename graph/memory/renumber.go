package memory

import (
	"cmp"
	"encoding/binary"
	"slices"

	"dossier/graph"
)

// renumbered returns the graph after further changes, with new numbers.
func (g *Graph) renumbered(c graph.Changes) *Graph {
	var entities []graph.Entity
	var edges []graph.Edge
	if g.base != nil {
		for _, e := range g.Entities() {
			entities = append(entities, e)
		}
		for e := range g.allEdges() {
			edges = append(edges, *e)
		}
	}
	entities = merge(entities, c.Entities, entitiesByID, func(e graph.Entity) bool { return e.Self().DeletedAt != nil })
	next := &Graph{}
	next.Revision, next.entitySet = c.Revision, newEntitySet(entities)
	edges = merge(edges, c.Edges, edgesByID, func(e graph.Edge) bool { return e.Deleted })
	canonise(edges, next.Revision.ProjectID)
	next.edges, next.numbered, next.edgeCount = newPaged(edges), int32(len(edges)), len(edges)
	next.join()
	next.deriveAll()
	return next
}

// merge returns the sorted list old with the changes applied. Of equal changes
// the last one counts; elements that are gone are removed.
func merge[T any](old, changes []T, by ordering[T], gone func(T) bool) []T {
	if len(changes) == 0 {
		return old
	}
	order := by.sorted(changes)
	merged := make([]T, 0, len(old)+len(changes))
	for i, one := range order {
		change := &changes[one.at]
		if i+1 < len(order) && one.key == order[i+1].key && by.compare(change, &changes[order[i+1].at]) == 0 {
			continue
		}
		place, found := slices.BinarySearchFunc(old, change, func(held T, change *T) int { return by.compare(&held, change) })
		merged = append(merged, old[:place]...)
		old = old[place:]
		if found {
			old = old[1:]
		}
		if !gone(*change) {
			merged = append(merged, *change)
		}
	}
	return append(merged, old...)
}

// An ordering orders elements by a key, and those with the same key by compare.
// Keys are compared without reading the elements, which are far apart in memory.
type ordering[T any] struct {
	key     func(*T) uint64
	compare func(a, b *T) int
}

// entitiesByID orders entities by kind and id, edgesByID edges by id.
var (
	entitiesByID = ordering[graph.Entity]{
		func(e *graph.Entity) uint64 {
			return uint64((*e).Self().Kind.Rank())<<56 | beginning((*e).Self().ID)>>8
		},
		func(a, b *graph.Entity) int { return compareEntities(*a, *b) },
	}
	edgesByID = ordering[graph.Edge]{
		func(e *graph.Edge) uint64 { return beginning(e.ID) },
		func(a, b *graph.Edge) int { return cmp.Compare(a.ID, b.ID) },
	}
)

// beginning returns the first bytes of a text, as a number that is ordered like
// the text.
func beginning(s string) uint64 {
	var first [8]byte
	copy(first[:], s)
	return binary.BigEndian.Uint64(first[:])
}

// A placed is an element of a list with its key.
type placed struct {
	key uint64
	at  int32
}

// sorted returns the elements of a list in order, equal ones in the order of the
// list.
func (o *ordering[T]) sorted(list []T) []placed {
	order := make([]placed, len(list))
	compare := func(a, b placed) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Or(o.compare(&list[a.at], &list[b.at]), cmp.Compare(a.at, b.at))
	}
	for i := range list {
		order[i] = placed{o.key(&list[i]), int32(i)}
	}
	if !slices.IsSortedFunc(order, compare) {
		slices.SortFunc(order, compare)
	}
	return order
}

// arranged returns the elements of a list in order.
func (o *ordering[T]) arranged(list []T) []T {
	inOrder := make([]T, len(list))
	for i, one := range o.sorted(list) {
		inOrder[i] = list[one.at]
	}
	return inOrder
}
