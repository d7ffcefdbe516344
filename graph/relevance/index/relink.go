package index

import (
	"cmp"
	"slices"
)

// A Relinking changes the edges and the roots of an index.
type Relinking struct {
	Put  []Edge   // the edges that are new or changed
	Gone []string // the ids of edges to remove
	// Roots has the roots of the entries that are new or have another root, by id.
	// The root of a root is itself.
	Roots map[string]string
}

// FewEdges is the number of edges up to which Relink is faster than SetEdges, by
// eye: each copies the links of its ends, and one end may be joined to all
// entries.
const FewEdges = 100

// Relink changes edges and roots, which were set before. It takes time for what
// changes.
func (x *Index) Relink(r Relinking) {
	x.lock()
	defer x.mu.Unlock()
	defer x.changed()
	for _, id := range r.Gone {
		x.links.remove(id)
	}
	for i := range r.Put {
		x.links.remove(r.Put[i].ID)
		if e, joins := x.links.edgeOf(&r.Put[i], x); joins {
			x.links.add(e)
		}
	}
	x.moveRoots(r.Roots)
	for id := range r.Roots {
		x.headFamily(id)
	}
}

// number returns the number of the edge with an id, also of a removed one.
func (l *links) number(id string) (number int32, known bool) {
	if number, known = l.added[id]; known {
		return number, true
	}
	first := l.edges[:len(l.edges)-len(l.added)]
	at, known := slices.BinarySearchFunc(first, id, func(e edge, id string) int { return cmp.Compare(e.id, id) })
	return int32(at), known
}

// add adds an edge that is not there.
func (l *links) add(e edge) {
	number, known := l.number(e.id)
	if !known {
		number = int32(len(l.edges))
		l.edges, l.added[e.id] = append(l.edges, e), number
	}
	l.edges[number] = e
	l.regroup(number, func() {
		l.changed[e.from] = l.inserted(l.of(e.from), Link{e.to, number, false})
		l.changed[e.to] = l.inserted(l.of(e.to), Link{e.from, number, true})
	})
	if l.role(&e) == Follows {
		at := l.place(l.sequences, number)
		l.sequences, l.neighbours = slices.Insert(l.sequences, at, number), slices.Insert(l.neighbours, at, [2]int32{e.from, e.to})
	}
}

// remove removes the edge with an id, if any.
func (l *links) remove(id string) {
	number, known := l.number(id)
	if !known || l.edges[number].relation == noRelation {
		return
	}
	e := &l.edges[number]
	l.regroup(number, func() {
		l.changed[e.from] = without(l.of(e.from), number)
		l.changed[e.to] = without(l.of(e.to), number)
	})
	if l.role(e) == Follows {
		at := l.place(l.sequences, number)
		l.sequences, l.neighbours = slices.Delete(l.sequences, at, at+1), slices.Delete(l.neighbours, at, at+1)
	}
	e.relation = noRelation
}

// detach removes the edges of entries that will be removed.
func (x *Index) detach(ids []string) {
	gone, edges := map[int32]bool{}, 0
	for _, id := range ids {
		if ordinal, known := x.ordinals[id]; known {
			gone[ordinal] = true
			edges += len(x.links.of(ordinal))
		}
	}
	if edges > FewEdges {
		x.links.retain(len(x.entries), func(e edge) bool { return !gone[e.from] && !gone[e.to] })
		return
	}
	for ordinal := range gone {
		for _, link := range x.links.of(ordinal) {
			x.links.remove(x.links.edges[link.Edge].id)
		}
	}
}

// retain removes all other edges. size is the number of ordinals.
func (l *links) retain(size int, retained func(edge) bool) {
	l.edges = slices.DeleteFunc(l.edges, func(e edge) bool { return e.relation == noRelation || !retained(e) })
	l.sort()
	l.join(size)
}

// inserted returns a copy of links with another.
func (l *links) inserted(list []Link, link Link) []Link {
	at, _ := slices.BinarySearchFunc(list, link.Edge, func(link Link, number int32) int { return l.compare(link.Edge, number) })
	return slices.Insert(slices.Clip(list), at, link)
}

// without returns a copy of links without those of an edge.
func without(list []Link, number int32) []Link {
	return slices.DeleteFunc(slices.Clone(list), func(link Link) bool { return link.Edge == number })
}

// compare compares edges by id.
func (l *links) compare(a, b int32) int { return cmp.Compare(l.edges[a].id, l.edges[b].id) }

// place returns the index of an edge in a list of edges, or where it belongs.
func (l *links) place(list []int32, number int32) int {
	at, _ := slices.BinarySearchFunc(list, number, l.compare)
	return at
}

// regroup calls change, which changes the lists of an edge's ends, and updates the
// family that the edge belongs to.
func (l *links) regroup(number int32, change func()) {
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
func (l *links) familyPlace(first int32) int {
	at, _ := slices.BinarySearchFunc(l.families, first, func(f Family, first int32) int { return l.compare(f.first, first) })
	return at
}

// familyOf returns the family of a parent, without children if there is none.
func (l *links) familyOf(parent int32) Family {
	family := Family{Parent: parent}
	for _, link := range l.of(parent) {
		if of, child, contains := l.contains(&l.edges[link.Edge]); contains && of == parent {
			if family.Children == nil {
				family.first = link.Edge
			}
			family.Children = append(family.Children, child)
		}
	}
	return family
}
