package graph

import (
	"maps"
	"strings"
)

// Roots returns, by ordinal, the ordinal of the root of each entity's family,
// such as the plan of a requirement, or of a task that produces an output. An
// entity without parents, or whose parents have different roots, is its own
// root. So are projects, milestones and records, because several entities share
// them. The slice is shared and must not be modified.
func (g *Graph) Roots() []int32 { return g.roots() }

// findRoots computes the roots in the order of kinds: the root of an entity is
// that of the entities of earlier kinds that it is linked to.
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
// or they have several roots. Only the parents of the earliest kind count, and
// of these the most closely related ones. The roots of all entities of earlier
// kinds must be in roots.
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

// IsShared reports whether entities of a kind are always their own roots,
// because several entities share them.
func (k Kind) IsShared() bool {
	return k == KindProject || k == KindMilestone || k == KindRecord
}

// looseRanks is the number of values of looseness.
const looseRanks = 3

// looseness ranks how closely a relation joins an entity to a parent, seen from
// the entity: 0 for containment, 1 for a specific relation, 2 for relates_to.
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

// TypeWords returns the words that occur only in the types of one kind, with
// the kind: "gate" has the kind output if it is only in
// output.software.feature_gate. The map is shared and must not be modified.
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
