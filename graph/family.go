package graph

import (
	"maps"
	"strings"
)

// Root returns the ordinal of the root of an entity's family, such as the plan
// of a requirement, or of a task that produces an output. An entity without
// parents, or whose parents have different roots, is its own root. So are
// projects, milestones and records, because several entities share them.
func (g *Graph) Root(ord int32) int32 {
	roots := g.roots.get()
	return *roots.at(ord)
}

// findRoots computes the roots in the order of kinds: the root of an entity is
// that of the entities of earlier kinds that it is linked to.
func (g *Graph) findRoots() paged[int32] {
	list := make([]int32, g.entities.length)
	roots := newPaged(list)
	for ord := range g.Entities() {
		list[ord] = ord
		if owner := g.owner(ord, &roots); owner != none {
			list[ord] = owner
		}
	}
	return roots
}

// updateRoots returns the roots, given those of an earlier graph and the
// entities whose links are others.
func (g *Graph) updateRoots(before paged[int32], relinked map[int32]bool) paged[int32] {
	roots := edit(before)
	for roots.length < g.entities.length {
		roots.push(none)
	}
	queue := make([][]int32, len(Kinds)) // by kind: roots follow from those of earlier kinds
	for ord := range relinked {
		if e := g.At(ord); e != nil {
			rank := e.Self().Kind.Rank()
			queue[rank] = append(queue[rank], ord)
		}
	}
	for rank := range queue {
		for _, ord := range queue[rank] {
			root := g.owner(ord, &roots.paged)
			if root == none {
				root = ord
			}
			if *roots.at(ord) == root {
				continue
			}
			roots.set(ord, root)
			g.queueLater(queue, ord, rank)
		}
	}
	return roots.paged
}

// queueLater adds the neighbours of an entity that have later kinds than rank.
func (g *Graph) queueLater(queue [][]int32, ord int32, rank int) {
	for _, link := range g.Links(ord) {
		if later := g.At(link.Other).Self().Kind.Rank(); later > rank {
			queue[later] = append(queue[later], link.Other)
		}
	}
}

// owner returns the root of the entity's parents, none if there are no parents
// or they have several roots. Only the parents of the earliest kind count, and
// of these the most closely related ones. The roots of all entities of earlier
// kinds must be in roots.
func (g *Graph) owner(ord int32, roots *paged[int32]) int32 {
	kind := g.At(ord).Self().Kind
	if kind.IsShared() {
		return none
	}
	best, owner := len(Kinds)*looseRanks, none
	for _, link := range g.Links(ord) {
		other := g.At(link.Other).Self().Kind
		if other.IsShared() || other.Rank() >= kind.Rank() {
			continue
		}
		rank := other.Rank()*looseRanks + g.EdgeAt(link.Edge).Rel.looseness(link.Direction())
		switch root := *roots.at(link.Other); {
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
func (g *Graph) TypeWords() map[string]Kind { return g.typeWords.get() }

// typeOf is a type of entities of a kind; "" for none.
type typeOf struct {
	kind Kind
	key  string
}

func typeOfEntity(e Entity) typeOf { return typeOf{e.Self().Kind, deref(e.Self().TypeKey)} }

func (g *Graph) findTypeWords() map[string]Kind {
	kinds := map[string]Kind{} // by type: the first kind with it
	for use, count := range g.types {
		if kind, known := kinds[use.key]; count > 0 && (!known || use.kind.Rank() < kind.Rank()) {
			kinds[use.key] = use.kind
		}
	}
	words := map[string]Kind{}
	shared := map[string]bool{}
	for key, of := range kinds {
		for _, word := range strings.FieldsFunc(key, func(r rune) bool { return r == '.' || r == '_' }) {
			if kind, known := words[word]; known && kind != of {
				shared[word] = true
			}
			words[word] = of
		}
	}
	maps.DeleteFunc(words, func(word string, _ Kind) bool { return shared[word] })
	return words
}

// Stage returns the last part of an entity's type in words if other types of its
// kind differ from it only there, such as "rejected" of plan.proposal.rejected.
// It returns "" for others.
func (g *Graph) Stage(e Entity) string {
	own := typeOfEntity(e)
	at := strings.LastIndexByte(own.key, '.')
	for use, count := range g.types {
		isOther := count > 0 && use.kind == own.kind && use.key != own.key
		if isOther && strings.LastIndexByte(use.key, '.') == at && at > 0 && use.key[:at] == own.key[:at] && strings.Contains(own.key[:at], ".") {
			return strings.ReplaceAll(own.key[at+1:], "_", " ")
		}
	}
	return ""
}
