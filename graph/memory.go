package graph

import (
	"cmp"
	"iter"
	"slices"
	"sync"
)

// A Graph is a project in memory: its live entities, light, and its edges. It
// is immutable and safe for concurrent use. [Graph.Apply] returns a changed
// graph.
type Graph struct {
	Revision Revision

	entities []Entity         // by kind and id; the ordinal of an entity is its index
	ordinals map[string]int32 // by id
	edges    []Edge           // by id, canonical, including dangling ones
	ends     []ends           // by edge
	links    Adjacency[Link]
	dangling int

	// Derived values, which are computed once when they are needed.
	reachable func() []bool // by ordinal: reachable from the project
	direct    func() []bool // by ordinal: linked to the project by an edge
	coverage  func() []KindCoverage
	ids       func() []string // sorted
	roots     func() []int32  // by ordinal
	typeWords func() map[string]Kind
	size      func() int
}

// ends are the ordinals of an edge's source and target, none for a dangling
// edge.
type ends struct{ src, dst int32 }

const none int32 = -1

// A Link is a live edge seen from one of its ends.
type Link struct {
	Other    int32 // the ordinal of the other end
	Edge     int32 // for [Graph.EdgeAt]
	Outgoing bool  // the other end is the target
}

// NewGraph returns the graph of a project, given all its changes since revision
// 0.
func NewGraph(c Changes) *Graph { return new(Graph).Apply(c) }

// Apply returns the graph after further changes. It does not modify g; both
// share the parts that are equal.
func (g *Graph) Apply(c Changes) *Graph {
	next := &Graph{Revision: c.Revision}
	next.entities = merge(g.entities, c.Entities, compareEntities, func(e Entity) bool { return e.Self().DeletedAt != nil })
	next.ordinals = g.ordinals
	sameIDs := g.ordinals != nil && slices.EqualFunc(g.entities, next.entities, func(a, b Entity) bool { return a.Self().ID == b.Self().ID })
	if !sameIDs {
		next.ordinals = next.number()
	}
	next.edges = merge(g.edges, next.canonical(c.Edges), compareEdges, func(e Edge) bool { return e.Deleted })
	if sameIDs && len(c.Edges) == 0 {
		next.ends, next.links, next.dangling = g.ends, g.links, g.dangling
	} else {
		next.join()
	}
	next.reachable = sync.OnceValue(next.findReachable)
	next.direct = sync.OnceValue(next.findDirect)
	next.coverage = sync.OnceValue(next.countCoverage)
	next.ids = sync.OnceValue(next.sortedIDs)
	next.roots = sync.OnceValue(next.findRoots)
	next.typeWords = sync.OnceValue(next.findTypeWords)
	next.size = sync.OnceValue(next.findSize)
	return next
}

func compareEntities(a, b Entity) int {
	x, y := a.Self(), b.Self()
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind.Rank(), y.Kind.Rank())
	}
	return cmp.Compare(x.ID, y.ID)
}

func compareEdges(a, b Edge) int { return cmp.Compare(a.ID, b.ID) }

// merge returns the sorted list old with the changes applied. Of equal changes
// the last one counts; elements that are gone are removed.
func merge[T any](old, changes []T, compare func(a, b T) int, gone func(T) bool) []T {
	if len(changes) == 0 {
		return old
	}
	if !slices.IsSortedFunc(changes, compare) {
		changes = slices.Clone(changes)
		slices.SortStableFunc(changes, compare)
	}
	merged := make([]T, 0, len(old)+len(changes))
	for i, change := range changes {
		if i+1 < len(changes) && compare(change, changes[i+1]) == 0 {
			continue
		}
		at, found := slices.BinarySearchFunc(old, change, compare)
		merged = append(merged, old[:at]...)
		old = old[at:]
		if found {
			old = old[1:]
		}
		if !gone(change) {
			merged = append(merged, change)
		}
	}
	return append(merged, old...)
}

