package memory

import (
	"bytes"

	"dossier/graph"
)

// A Difference is the difference between a graph and an earlier one, besides the
// content of its entities.
type Difference struct {
	Edges []*graph.Edge // those that are new or changed, with live ends
	Gone  []string      // the ids of edges that are gone, or whose ends are
	Roots []int32       // the entities that are new or have another root
}

// Since returns the difference from an earlier graph from which g follows by
// [Graph.Apply]. It is unknown if entities and edges were numbered again.
func (g *Graph) Since(earlier *Graph) (d Difference, known bool) {
	if g.base != earlier.base || g.base == nil {
		return Difference{}, false
	}
	d.addEdges(g, earlier)
	d.addRoots(g, earlier)
	return d, true
}

func (d *Difference) addEdges(g, earlier *Graph) {
	for number := range g.edges.apart(&earlier.edges) {
		is, was := g.edges.at(number), &graph.Edge{Deleted: true}
		if number < earlier.edges.length {
			was = earlier.edges.at(number)
		}
		switch {
		case isLive(is) && (!isLive(was) || !areEqual(is, was)):
			d.Edges = append(d.Edges, is)
		case isLive(was) && !isLive(is):
			d.Gone = append(d.Gone, was.ID)
		}
	}
}

func (d *Difference) addRoots(g, earlier *Graph) {
	isNew := func(ord int32) bool { return ord >= earlier.entities.length || earlier.At(ord) == nil }
	for ord := range g.entities.apart(&earlier.entities) {
		if g.At(ord) != nil && isNew(ord) {
			d.Roots = append(d.Roots, ord)
		}
	}
	roots, before := g.roots.get(), earlier.roots.get()
	for ord := range roots.apart(&before) {
		if g.At(ord) != nil && !isNew(ord) && *roots.at(ord) != *before.at(ord) {
			d.Roots = append(d.Roots, ord)
		}
	}
}

// isLive reports whether an edge and its ends are live.
func isLive(e *graph.Edge) bool { return !e.Deleted && !e.Dangling }

// areEqual reports whether two edges with the same id have the same content.
func areEqual(e, other *graph.Edge) bool {
	return e.Src == other.Src && e.Rel == other.Rel && e.Dst == other.Dst && bytes.Equal(e.Props, other.Props)
}
