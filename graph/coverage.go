package graph

// A KindCount is the number of entities of a kind. Lists have only kinds with
// entities, in the order of [Kinds].
type KindCount struct {
	Kind  Kind
	Count int
}

// A KindCoverage has the numbers of entities of a kind that are connected to
// the project in some way. Scratch documents are not counted.
type KindCoverage struct {
	Kind     Kind `json:"kind"`
	Total    int  `json:"total"`
	Direct   int  `json:"direct"`   // linked to the project by an edge
	Linked   int  `json:"linked"`   // reachable from the project by any number of edges
	Unlinked int  `json:"unlinked"` // not linked to the project by an edge: total − direct
	Orphaned int  `json:"orphaned"` // without any live edge
}

// Coverage returns the coverage of every kind, in the order of [Kinds]. The
// slice is shared and must not be modified.
func (g *Graph) Coverage() []KindCoverage { return g.coverage() }

func (g *Graph) countCoverage() []KindCoverage {
	reachable, direct := g.reachable(), g.direct()
	coverage := make([]KindCoverage, len(Kinds))
	for rank, spec := range Kinds {
		c := KindCoverage{Kind: spec.Kind}
		from, to := g.span(spec.Kind)
		for ord := from; ord < to; ord++ {
			if g.entities[ord].Self().IsScratch() {
				continue
			}
			c.Total++
			c.Direct += one(direct[ord])
			c.Linked += one(reachable[ord])
			c.Orphaned += one(len(g.Links(int32(ord))) == 0)
		}
		c.Unlinked = c.Total - c.Direct
		coverage[rank] = c
	}
	return coverage
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// findReachable returns, by ordinal, whether an entity is reachable from the
// project without passing through scratch documents.
func (g *Graph) findReachable() []bool {
	reached := make([]bool, len(g.entities))
	root, known := g.ordinals[g.Revision.ProjectID]
	if !known {
		return reached
	}
	reached[root] = true
	for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
		for _, link := range g.Links(queue[0]) {
			if !reached[link.Other] && !g.entities[link.Other].Self().IsScratch() {
				reached[link.Other] = true
				queue = append(queue, link.Other)
			}
		}
	}
	return reached
}

func (g *Graph) findDirect() []bool {
	direct := make([]bool, len(g.entities))
	if root, known := g.ordinals[g.Revision.ProjectID]; known {
		for _, link := range g.Links(root) {
			direct[link.Other] = true
		}
	}
	return direct
}

// IsDirect reports whether an edge links the entity to its project.
func (g *Graph) IsDirect(id string) bool {
	ord, known := g.ordinals[id]
	return known && g.direct()[ord]
}

// Counts returns the numbers of live entities that belong to the project,
// including scratch documents.
func (g *Graph) Counts() []KindCount {
	var counts []KindCount
	for _, spec := range Kinds {
		if n := len(g.OfKind(spec.Kind)); n > 0 && spec.Kind != KindProject {
			counts = append(counts, KindCount{spec.Kind, n})
		}
	}
	return counts
}

// IsLinked reports whether a path of edges leads from the project to the
// entity.
func (g *Graph) IsLinked(id string) bool {
	ord, known := g.ordinals[id]
	return known && g.reachable()[ord]
}

// LinkCount returns the number of entities in [Graph.LinkedEntities] of an id,
// 0 if it is unknown.
func (g *Graph) LinkCount(id string) int {
	links, err := g.LinkedEntities(id, LinkQuery{})
	if err != nil {
		return 0
	}
	return links.Total()
}