func (g *Graph) number() map[string]int32 {
	ordinals := make(map[string]int32, len(g.entities))
	for i, e := range g.entities {
		ordinals[e.Self().ID] = int32(i)
	}
	return ordinals
}

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
		for _, end := range [...]*Ref{&e.Src, &e.Dst} {
			if ord, known := g.ordinals[end.ID]; known {
				*end = g.entities[ord].Self().Ref()
			}
		}
		if e.ProjectID == g.Revision.ProjectID {
			e.ProjectID = g.Revision.ProjectID
		}
	}
	return edges
}

// join sets the links of each entity, ordered by edge id.
func (g *Graph) join() {
	g.ends = make([]ends, len(g.edges))
	for i := range g.edges {
		if g.ends[i] = g.endsOf(&g.edges[i]); g.ends[i].src == none {
			g.dangling++
		}
	}
	g.links = NewAdjacency(len(g.entities), func(yield func(int32, Link) bool) {
		for i, at := range g.ends {
			if at.src == none {
				continue
			}
			if !yield(at.src, Link{at.dst, int32(i), true}) || !yield(at.dst, Link{at.src, int32(i), false}) {
				return
			}
		}
	})
}

// endsOf returns the ends of an edge. An edge from an entity to itself counts
// as dangling.
func (g *Graph) endsOf(e *Edge) ends {
	src, srcKnown := g.ordinals[e.Src.ID]
	dst, dstKnown := g.ordinals[e.Dst.ID]
	if !srcKnown || !dstKnown || src == dst {
		return ends{none, none}
	}
	return ends{src, dst}
}

// Entity returns the live entity with an id, nil if there is none.
func (g *Graph) Entity(id string) Entity {
	if ord, known := g.ordinals[id]; known {
		return g.entities[ord]
	}
	return nil
}

// Project returns the project, nil if the graph lacks it.
func (g *Graph) Project() *Project {
	project, _ := g.Entity(g.Revision.ProjectID).(*Project)
	return project
}

// Entities returns the live entities, ordered by kind and id. The slice is
// shared and must not be modified.
func (g *Graph) Entities() []Entity { return g.entities }

// OfKind returns the live entities of a kind, ordered by id. The slice is
// shared and must not be modified.
func (g *Graph) OfKind(kind Kind) []Entity {
	from, to := g.span(kind)
	return g.entities[from:to]
}

// span returns the range of ordinals of a kind, from inclusive, to exclusive.
func (g *Graph) span(kind Kind) (from, to int) {
	before := func(rank int) int {
		at, _ := slices.BinarySearchFunc(g.entities, rank, func(e Entity, rank int) int { return cmp.Compare(e.Self().Kind.Rank(), rank) })
		return at
	}
	return before(kind.Rank()), before(kind.Rank() + 1)
}

// EdgeCount returns the number of live edges.
func (g *Graph) EdgeCount() int { return len(g.edges) - g.dangling }

// Edges iterates over the edges whose ends are both live, ordered by id. Their
// relations are canonical.
func (g *Graph) Edges() iter.Seq[*Edge] {
	return func(yield func(*Edge) bool) {
		for i := range g.edges {
			if g.ends[i].src != none && !yield(&g.edges[i]) {
				return
			}
		}
	}
}

// Dangling returns the number of edges with an end that is missing or deleted.
func (g *Graph) Dangling() int { return g.dangling }

// Ordinal returns the index of a live entity in [Graph.Entities].
func (g *Graph) Ordinal(id string) (ord int32, known bool) {
	ord, known = g.ordinals[id]
	return ord, known
}

// At returns the entity with an ordinal.
func (g *Graph) At(ord int32) Entity { return g.entities[ord] }

// Links returns the live edges of the entity with an ordinal, by edge id. The
// slice is shared and must not be modified.
func (g *Graph) Links(ord int32) []Link { return g.links.Of(ord) }

// EdgeAt returns the edge of a [Link].
func (g *Graph) EdgeAt(edge int32) *Edge { return &g.edges[edge] }
