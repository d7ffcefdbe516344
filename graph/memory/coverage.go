package memory

import "dossier/graph"

// A KindCoverage has the numbers of entities of a kind that are connected to
// the project in some way. Scratch documents are not counted.
type KindCoverage struct {
	Kind     graph.Kind `json:"kind"`
	Total    int        `json:"total"`    // all of the kind
	Direct   int        `json:"direct"`   // linked to the project by an edge
	Linked   int        `json:"linked"`   // reachable from the project by any number of edges
	Unlinked int        `json:"unlinked"` // not linked to the project by an edge: total − direct
	Orphaned int        `json:"orphaned"` // without any live edge
}

// Coverage returns the coverage of every kind, in the order of [graph.Kinds]. The
// slice is shared and must not be modified.
func (g *Graph) Coverage() []KindCoverage { return g.coverage.get() }

// coverage is that of each kind, in the order of [graph.Kinds].
type coverage []KindCoverage

func findCoverage(g *Graph) coverage {
	c := make(coverage, len(graph.Kinds))
	for rank, spec := range graph.Kinds {
		c[rank].Kind = spec.Kind
	}
	for ord := range g.Entities() {
		c.add(g, ord, 1)
	}
	return c
}

// add adds n to the counts of an entity.
func (all coverage) add(g *Graph, ord int32, n int) {
	e := g.At(ord)
	if e.Self().IsScratch() {
		return
	}
	c := &all[e.Self().Kind.Rank()]
	c.Total += n
	c.Direct += n * one(g.IsDirectAt(ord))
	c.Linked += n * one(g.IsLinkedAt(ord))
	c.Orphaned += n * one(len(g.Links(ord)) == 0)
	c.Unlinked = c.Total - c.Direct
}

// IsLinkedAt reports whether the entity with an ordinal is reachable from the project.
func (g *Graph) IsLinkedAt(ord int32) bool {
	reached := g.reachable.get()
	return *reached.at(ord)
}

// IsDirectAt reports whether an edge joins the entity with an ordinal and the project.
func (g *Graph) IsDirectAt(ord int32) bool {
	direct := g.direct.get()
	return int(ord) < len(direct) && direct[ord]
}

func findDirect(g *Graph) []bool {
	direct := make([]bool, g.entities.length)
	if root, known := g.Ordinal(g.Revision.ProjectID); known {
		for _, link := range g.Links(root) {
			direct[link.Other] = true
		}
	}
	return direct
}

// IsDirect reports whether an edge links the entity to its project.
func (g *Graph) IsDirect(id string) bool {
	ord, known := g.Ordinal(id)
	return known && g.IsDirectAt(ord)
}

// IsLinked reports whether a path of edges leads from the project to the
// entity.
func (g *Graph) IsLinked(id string) bool {
	ord, known := g.Ordinal(id)
	return known && g.IsLinkedAt(ord)
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
