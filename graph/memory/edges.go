package memory

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
)

// An edgeSet has the edges of a graph by number, and the links of its entities.
type edgeSet struct {
	edges      paged[graph.Edge] // by number, canonical, including removed and dangling ones
	links      paged[[]Link]     // by ordinal, each by edge id
	numbered   int32             // the number of edges that are ordered by id
	addedEdges []int32           // the numbers of those after them, by id
	loose      map[int32]bool    // the numbers of the dangling edges
	edgeCount  int               // including dangling edges
}

// A Link is a live edge seen from one of its ends.
type Link struct {
	Other    int32 // the ordinal of the other end
	Edge     int32 // for [Graph.EdgeAt]
	Outgoing bool  // the other end is the target
}

// EdgeCount returns the number of live edges.
func (s *edgeSet) EdgeCount() int { return s.edgeCount - len(s.loose) }

// Edges iterates over the edges whose ends are both live, ordered by id. Their
// relations are canonical.
func (s *edgeSet) Edges() iter.Seq[*graph.Edge] {
	return func(yield func(*graph.Edge) bool) {
		for edge := range s.allEdges() {
			if !edge.Dangling && !yield(edge) {
				return
			}
		}
	}
}

// allEdges iterates over the edges, including dangling ones, ordered by id.
func (s *edgeSet) allEdges() iter.Seq[*graph.Edge] {
	return func(yield func(*graph.Edge) bool) {
		added := s.addedEdges
		for number := range s.numbered {
			edge := s.edges.at(number)
			for len(added) > 0 && s.edges.at(added[0]).ID < edge.ID {
				if !yield(s.edges.at(added[0])) {
					return
				}
				added = added[1:]
			}
			if !edge.Deleted && !yield(edge) {
				return
			}
		}
		for _, number := range added {
			if !yield(s.edges.at(number)) {
				return
			}
		}
	}
}

// Dangling returns the number of edges with an end that is missing or deleted.
func (s *edgeSet) Dangling() int { return len(s.loose) }

// edgeNumber returns the number of an edge, which may be a removed one.
func (s *edgeSet) edgeNumber(id string) (number int32, known bool) {
	at := sort.Search(int(s.numbered), func(i int) bool { return s.EdgeAt(int32(i)).ID >= id })
	if at < int(s.numbered) && s.EdgeAt(int32(at)).ID == id {
		return int32(at), true
	}
	at = s.findAddedEdge(id)
	if at == len(s.addedEdges) || s.EdgeAt(s.addedEdges[at]).ID != id {
		return 0, false
	}
	return s.addedEdges[at], true
}

// EdgeNumbers returns a function that returns the number of an edge, for
// [Graph.EdgeAt]. It is fast if edges are asked for in the order of their ids.
func (s *edgeSet) EdgeNumbers() func(id string) (number int32, known bool) {
	next := int32(0)
	return func(id string) (number int32, known bool) {
		if next < s.numbered && s.EdgeAt(next).ID == id {
			number, known = next, true
		} else {
			number, known = s.edgeNumber(id)
		}
		next = number + 1
		return number, known
	}
}

// Numbers returns the number of edge numbers: all are less than it.
func (s *edgeSet) Numbers() int { return int(s.edges.length) }

// findAddedEdge returns where an added edge is, or would be, in addedEdges.
func (s *edgeSet) findAddedEdge(id string) int {
	at, _ := slices.BinarySearchFunc(s.addedEdges, id, func(number int32, id string) int { return strings.Compare(s.EdgeAt(number).ID, id) })
	return at
}

// Links returns the live edges of the entity with an ordinal, by edge id. The
// slice is shared and must not be modified.
func (s *edgeSet) Links(ord int32) []Link { return *s.links.at(ord) }

// EdgeAt returns the edge of a [Link].
func (s *edgeSet) EdgeAt(edge int32) *graph.Edge { return s.edges.at(edge) }
