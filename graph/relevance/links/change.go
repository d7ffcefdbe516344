package links

import (
	"cmp"
	"slices"
)

// Few is the number of edges up to which Put and Remove are faster than New, by eye:
// each copies the links of its ends, and one end may be joined to all entries.
const Few = 100

// Put adds or replaces an edge. See [New] for ordinalOf.
func (l *Links) Put(e *Edge, ordinalOf func(id string) (ordinal int32, known bool)) {
	l.Remove(e.ID)
	if numbered, joins := l.edgeOf(e, ordinalOf); joins {
		l.add(numbered)
	}
}

// number returns the number of the edge with an id, also of a removed one.
func (l *Links) number(id string) (number int32, known bool) {
	if number, known = l.added[id]; known {
		return number, true
	}
	first := l.edges[:len(l.edges)-len(l.added)]
	at, known := slices.BinarySearchFunc(first, id, func(e edge, id string) int { return cmp.Compare(e.id, id) })
	return int32(at), known
}

// add adds an edge that is not there.
func (l *Links) add(e edge) {
	number, known := l.number(e.id)
	if !known {
		number = int32(len(l.edges))
		l.edges, l.added[e.id] = append(l.edges, e), number
	}
	l.edges[number] = e
	l.regroup(number, func() {
		l.changed[e.from] = l.inserted(l.Of(e.from), Link{e.to, number, false})
		l.changed[e.to] = l.inserted(l.Of(e.to), Link{e.from, number, true})
	})
	if l.role(&e) == Follows {
		at := l.place(l.sequences, number)
		l.sequences, l.neighbours = slices.Insert(l.sequences, at, number), slices.Insert(l.neighbours, at, [2]int32{e.from, e.to})
	}
}

// Remove removes the edge with an id, if any.
func (l *Links) Remove(id string) {
	number, known := l.number(id)
	if !known || l.edges[number].relation == noRelation {
		return
	}
	e := &l.edges[number]
	l.regroup(number, func() {
		l.changed[e.from] = without(l.Of(e.from), number)
		l.changed[e.to] = without(l.Of(e.to), number)
	})
	if l.role(e) == Follows {
		at := l.place(l.sequences, number)
		l.sequences, l.neighbours = slices.Delete(l.sequences, at, at+1), slices.Delete(l.neighbours, at, at+1)
	}
	e.relation = noRelation
}

// Detach removes the edges of entries. Ordinals are less than size.
func (l *Links) Detach(ordinals map[int32]bool, size int) {
	edges := 0
	for ordinal := range ordinals {
		edges += len(l.Of(ordinal))
	}
	if edges > Few {
		l.retain(size, func(e edge) bool { return !ordinals[e.from] && !ordinals[e.to] })
		return
	}
	for ordinal := range ordinals {
		for _, link := range l.Of(ordinal) {
			l.Remove(l.edges[link.Edge].id)
		}
	}
}

// retain removes all other edges. size is the number of ordinals.
func (l *Links) retain(size int, retained func(edge) bool) {
	l.edges = slices.DeleteFunc(l.edges, func(e edge) bool { return e.relation == noRelation || !retained(e) })
	l.sort()
	l.Join(size)
}

// inserted returns a copy of links with another.
func (l *Links) inserted(list []Link, link Link) []Link {
	at, _ := slices.BinarySearchFunc(list, link.Edge, func(link Link, number int32) int { return l.compare(link.Edge, number) })
	return slices.Insert(slices.Clip(list), at, link)
}

// without returns a copy of links without those of an edge.
func without(list []Link, number int32) []Link {
	return slices.DeleteFunc(slices.Clone(list), func(link Link) bool { return link.Edge == number })
}

// compare compares edges by id.
func (l *Links) compare(a, b int32) int { return cmp.Compare(l.edges[a].id, l.edges[b].id) }

// place returns the index of an edge in a list of edges, or where it belongs.
func (l *Links) place(list []int32, number int32) int {
	at, _ := slices.BinarySearchFunc(list, number, l.compare)
	return at
}

// regroup calls change, which changes the lists of an edge's ends, and updates the
// family that the edge belongs to.
func (l *Links) regroup(number int32, change func()) {
	parent, _, contains := l.contains(&l.edges[number])
	if !contains {
		change()
		return
	}
	if before := l.familyOf(parent); before.Children != nil {
		at := l.familyPlace(before.first)
		l.families = slices.Delete(l.families, at, at+1)
		l.contained -= len(before.Children)
	}
	change()
	if after := l.familyOf(parent); after.Children != nil {
		l.families = slices.Insert(l.families, l.familyPlace(after.first), after)
		l.contained += len(after.Children)
	}
}

// familyPlace returns the index of the family with a first edge, or where it
// belongs.
func (l *Links) familyPlace(first int32) int {
	at, _ := slices.BinarySearchFunc(l.families, first, func(f Family, first int32) int { return l.compare(f.first, first) })
	return at
}

// familyOf returns the family of a parent, without children if there is none.
func (l *Links) familyOf(parent int32) Family {
	family := Family{Parent: parent}
	for _, link := range l.Of(parent) {
		if of, child, contains := l.contains(&l.edges[link.Edge]); contains && of == parent {
			if family.Children == nil {
				family.first = link.Edge
			}
			family.Children = append(family.Children, child)
		}
	}
	return family
}
