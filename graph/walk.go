package graph

import (
	"cmp"
	"slices"
)

// A walk traverses a graph breadth-first, one distance after the other, and
// selects nodes within the limits of its query.
type walk struct {
	graph   *Graph
	query   SnapshotQuery
	depths  []int8  // by ordinal: the distance from the root, unseen before it is reached
	places  []int32 // by ordinal: the index in kept, none if absent
	kept    []int32 // ordinals, in the order of selection
	taken   []int   // by kind
	refused []int   // by kind
}

const unseen int8 = -1

func newWalk(g *Graph, q SnapshotQuery) *walk {
	return &walk{
		graph: g, query: q,
		depths: slices.Repeat([]int8{unseen}, g.Ordinals()), places: slices.Repeat([]int32{none}, g.Ordinals()),
		taken: make([]int, len(Kinds)), refused: make([]int, len(Kinds)),
	}
}

// reservedShare is the divisor of MaxNodes that determines how many nodes are
// reserved for entities with a score above 0, at any distance.
const reservedShare = 3

// from walks from a root and selects nodes: the root, the reserved ones with
// the highest scores at any distance, then the others by distance while there
// is room.
func (w *walk) from(root int32) {
	levels := w.levels(root)
	w.take([]candidate{w.candidate(root)}, 1)
	candidates := make([][]candidate, len(levels))
	var scored []candidate
	for i, level := range levels {
		for _, ord := range level {
			one := w.candidate(ord)
			candidates[i] = append(candidates[i], one)
			if one.score > 0 {
				scored = append(scored, one)
			}
		}
	}
	w.take(scored, w.query.MaxNodes/reservedShare)
	for _, level := range candidates {
		w.take(level, w.query.MaxNodes)
	}
	for _, level := range levels {
		for _, ord := range level {
			if w.places[ord] == none {
				w.refused[w.graph.At(ord).Self().Kind.Rank()]++
			}
		}
	}
}

// levels returns the entities around a root by distance, beginning at 1.
func (w *walk) levels(root int32) [][]int32 {
	w.depths[root] = 0
	var levels [][]int32
	level := []int32{root}
	for depth := 1; depth <= w.query.Depth && len(level) > 0; depth++ {
		level = w.beyond(level, int8(depth))
		levels = append(levels, level)
	}
	return levels
}

// beyond returns the neighbours of a level that are new, without scratch
// documents.
func (w *walk) beyond(level []int32, depth int8) []int32 {
	var next []int32
	for _, ord := range level {
		if w.query.StopAtProject && depth > 1 && w.graph.At(ord).Self().Kind == KindProject {
			continue
		}
		for _, link := range w.graph.Links(ord) {
			if w.depths[link.Other] == unseen && !w.graph.At(link.Other).Self().IsScratch() {
				w.depths[link.Other] = depth
				next = append(next, link.Other)
			}
		}
	}
	return next
}

// A candidate is a reached entity with the values that determine whether it is
// selected.
type candidate struct {
	score   int
	updated int64
	ord     int32
	rank    int
}

func (w *walk) candidate(ord int32) candidate {
	e := w.graph.At(ord)
	return candidate{Score(e, w.query.Now), e.Self().UpdatedAt.UnixMicro(), ord, e.Self().Kind.Rank()}
}

// take selects the best candidates that there is room for, at most the given
// number. It sorts only as many of each kind as there is room for.
func (w *walk) take(candidates []candidate, most int) {
	best := make([][]candidate, len(Kinds))
	for _, c := range candidates {
		if room := min(w.room(c.rank), most); room > 0 && w.places[c.ord] == none {
			best[c.rank] = w.insert(best[c.rank], c, room)
		}
	}
	chosen := slices.Concat(best...)
	slices.SortFunc(chosen, w.compare)
	for _, c := range chosen[:min(most, len(chosen), w.query.MaxNodes-len(w.kept))] {
		w.taken[c.rank]++
		w.places[c.ord] = int32(len(w.kept))
		w.kept = append(w.kept, c.ord)
	}
}

// insert adds a candidate to the best ones, of which there are at most the
// given number, the best first.
func (w *walk) insert(best []candidate, c candidate, most int) []candidate {
	if len(best) == most {
		if w.compare(best[most-1], c) < 0 {
			return best
		}
		best = best[:most-1]
	}
	at, _ := slices.BinarySearchFunc(best, c, w.compare)
	return slices.Insert(best, at, c)
}

// room returns how many entities of a kind may be selected.
func (w *walk) room(rank int) int {
	return min(w.query.MaxNodes-len(w.kept), w.query.MaxNodesPerKind-w.taken[rank])
}

func (w *walk) compare(a, b candidate) int {
	if a.score != b.score {
		return b.score - a.score
	}
	if a.updated != b.updated {
		return cmp.Compare(b.updated, a.updated)
	}
	return cmp.Compare(w.graph.At(a.ord).Self().ID, w.graph.At(b.ord).Self().ID)
}

// edges returns the edges between the first n selected nodes: first the edges
// of the walk, in the order of the nodes that they lead to, then the others in
// the order of the nodes that they start from.
func (w *walk) edges(n int32) []int32 {
	inside := func(ord int32) bool { return w.places[ord] != none && w.places[ord] < n }
	var edges []int32
	along := map[int32]bool{}
	for _, ord := range w.kept[1:n] {
		if edge := w.way(ord, n); edge != none {
			along[edge] = true
			edges = append(edges, edge)
		}
	}
	for _, ord := range w.kept[:n] {
		for _, link := range w.graph.Links(ord) {
			if link.Outgoing && inside(link.Other) && !along[link.Edge] {
				edges = append(edges, link.Edge)
			}
		}
	}
	return edges
}

// way returns the edge by which the walk reached a node from one of the first n
// selected nodes, none if no such node is at the distance before. If there are
// several, it is the one from the node selected first, with the relation listed
// first.
func (w *walk) way(ord, n int32) int32 {
	best := Link{Edge: none}
	for _, link := range w.graph.Links(ord) {
		from := w.places[link.Other]
		if from == none || from >= n || w.depths[link.Other] != w.depths[ord]-1 {
			continue
		}
		if best.Edge == none || from < w.places[best.Other] || from == w.places[best.Other] && w.earlier(link, best) {
			best = link
		}
	}
	return best.Edge
}

func (w *walk) earlier(a, b Link) bool {
	return w.graph.EdgeAt(a.Edge).Rel.Rank() < w.graph.EdgeAt(b.Edge).Rel.Rank()
}
