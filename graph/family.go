package graph

import (
	"maps"
	"strings"
)

// Roots returns, by ordinal, the ordinal of the entity that each entity is part
// of: the plan of a requirement, or of the task that produces an output. An
// entity that is part of nothing is its own root. So are projects, milestones
// and records, which other entities share. The list is shared: it must not be
// changed.
func (g *Graph) Roots() []int32 { return g.roots() }

// findRoots goes through the entities by kind: each belongs to the root of the
// entities of earlier kinds that it is linked to.
func (g *Graph) findRoots() []int32 {
	roots := make([]int32, len(g.entities))
	for ord := range roots {
		roots[ord] = int32(ord)
		if owner := g.owner(int32(ord), roots); owner != none {
			roots[ord] = owner
		}
	}
	return roots
}

// owner returns the root of the entity's parents, none if there are no parents
// or they have several. Only the parents of the earliest kind count, and of
// these the ones joined most closely. The roots of all entities of earlier kinds
// are known.
func (g *Graph) owner(ord int32, roots []int32) int32 {
	kind := g.entities[ord].Self().Kind
	if kind.IsShared() {
		return none
	}
	best, owner := len(Kinds)*looseRanks, none
	for _, link := range g.Links(ord) {
		other := g.entities[link.Other].Self().Kind
		if other.IsShared() || other.Rank() >= kind.Rank() {
			continue
		}
		rank := other.Rank()*looseRanks + g.edges[link.Edge].Rel.looseness(link.Direction())
		switch root := roots[link.Other]; {
		case rank < best:
			best, owner = rank, root
		case rank == best && root != owner:
			owner = none
		}
	}
	return owner
}

// IsShared reports whether entities of a kind are parts of nothing, since several
// entities have them in common.
func (k Kind) IsShared() bool {
	return k == KindProject || k == KindMilestone || k == KindRecord
}

// looseRanks is the number of values of looseness.
const looseRanks = 3

// looseness ranks how closely a relation joins an entity to a parent, seen from
// the entity: 0 for containment, 1 for a relation that says what they have to do
// with each other, 2 for one that does not.
func (r Relation) looseness(direction Direction) int {
	switch {
	case r.IsContainment() && direction == Incoming:
		return 0
	case r == RelRelatesTo:
		return 2
	default:
		return 1
	}
}

// TypeWords returns the words that are in the types of one kind alone, with the
// kind: "gate" is output's where there is output.software.feature_gate. The map
// is shared: it must not be changed.
func (g *Graph) TypeWords() map[string]Kind { return g.typeWords() }

func (g *Graph) findTypeWords() map[string]Kind {
	words := map[string]Kind{}
	shared := map[string]bool{}
	seen := map[string]bool{}
	for _, e := range g.entities {
		common := e.Self()
		if common.TypeKey == nil || seen[*common.TypeKey] {
			continue
		}
		seen[*common.TypeKey] = true
		for _, word := range strings.FieldsFunc(*common.TypeKey, func(r rune) bool { return r == '.' || r == '_' }) {
			if kind, known := words[word]; known && kind != common.Kind {
				shared[word] = true
			}
			words[word] = common.Kind
		}
	}
	maps.DeleteFunc(words, func(word string, _ Kind) bool { return shared[word] })
	return words
}
