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

func (g *Graph) countCoverage() []KindCoverage {
	coverage := make([]KindCoverage, len(graph.Kinds))
	for rank, spec := range graph.Kinds {
		coverage[rank].Kind = spec.Kind
	}
	for ord := range g.Entities() {
		g.cover(coverage, ord, 1)
	}
	return coverage
}

// cover adds n to the counts of an entity.
func (g *Graph) cover(coverage []KindCoverage, ord int32, n int) {
	e := g.At(ord)
	if e.Self().IsScratch() {
		return
	}
	c := &coverage[e.Self().Kind.Rank()]
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

func (g *Graph) findDirect() []bool {
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

// Counts returns the numbers of live entities that belong to the project,
// including scratch documents.
func (g *Graph) Counts() []graph.KindCount {
	var counts []graph.KindCount
	for _, spec := range graph.Kinds {
		if n := g.CountOf(spec.Kind); n > 0 && spec.Kind != graph.KindProject {
			counts = append(counts, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return counts
}

// IsLinked reports whether a path of edges leads from the project to the
// entity.
func (g *Graph) IsLinked(id string) bool {
	ord, known := g.Ordinal(id)
	return known && g.IsLinkedAt(ord)
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

// A KindStates has the numbers of entities of a kind in each state.
type KindStates struct {
	Kind   graph.Kind         // a kind with states
	States []graph.StateCount // those with entities, in the order of the states
}

// StateCounts returns the numbers of entities of the project by kind and state,
// for kinds that have states.
func (g *Graph) StateCounts() []KindStates {
	list := []KindStates{}
	for _, spec := range graph.Kinds {
		if spec.Kind == graph.KindProject || len(spec.States) == 0 {
			continue
		}
		counts := map[string]int{}
		for _, e := range g.OfKind(spec.Kind) {
			counts[e.Self().State()]++
		}
		states := KindStates{Kind: spec.Kind, States: []graph.StateCount{}}
		for _, state := range spec.States {
			if counts[state] > 0 {
				states.States = append(states.States, graph.StateCount{State: state, Count: counts[state]})
			}
		}
		list = append(list, states)
	}
	return list
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
