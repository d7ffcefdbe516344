package graph

import (
	"cmp"
	"slices"

	"dossier/graph/flat"
)

// renumbered returns the graph after further changes, with new numbers.
func (g *Graph) renumbered(c Changes) *Graph {
	var entities []Entity
	var edges []Edge
	if g.base != nil {
		for _, e := range g.Entities() {
			entities = append(entities, e)
		}
		for e := range g.allEdges() {
			edges = append(edges, *e)
		}
	}
	entities = merge(entities, c.Entities, entitiesByID, func(e Entity) bool { return e.Self().DeletedAt != nil })
	next := &Graph{Revision: c.Revision, base: newNumbering(entities), entities: newPaged(entities), count: len(entities)}
	edges = merge(edges, next.canonical(c.Edges), edgesByID, func(e Edge) bool { return e.Deleted })
	next.types = map[typeOf]int{}
	for _, e := range entities {
		next.types[typeOfEntity(e)]++
	}
	next.base.edges, next.edges, next.edgeCount = int32(len(edges)), newPaged(edges), len(edges)
	next.join()
	next.base.sizes = lazily(next.measure)
	next.reachable, next.direct, next.coverage = lazily(next.findReachable), lazily(next.findDirect), lazily(next.countCoverage)
	next.roots, next.order, next.typeWords = lazily(next.findRoots), lazily(next.findOrder), lazily(next.findTypeWords)
	next.survey, next.context = lazily(next.findSurvey), lazily(next.findContext)
	return next
}

// newNumbering numbers entities that are ordered by kind and id.
func newNumbering(entities []Entity) *numbering {
	n := &numbering{ordinals: make(map[string]int32, len(entities)), spans: make([]int32, len(Kinds)+1)}
	for i, e := range entities {
		n.ordinals[e.Self().ID] = int32(i)
		n.spans[e.Self().Kind.Rank()+1] = int32(i + 1)
	}
	for rank := 1; rank < len(n.spans); rank++ {
		n.spans[rank] = max(n.spans[rank], n.spans[rank-1])
	}
	n.ids = lazily(func() []string { return sortedIDs(entities) })
	return n
}

// merge returns the sorted list old with the changes applied. Of equal changes
// the last one counts; elements that are gone are removed.
func merge[T any](old, changes []T, compare func(a, b *T) int, gone func(T) bool) []T {
	if len(changes) == 0 {
		return old
	}
	order := sorted(changes, compare)
	merged := make([]T, 0, len(old)+len(changes))
	for i, at := range order {
		change := &changes[at]
		if i+1 < len(order) && compare(change, &changes[order[i+1]]) == 0 {
			continue
		}
		place, found := slices.BinarySearchFunc(old, change, func(held T, change *T) int { return compare(&held, change) })
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

// sorted returns the indexes of a list in order, equal elements in the order of
// the list. Elements are large, and are not moved.
func sorted[T any](list []T, compare func(a, b *T) int) []int32 {
	order := make([]int32, len(list))
	isSorted := true
	for i := range list {
		order[i] = int32(i)
		isSorted = isSorted && (i == 0 || compare(&list[i-1], &list[i]) <= 0)
	}
	if !isSorted {
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(compare(&list[a], &list[b]), cmp.Compare(a, b)) })
	}
	return order
}

// arranged returns the elements of a list in order.
func arranged[T any](list []T, compare func(a, b *T) int) []T {
	inOrder := make([]T, len(list))
	for i, at := range sorted(list, compare) {
		inOrder[i] = list[at]
	}
	return inOrder
}

// entitiesByID compares entities by kind and id.
func entitiesByID(a, b *Entity) int { return compareEntities(*a, *b) }

func edgesByID(a, b *Edge) int { return cmp.Compare(a.ID, b.ID) }

// canonical returns the edges with canonical relations. The ids of their ends
// and of the project share the memory of the entities' ids, because a large
// project has many more ends than entities.
func (g *Graph) canonical(edges []Edge) []Edge {
	edges = slices.Clone(edges)
	for i := range edges {
		e := &edges[i]
		if rank := e.Rel.Rank(); rank < len(Relations) {
			e.Rel = Relations[rank].Name
		} else {
			*e = e.Canonical()
		}
		g.shareEnds(e)
		if e.ProjectID == g.Revision.ProjectID {
			e.ProjectID = g.Revision.ProjectID
		}
	}
	return edges
}

// shareEnds sets the ends of an edge to the references of their entities.
func (g *Graph) shareEnds(e *Edge) {
	for _, end := range [...]*Ref{&e.Src, &e.Dst} {
		if ord, known := g.Ordinal(end.ID); known {
			*end = g.At(ord).Self().Ref()
		}
	}
}

// join sets the links of each entity, and the dangling edges. No other graph has
// the edges yet.
func (g *Graph) join() {
	ends := make([]ends, g.edges.length)
	for i, e := range g.edges.all() {
		ends[i] = g.connect(e)
	}
	g.link(ends)
}

// link sets the links of each entity, ordered by edge id, and the dangling edges,
// given the ends of all edges.
func (g *Graph) link(ends []ends) {
	g.loose = map[int32]bool{}
	for i, e := range g.edges.all() {
		if e.dangling {
			g.loose[i] = true
		}
	}
	joined := flat.NewAdjacency(g.count, func(yield func(int32, Link) bool) {
		for i, at := range ends {
			if at.src == none {
				continue
			}
			if !yield(at.src, Link{at.dst, int32(i), true}) || !yield(at.dst, Link{at.src, int32(i), false}) {
				return
			}
		}
	})
	lists := make([][]Link, g.count)
	for ord := range lists {
		lists[ord] = joined.Of(int32(ord))
	}
	g.links = newPaged(lists)
}

// ends are the ordinals of an edge's source and target, none for a dangling
// edge.
type ends struct{ src, dst int32 }

// endsOf returns the ends of an edge. An edge from an entity to itself counts
// as dangling.
func (g *Graph) endsOf(e *Edge) ends {
	src, srcKnown := g.Ordinal(e.Src.ID)
	dst, dstKnown := g.Ordinal(e.Dst.ID)
	if e.Deleted || !srcKnown || !dstKnown || src == dst {
		return ends{none, none}
	}
	return ends{src, dst}
}

// connect returns the ends of an edge, and marks it as dangling or not.
func (g *Graph) connect(e *Edge) ends {
	at, was := g.endsOf(e), e.dangling
	e.dangling = at.src == none && !e.Deleted
	if was && !e.dangling {
		g.shareEnds(e)
	}
	return at
}
