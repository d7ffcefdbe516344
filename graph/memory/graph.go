// Package memory holds a project in memory as an immutable graph, with everything that is
// derived from its entities and edges: links, families, reach, paths, snapshots.
package memory

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
)

// A Graph is a project in memory: its live entities, light, and its edges. It
// is immutable and safe for concurrent use. [Graph.Apply] returns a changed
// graph, which shares what is equal.
//
// Entities and edges have numbers, which they keep in later graphs until these
// are numbered again. So the order of numbers is no order of answers.
type Graph struct {
	Revision graph.Revision // of the project, as it was read

	base     *numbering
	entities paged[graph.Entity] // by ordinal; nil for a removed one
	edges    paged[graph.Edge]   // by number, canonical, including removed and dangling ones
	links    paged[[]Link]       // by ordinal, each by edge id
	// addedEntities and addedEdges are those that base lacks, by id.
	addedEntities, addedEdges []int32
	loose                     map[int32]bool // the numbers of the dangling edges
	renamed                   bool           // an entity of base may have another external id than there
	count, edgeCount          int            // including dangling edges
	types                     map[typeOf]int // the numbers of entities

	// Derived values, which are computed once when they are needed.
	reachable *once[paged[bool]] // by ordinal: reachable from the project
	direct    *once[[]bool]      // by ordinal: linked to the project by an edge
	coverage  *once[[]KindCoverage]
	roots     *once[paged[int32]] // by ordinal
	typeWords *once[map[string]graph.Kind]
	people    *once[map[string]int32] // by folded name or handle
	labels    *once[[]string]
	records   *once[shapes]
	prefixes  *once[map[string]bool] // what ids of trackers begin with
	order     *once[[]int32]
	survey    *once[*survey]
	memos     *memos
	context   *once[int32] // the ordinal of the context document, or none
}

// A numbering numbers the entities and edges that a project once had. Graphs that
// follow from each other by few changes share it.
type numbering struct {
	ordinals  map[string]int32 // by id; entities are ordered by kind and id
	spans     []int32          // by rank of a kind: its first ordinal; then the number of entities
	edges     int32            // ordered by id
	ids       *once[[]string]  // sorted
	externals *once[externals]
	sizes     *once[sizes]
}

const none int32 = -1

// size returns the number of entities that the numbering orders.
func (n *numbering) size() int32 { return n.spans[len(graph.Kinds)] }

// A Link is a live edge seen from one of its ends.
type Link struct {
	Other    int32 // the ordinal of the other end
	Edge     int32 // for [Graph.EdgeAt]
	Outgoing bool  // the other end is the target
}

// NewGraph returns the graph of a project, given all its changes since revision
// 0.
func NewGraph(c graph.Changes) *Graph { return new(Graph).Apply(c) }

func compareEntities(a, b graph.Entity) int {
	x, y := a.Self(), b.Self()
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind.Rank(), y.Kind.Rank())
	}
	return cmp.Compare(x.ID, y.ID)
}

// Compare compares the entities with two ordinals by kind and id.
func (g *Graph) Compare(a, b int32) int { return compareEntities(g.At(a), g.At(b)) }

// Entity returns the live entity with an id, nil if there is none.
func (g *Graph) Entity(id string) graph.Entity {
	if ord, known := g.Ordinal(id); known {
		return g.At(ord)
	}
	return nil
}

// Project returns the project, nil if the graph lacks it.
func (g *Graph) Project() *graph.Project {
	project, _ := g.Entity(g.Revision.ProjectID).(*graph.Project)
	return project
}

// Count returns the number of live entities.
func (g *Graph) Count() int { return g.count }

// Entities iterates over the live entities with their ordinals, ordered by kind
// and id.
func (g *Graph) Entities() iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		for _, spec := range graph.Kinds {
			for ord, e := range g.OfKind(spec.Kind) {
				if !yield(ord, e) {
					return
				}
			}
		}
	}
}

// OfKind iterates over the live entities of a kind with their ordinals, ordered
// by id.
func (g *Graph) OfKind(kind graph.Kind) iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		added := g.addedOf(kind)
		for ord, to := g.base.span(kind); ord < to || len(added) > 0; {
			next := ord
			switch {
			case ord < to && g.At(ord) == nil:
				ord++
				continue
			case ord == to || len(added) > 0 && g.At(added[0]).Self().ID < g.At(ord).Self().ID:
				next, added = added[0], added[1:]
			default:
				ord++
			}
			if !yield(next, g.At(next)) {
				return
			}
		}
	}
}

// addedOf returns the added entities of a kind, by id.
func (g *Graph) addedOf(kind graph.Kind) (added []int32) {
	for _, ord := range g.addedEntities {
		if g.At(ord).Self().Kind == kind {
			added = append(added, ord)
		}
	}
	return added
}

