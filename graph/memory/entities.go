package memory

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"dossier/graph"
)

// An entitySet has the live entities of a graph by number. The numbers are those of a
// numbering, and then those of entities that were added since.
type entitySet struct {
	base          *numbering
	entities      paged[graph.Entity] // by ordinal; nil for a removed one
	addedEntities []int32             // those that base lacks, by id
	renamed       bool                // an entity of base may have another external id than there
	count         int
	types         typeCounts
}

// A numbering numbers the entities that a project once had. Graphs that
// follow from each other by few changes share it.
type numbering struct {
	ordinals  map[string]int32 // by id; entities are ordered by kind and id
	spans     []int32          // by rank of a kind: its first ordinal; then the number of entities
	ids       *once[[]string]  // sorted
	externals *once[externals]
	sizes     *once[sizes]
}

// newEntitySet numbers entities that are ordered by kind and id.
func newEntitySet(entities []graph.Entity) entitySet {
	s := entitySet{base: newNumbering(entities), entities: newPaged(entities), count: len(entities), types: typeCounts{}}
	for _, e := range entities {
		s.types[typeOfEntity(e)]++
	}
	return s
}

// newNumbering numbers entities that are ordered by kind and id.
func newNumbering(entities []graph.Entity) *numbering {
	n := &numbering{ordinals: make(map[string]int32, len(entities)), spans: make([]int32, len(graph.Kinds)+1)}
	for i, e := range entities {
		n.ordinals[e.Self().ID] = int32(i)
		n.spans[e.Self().Kind.Rank()+1] = int32(i + 1)
	}
	for rank := 1; rank < len(n.spans); rank++ {
		n.spans[rank] = max(n.spans[rank], n.spans[rank-1])
	}
	n.ids = onNeed(func() []string { return sortedIDs(entities) })
	return n
}

// size returns the number of entities that the numbering orders.
func (n *numbering) size() int32 { return n.spans[len(graph.Kinds)] }

func compareEntities(a, b graph.Entity) int {
	x, y := a.Self(), b.Self()
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind.Rank(), y.Kind.Rank())
	}
	return cmp.Compare(x.ID, y.ID)
}

// Compare compares the entities with two ordinals by kind and id.
func (s *entitySet) Compare(a, b int32) int { return compareEntities(s.At(a), s.At(b)) }

// Entity returns the live entity with an id, nil if there is none.
func (s *entitySet) Entity(id string) graph.Entity {
	if ord, known := s.Ordinal(id); known {
		return s.At(ord)
	}
	return nil
}

// Count returns the number of live entities.
func (s *entitySet) Count() int { return s.count }

// Entities iterates over the live entities with their ordinals, ordered by kind
// and id.
func (s *entitySet) Entities() iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		for _, spec := range graph.Kinds {
			for ord, e := range s.OfKind(spec.Kind) {
				if !yield(ord, e) {
					return
				}
			}
		}
	}
}

// OfKind iterates over the live entities of a kind with their ordinals, ordered
// by id.
func (s *entitySet) OfKind(kind graph.Kind) iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		added := s.addedOf(kind)
		for ord, to := s.base.span(kind); ord < to || len(added) > 0; {
			next := ord
			switch {
			case ord < to && s.At(ord) == nil:
				ord++
				continue
			case ord == to || len(added) > 0 && s.At(added[0]).Self().ID < s.At(ord).Self().ID:
				next, added = added[0], added[1:]
			default:
				ord++
			}
			if !yield(next, s.At(next)) {
				return
			}
		}
	}
}

// addedOf returns the added entities of a kind, by id.
func (s *entitySet) addedOf(kind graph.Kind) (added []int32) {
	for _, ord := range s.addedEntities {
		if s.At(ord).Self().Kind == kind {
			added = append(added, ord)
		}
	}
	return added
}

// span returns the range of ordinals of a kind, from inclusive, to exclusive.
func (n *numbering) span(kind graph.Kind) (from, to int32) {
	return n.spans[kind.Rank()], n.spans[kind.Rank()+1]
}

// CountOf returns the number of live entities of a kind.
func (s *entitySet) CountOf(kind graph.Kind) (count int) {
	for use, n := range s.types {
		if use.kind == kind {
			count += n
		}
	}
	return count
}

// Ordinal returns the number of a live entity, for [Graph.At].
func (s *entitySet) Ordinal(id string) (ord int32, known bool) {
	if ord, known = s.base.ordinals[id]; known {
		return ord, *s.entities.at(ord) != nil
	}
	at, known := s.findAdded(id)
	if !known {
		return 0, false
	}
	return s.addedEntities[at], true
}

// findAdded returns where an added entity is, or would be, in addedEntities.
func (s *entitySet) findAdded(id string) (at int, found bool) {
	return slices.BinarySearchFunc(s.addedEntities, id, func(ord int32, id string) int { return strings.Compare(s.At(ord).Self().ID, id) })
}

// Ordinals returns the number of ordinals: all are less than it.
func (s *entitySet) Ordinals() int { return int(s.entities.length) }

// At returns the entity with an ordinal.
func (s *entitySet) At(ord int32) graph.Entity { return *s.entities.at(ord) }

// Pages returns the number of pages of entities.
func (s *entitySet) Pages() int { return len(s.entities.pages) }

// PageOf returns the page of the entity with an ordinal.
func PageOf(ord int32) int { return int(ord >> pageBits) }

// Page iterates over the live entities of a page.
func (s *entitySet) Page(page int) iter.Seq2[int32, graph.Entity] {
	return func(yield func(int32, graph.Entity) bool) {
		for i, e := range s.entities.pages[page] {
			if e != nil && !yield(int32(page<<pageBits+i), e) {
				return
			}
		}
	}
}
