package memory

import (
	"cmp"
	"encoding/binary"
	"slices"

	"dossier/graph"
	"dossier/graph/flat"
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
	next := &Graph{Revision: c.Revision, base: newNumbering(entities), entities: newPaged(entities), count: len(entities)}
	edges = merge(edges, c.Edges, edgesByID, func(e graph.Edge) bool { return e.Deleted })
	next.canonise(edges)
	next.types = map[typeOf]int{}
	for _, e := range entities {
		next.types[typeOfEntity(e)]++
	}
	next.base.edges, next.edges, next.edgeCount = int32(len(edges)), newPaged(edges), len(edges)
	next.join()
	next.base.sizes = onNeed(next.measure)
	next.reachable, next.direct, next.coverage = onNeed(next.findReachable), onNeed(next.findDirect), onNeed(next.countCoverage)
	next.roots, next.order, next.typeWords = onNeed(next.findRoots), onNeed(next.findOrder), onNeed(next.findTypeWords)
	next.memos = newMemos(next.entities.length)
	next.people, next.labels, next.base.externals = onNeed(next.findPeople), onNeed(next.findLabels), onNeed(next.findExternals)
	next.prefixes, next.records = onNeed(next.findPrefixes), onNeed(next.findShapes)
	next.survey, next.context = onNeed(next.findSurvey), onNeed(next.findContext)
	return next
}

// newNumbering numbers entities that are ordered by kind and id.
func newNumbering(entities []graph.Entity) *numbering {
	n := &numbering{ordinals: make(map[string]int32, len(entities)), spans: make([]int32, len(graph.Kinds)+1)}
	for i, e := range entities {
		n.ordinals[e.Self().ID] = int32(i)
		n.spans[e.Self().Kind.Rank()+1] = int32(i + 1)
	}
	for rank := 1; rank < len(n.spans); rank++ {
		n.spans[rank] = max(n.spans[rank], n.spans[rank-1])
	}
	n.ids = onNeed(func() []string { return sortedIDs(entities) })
	return n
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

// canonise makes the relations of edges canonical. Edges of the project share the
// memory of its id.
func (g *Graph) canonise(edges []graph.Edge) {
	for i := range edges {
		e := &edges[i]
		if rank := e.Rel.Rank(); rank < len(graph.Relations) {
			e.Rel = graph.Relations[rank].Name
		} else {
			*e = e.Canonical()
		}
		if e.ProjectID == g.Revision.ProjectID {
			e.ProjectID = g.Revision.ProjectID
		}
	}
}

// join sets the links of each entity, and the dangling edges. No other graph has
// the edges yet.
func (g *Graph) join() {
	ends := make([]ends, g.edges.length)
	g.loose = map[int32]bool{}
	for i, e := range g.edges.all() {
		if ends[i] = g.connect(e); e.Dangling {
			g.loose[i] = true
		}
	}
	g.link(ends)
}

// link sets the links of each entity, ordered by edge id, given the ends of all
// edges. It passes over the dangling edges.
func (g *Graph) link(ends []ends) {
	joined := flat.NewAdjacency(g.count, func(yield func(int32, Link) bool) {
		for i, at := range ends {
			if at.src == none || at.dst == none || at.src == at.dst {
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
func (g *Graph) endsOf(e *graph.Edge) ends {
	src, srcKnown := g.Ordinal(e.Src.ID)
	dst, dstKnown := g.Ordinal(e.Dst.ID)
	if e.Deleted || !srcKnown || !dstKnown || src == dst {
		return ends{none, none}
	}
	return ends{src, dst}
}

// connect returns the ends of an edge, and marks it as dangling or not. The ids of
// its ends share the memory of the entities' ids, because a large project has many
// more ends than entities.
func (g *Graph) connect(e *graph.Edge) ends {
	at := ends{g.share(&e.Src), g.share(&e.Dst)}
	if e.Deleted || at.src == none || at.dst == none || at.src == at.dst {
		at = ends{none, none}
	}
	e.Dangling = at.src == none && !e.Deleted
	return at
}

// share sets the end of an edge to the reference of its entity, and returns the
// ordinal of that, none if there is none.
func (g *Graph) share(end *graph.Ref) int32 {
	ord, known := g.Ordinal(end.ID)
	if !known {
		return none
	}
	*end = g.At(ord).Self().Ref()
	return ord
}
