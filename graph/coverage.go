package graph

// A KindCount is a number of entities of a kind. Lists of them hold the kinds
// that have any, in the order of [Kinds].
type KindCount struct {
	Kind  Kind
	Count int
}

// A KindCoverage says how much of a kind hangs together with its project.
// Scratch documents are not counted.
type KindCoverage struct {
	Kind     Kind `json:"kind"`
	Total    int  `json:"total"`
	Direct   int  `json:"direct"`   // joined to the project by an edge
	Linked   int  `json:"linked"`   // reached from the project over any number of edges
	Unlinked int  `json:"unlinked"` // not joined to the project by an edge: total − direct
	Orphaned int  `json:"orphaned"` // without any live edge
}

// Coverage is the coverage of every kind, in the order of [Kinds]. The list is
// shared: it must not be changed.
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

// findReachable walks from the project, not through scratch documents.
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

// IsDirect reports whether an edge joins the entity to its project.
func (g *Graph) IsDirect(id string) bool {
	ord, known := g.ordinals[id]
	return known && g.direct()[ord]
}

// Counts are the numbers of live entities that belong to the project, scratch
// documents among them.
func (g *Graph) Counts() []KindCount {
	var counts []KindCount
	for _, spec := range Kinds {
		if n := len(g.OfKind(spec.Kind)); n > 0 && spec.Kind != KindProject {
			counts = append(counts, KindCount{spec.Kind, n})
		}
	}
	return counts
}

// IsLinked reports whether a path of edges joins the entity to its project.
func (g *Graph) IsLinked(id string) bool {
	ord, known := g.ordinals[id]
	return known && g.reachable()[ord]
}

// LinkCount returns how many entities are linked to the one of an id: those of
// [Graph.LinkedEntities].
func (g *Graph) LinkCount(id string) int {
	links, err := g.LinkedEntities(id, LinkQuery{})
	if err != nil {
		return 0
	}
	return links.Total()
}
