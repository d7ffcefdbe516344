package memory

import (
	"cmp"
	"slices"
	"sync"

	"dossier/graph"
)

// A walk traverses a graph breadth-first, one distance after the other, and
// selects nodes within the limits of its query.
type walk struct {
	graph   *Graph
	query   SnapshotQuery
	marks   []uint8         // by ordinal: 0 before it is reached, then the distance from the root plus 1, and chosen
	kept    []int32         // ordinals, in the order of selection
	places  map[int32]int32 // the index in kept, by ordinal
	taken   []int           // by kind
	refused []int           // by kind: reached and not selected
}

// chosen is the mark of nodes in kept.
const chosen uint8 = 1 << 7

// marks keeps the marks of walks for reuse.
var marks = sync.Pool{New: func() any { return new([]uint8) }}

func newWalk(g *Graph, q SnapshotQuery) *walk {
	used := *marks.Get().(*[]uint8)
	used = slices.Grow(used[:0], g.Ordinals())[:g.Ordinals()]
	clear(used)
	return &walk{
		graph: g, query: q, marks: used, places: map[int32]int32{},
		taken: make([]int, len(graph.Kinds)), refused: make([]int, len(graph.Kinds)),
	}
}

// release ends the use of the walk.
func (w *walk) release() { marks.Put(&w.marks) }

// reservedShare is the divisor of MaxNodes that determines how many nodes are
// reserved for entities with a score above 0, at any distance.
const reservedShare = 3

// from walks from a root and selects nodes: the root, the reserved ones with
// the highest scores at any distance, then the others by distance while there
// is room. Of the entities at a distance it remembers only the best, as many as
// may be selected.
func (w *walk) from(root int32) {
	w.take([]candidate{w.reach(root, 0)}, 1)
	if w.graph.At(root).Self().ID == w.graph.Revision.ProjectID {
		w.choose(w.surveyed())
	} else {
		w.choose(w.walked(root))
	}
}

// choose selects nodes, given the best candidates at each distance.
func (w *walk) choose(levels []best) {
	reserved, scored := w.query.MaxNodes/reservedShare, w.newBest()
	for _, found := range levels {
		for _, c := range slices.Concat(found...) {
			if c.score > 0 {
				scored.add(w, c, min(reserved, w.query.MaxNodesPerKind))
			}
		}
	}
	w.take(slices.Concat(scored...), reserved)
	for _, found := range levels {
		w.take(slices.Concat(found...), w.query.MaxNodes)
	}
}

// walked returns the best candidates at each distance from a root.
func (w *walk) walked(root int32) (levels []best) {
	level := []int32{root}
	for depth := 1; depth <= w.query.Depth && len(level) > 0; depth++ {
		found := w.newBest()
		level = w.beyond(level, depth, func(c candidate) { found.add(w, c, w.query.MaxNodesPerKind) })
		levels = append(levels, found)
	}
	return levels
}

// beyond calls found with the neighbours of a level that are new, without scratch
// documents. It returns them, unless they are at the greatest distance.
func (w *walk) beyond(level []int32, depth int, found func(candidate)) (next []int32) {
	for _, ord := range level {
		if w.query.StopAtProject && depth > 1 && w.graph.At(ord).Self().Kind == graph.KindProject {
			continue
		}
		for _, link := range w.graph.Links(ord) {
			if w.marks[link.Other] != 0 || w.graph.At(link.Other).Self().IsScratch() {
				continue
			}
			found(w.reach(link.Other, depth))
			if depth < w.query.Depth {
				next = append(next, link.Other)
			}
		}
	}
	return next
}

// reach marks an entity as reached, and returns it as a candidate.
func (w *walk) reach(ord int32, depth int) candidate {
	c := w.candidate(ord)
	w.marks[ord] = uint8(depth + 1)
	w.refused[c.rank]++
	return c
}

// depth returns the distance of a reached entity from the root.
func (w *walk) depth(ord int32) int { return int(w.marks[ord]&^chosen) - 1 }

// place returns the index of an entity in kept, none if it is not selected.
func (w *walk) place(ord int32) int32 {
	if w.marks[ord]&chosen == 0 {
		return none
	}
	return w.places[ord]
}

// best are the best candidates, by kind, the best first.
type best [][]candidate

func (*walk) newBest() best { return make(best, len(graph.Kinds)) }

// add adds a candidate, unless there are already so many of its kind that are
// better.
func (b best) add(w *walk, c candidate, most int) {
	if most > 0 {
		b[c.rank] = w.insert(b[c.rank], c, most)
	}
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
	return candidate{graph.Score(e, w.query.Now), e.Self().UpdatedAt.UnixMicro(), ord, e.Self().Kind.Rank()}
}

// take selects the best candidates that there is room for, at most the given
// number. It sorts only as many of each kind as there is room for.
func (w *walk) take(candidates []candidate, most int) {
	fits := w.newBest()
	for _, c := range candidates {
		if w.marks[c.ord]&chosen == 0 {
			fits.add(w, c, min(w.room(c.rank), most))
		}
	}
	all := slices.Concat(fits...)
	slices.SortFunc(all, w.compare)
	for _, c := range all[:min(most, len(all), w.query.MaxNodes-len(w.kept))] {
		w.taken[c.rank]++
		w.refused[c.rank]--
		w.marks[c.ord] |= chosen
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
	if size := w.graph.base.size(); a.rank == b.rank && a.ord < size && b.ord < size {
		return cmp.Compare(a.ord, b.ord) // which is by id
	}
	return cmp.Compare(w.graph.At(a.ord).Self().ID, w.graph.At(b.ord).Self().ID)
}

// edges returns the edges between the first n selected nodes: first the edges
// of the walk, in the order of the nodes that they lead to, then the others in
// the order of the nodes that they start from.
func (w *walk) edges(n int32) []int32 {
	inside := func(ord int32) bool { place := w.place(ord); return place != none && place < n }
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
		from := w.place(link.Other)
		if from == none || from >= n || w.depth(link.Other) != w.depth(ord)-1 {
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
