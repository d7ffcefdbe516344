package memory

import (
	"dossier/flat"
	"dossier/graph"
)

// The content of a graph is the stored part of a project. Everything else is derived from it.
type content struct {
	Revision graph.Revision // of the project, as it was read
	entitySet
	edgeSet
}

// Project returns the project, nil if the graph lacks it.
func (c *content) Project() *graph.Project {
	project, _ := c.Entity(c.Revision.ProjectID).(*graph.Project)
	return project
}

// isPassed reports whether paths from a root may contain an entity.
func (c *content) isPassed(ord, root int32) bool {
	e := c.At(ord)
	return e != nil && (ord == root || !e.Self().IsScratch())
}

// join sets the links of each entity, and the dangling edges. No other graph has
// the edges yet.
func (c *content) join() {
	ends := make([]ends, c.edges.length)
	c.loose = map[int32]bool{}
	for i, e := range c.edges.all() {
		if ends[i] = c.connect(e); e.Dangling {
			c.loose[i] = true
		}
	}
	c.link(ends)
}

// link sets the links of each entity, ordered by edge id, given the ends of all
// edges. It passes over the dangling edges.
func (c *content) link(ends []ends) {
	joined := flat.NewAdjacency(c.count, func(yield func(int32, Link) bool) {
		for i, at := range ends {
			if at.src == none || at.dst == none || at.src == at.dst {
				continue
			}
			if !yield(at.src, Link{at.dst, int32(i), true}) || !yield(at.dst, Link{at.src, int32(i), false}) {
				return
			}
		}
	})
	lists := make([][]Link, c.count)
	for ord := range lists {
		lists[ord] = joined.Of(int32(ord))
	}
	c.links = newPaged(lists)
}

// ends are the ordinals of an edge's source and target, none for a dangling
// edge.
type ends struct{ src, dst int32 }

// endsOf returns the ends of an edge. An edge from an entity to itself counts
// as dangling.
func (c *content) endsOf(e *graph.Edge) ends {
	src, srcKnown := c.Ordinal(e.Src.ID)
	dst, dstKnown := c.Ordinal(e.Dst.ID)
	if e.Deleted || !srcKnown || !dstKnown || src == dst {
		return ends{none, none}
	}
	return ends{src, dst}
}

// connect returns the ends of an edge, and marks it as dangling or not. The ids of
// its ends share the memory of the entities' ids, because a large project has many
// more ends than entities.
func (c *content) connect(e *graph.Edge) ends {
	at := ends{c.share(&e.Src), c.share(&e.Dst)}
	if e.Deleted || at.src == none || at.dst == none || at.src == at.dst {
		at = ends{none, none}
	}
	e.Dangling = at.src == none && !e.Deleted
	return at
}

// share sets the end of an edge to the reference of its entity, and returns the
// ordinal of that, none if there is none.
func (c *content) share(end *graph.Ref) int32 {
	ord, known := c.Ordinal(end.ID)
	if !known {
		return none
	}
	*end = c.At(ord).Self().Ref()
	return ord
}

// canonise makes the relations of edges canonical. Edges of the project share the
// memory of its id.
func canonise(edges []graph.Edge, projectID string) {
	for i := range edges {
		e := &edges[i]
		if rank := e.Rel.Rank(); rank < len(graph.Relations) {
			e.Rel = graph.Relations[rank].Name
		} else {
			*e = e.Canonical()
		}
		if e.ProjectID == projectID {
			e.ProjectID = projectID
		}
	}
}
