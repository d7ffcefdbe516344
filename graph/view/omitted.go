package view

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph"
)

// mostOmitted is the maximum number of omitted entities that are named.
const mostOmitted = 10

// Omitted returns the numbers by kind of the entities that the sections have and said
// lacks, and the first of these entities: in the order in which a larger document would
// have them, then those that no document has because their section is full.
func (p *Plan) Omitted(said map[string]bool) (counts []graph.KindCount, best []graph.Entity) {
	seen, numbers := map[string]bool{}, map[graph.Kind]int{}
	omit := func(e graph.Entity) {
		c := e.Self()
		if said[c.ID] || seen[c.ID] || c.Kind == graph.KindProject {
			return
		}
		seen[c.ID] = true
		numbers[c.Kind]++
		if len(best) < mostOmitted {
			best = append(best, e)
		}
	}
	for _, one := range p.pieces {
		if one.entry >= 0 {
			omit(p.sections[one.section].entries[one.entry].entity)
		}
	}
	for i := range p.sections {
		if c := p.sections[i].chosen; !c.isLine() {
			for _, e := range c.found {
				omit(e)
			}
		}
	}
	for _, spec := range graph.Kinds {
		if n := numbers[spec.Kind]; n > 0 {
			counts = append(counts, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return counts, best
}

// A Trail finds the shortest paths from what a view is about.
type Trail struct{ from map[string][]*graph.Paths } // by project

// Trail returns the paths from the subjects of a choice. It may not be used concurrently.
func (c *Choice) Trail() *Trail {
	t := &Trail{map[string][]*graph.Paths{}}
	for _, s := range c.Scenes {
		id := s.Graph.Revision.ProjectID
		for _, subject := range s.Subjects {
			t.from[id] = append(t.from[id], s.Graph.Paths(subject.Self().ID))
		}
	}
	return t
}

// To returns the shortest path to an entity, from the first subject of several as near;
// nil if there is none, or the entity is a subject.
func (t *Trail) To(e graph.Entity) []graph.SnapshotEdge {
	paths := t.from[e.Self().ProjectID]
	distance := func(p *graph.Paths) int {
		if d := p.Distance(e.Self().ID); d >= 0 {
			return d
		}
		return math.MaxInt
	}
	if len(paths) == 0 {
		return nil
	}
	return slices.MinFunc(paths, func(a, b *graph.Paths) int { return cmp.Compare(distance(a), distance(b)) }).Edges(e.Self().ID)
}