// span returns the range of ordinals of a kind, from inclusive, to exclusive.
func (n *numbering) span(kind graph.Kind) (from, to int32) {
	return n.spans[kind.Rank()], n.spans[kind.Rank()+1]
}

// CountOf returns the number of live entities of a kind.
func (g *Graph) CountOf(kind graph.Kind) (count int) {
	for use, n := range g.types {
		if use.kind == kind {
			count += n
		}
	}
	return count
}

// Ordered returns the ordinals of the live entities, ordered by kind and id. The
// slice is shared and must not be modified.
func (g *Graph) Ordered() []int32 { return g.order.get() }

func (g *Graph) findOrder() []int32 {
	order := make([]int32, 0, g.count)
	for ord := range g.Entities() {
		order = append(order, ord)
	}
	return order
}

// EdgeCount returns the number of live edges.
func (g *Graph) EdgeCount() int { return g.edgeCount - len(g.loose) }

// Edges iterates over the edges whose ends are both live, ordered by id. Their
// relations are canonical.
func (g *Graph) Edges() iter.Seq[*graph.Edge] {
	return func(yield func(*graph.Edge) bool) {
		for edge := range g.allEdges() {
			if !edge.Dangling && !yield(edge) {
				return
			}
		}
	}
}

// allEdges iterates over the edges, including dangling ones, ordered by id.
func (g *Graph) allEdges() iter.Seq[*graph.Edge] {
	return func(yield func(*graph.Edge) bool) {
		added := g.addedEdges
		for number := range g.base.edges {
			edge := g.edges.at(number)
			for len(added) > 0 && g.edges.at(added[0]).ID < edge.ID {
				if !yield(g.edges.at(added[0])) {
					return
				}
				added = added[1:]
			}
			if !edge.Deleted && !yield(edge) {
				return
			}
		}
		for _, number := range added {
			if !yield(g.edges.at(number)) {
				return
			}
		}
	}
}

// Dangling returns the number of edges with an end that is missing or deleted.
func (g *Graph) Dangling() int { return len(g.loose) }

// Ordinal returns the number of a live entity, for [Graph.At].
func (g *Graph) Ordinal(id string) (ord int32, known bool) {
	if ord, known = g.base.ordinals[id]; known {
		return ord, *g.entities.at(ord) != nil
	}
	at, known := g.findAdded(id)
	if !known {
		return 0, false
	}
	return g.addedEntities[at], true
}

// findAdded returns where an added entity is, or would be, in addedEntities.
func (g *Graph) findAdded(id string) (at int, found bool) {
	return slices.BinarySearchFunc(g.addedEntities, id, func(ord int32, id string) int { return strings.Compare(g.At(ord).Self().ID, id) })
}

// edgeNumber returns the number of an edge, which may be a removed one.
func (g *Graph) edgeNumber(id string) (number int32, known bool) {
	at := sort.Search(int(g.base.edges), func(i int) bool { return g.EdgeAt(int32(i)).ID >= id })
	if at < int(g.base.edges) && g.EdgeAt(int32(at)).ID == id {
		return int32(at), true
	}
	at = g.findAddedEdge(id)
	if at == len(g.addedEdges) || g.EdgeAt(g.addedEdges[at]).ID != id {
		return 0, false
	}
	return g.addedEdges[at], true
}

// EdgeNumbers returns a function that returns the number of an edge, for
// [Graph.EdgeAt]. It is fast if edges are asked for in the order of their ids.
func (g *Graph) EdgeNumbers() func(id string) (number int32, known bool) {
	next := int32(0)
	return func(id string) (number int32, known bool) {
		if next < g.base.edges && g.EdgeAt(next).ID == id {
			number, known = next, true
		} else {
			number, known = g.edgeNumber(id)
		}
		next = number + 1
		return number, known
	}
}

// Numbers returns the number of edge numbers: all are less than it.
func (g *Graph) Numbers() int { return int(g.edges.length) }

// findAddedEdge returns where an added edge is, or would be, in addedEdges.
func (g *Graph) findAddedEdge(id string) int {
	at, _ := slices.BinarySearchFunc(g.addedEdges, id, func(number int32, id string) int { return strings.Compare(g.EdgeAt(number).ID, id) })
	return at
}

// Ordinals returns the number of ordinals: all are less than it.
func (g *Graph) Ordinals() int { return int(g.entities.length) }

// At returns the entity with an ordinal.
func (g *Graph) At(ord int32) graph.Entity { return *g.entities.at(ord) }

// Links returns the live edges of the entity with an ordinal, by edge id. The
// slice is shared and must not be modified.
func (g *Graph) Links(ord int32) []Link { return *g.links.at(ord) }

// EdgeAt returns the edge of a [Link].
func (g *Graph) EdgeAt(edge int32) *graph.Edge { return g.edges.at(edge) }
