package index

import (
	"cmp"
	"slices"

	"dossier/graph/flat"
)

// Link is an edge seen from one of its ends.
type Link struct {
	Other int32 // ordinal
	Edge  int32 // for Index.Edge
	// Incoming reports whether Other is the source of the edge.
	Incoming bool
}

// Family is an entry and the entries that it directly contains, in the order of
// the edges.
type Family struct {
	Parent   int32   // ordinal
	Children []int32 // ordinals

	first int32 // the first edge of a child
}

// links has the edges between entries, each list of them by id.
type links struct {
	relations  flat.Numbered[relation, uint16]
	edges      []edge           // by number: those of the last newLinks, by id; then others
	added      map[string]int32 // the numbers of the others
	byEntry    flat.Adjacency[Link]
	changed    map[int32][]Link // by ordinal: the lists that differ from byEntry
	families   []Family         // by first edge
	contained  int              // number of children in all families
	neighbours [][2]int32
	sequences  []int32 // the edges of neighbours
}

// edge is an [Edge] between entries. An edge that was removed has the relation
// noRelation.
type edge struct {
	id       string
	from, to int32  // ordinals
	relation uint16 // into links.relations
}

const noRelation = ^uint16(0)

// relation has what edges of a relation have in common.
type relation struct {
	name string
	role Role
}

// newLinks returns the links for edges.
func newLinks(edges []Edge, x *Index) links {
	l := links{relations: flat.NewNumbered[relation, uint16](), edges: make([]edge, 0, len(edges))}
	for i := range edges {
		if e, joins := l.edgeOf(&edges[i], x); joins {
			l.edges = append(l.edges, e)
		}
	}
	l.sort()
	l.join(len(x.entries))
	return l
}

// sort orders the edges by id.
func (l *links) sort() {
	if byID := func(a, b edge) int { return cmp.Compare(a.id, b.id) }; !slices.IsSortedFunc(l.edges, byID) {
		slices.SortStableFunc(l.edges, byID)
	}
}

// join builds the adjacency arrays from the sorted edges. size is the number of
// ordinals.
func (l *links) join(size int) {
	l.added, l.changed = map[string]int32{}, map[int32][]Link{}
	l.byEntry = flat.NewAdjacency(size, func(yield func(int32, Link) bool) {
		for i := range l.edges {
			e := &l.edges[i]
			if !yield(e.from, Link{e.to, int32(i), false}) || !yield(e.to, Link{e.from, int32(i), true}) {
				return
			}
		}
	})
	l.group()
}

// edgeOf returns an edge with the numbers of this index, and whether it joins two
// entries.
func (l *links) edgeOf(e *Edge, x *Index) (numbered edge, joins bool) {
	from, fromKnown := x.ordinals[e.From]
	to, toKnown := x.ordinals[e.To]
	if !fromKnown || !toKnown || from == to {
		return edge{}, false
	}
	return edge{e.ID, from, to, l.relations.Number(relation{e.Relation, e.Role})}, true
}

// of returns the links of an entry.
func (l *links) of(ordinal int32) []Link {
	if list, changed := l.changed[ordinal]; changed {
		return list
	}
	return l.byEntry.Of(ordinal)
}

// role returns the role of an edge.
func (l *links) role(e *edge) Role { return l.relations.Values[e.relation].role }

// contains returns the parent and the child that an edge joins, and whether it
// contains one in the other.
func (l *links) contains(e *edge) (parent, child int32, contains bool) {
	switch l.role(e) {
	case Contains:
		return e.from, e.to, true
	case PartOf:
		return e.to, e.from, true
	default:
		return 0, 0, false
	}
}

// group sets the families and neighbours.
func (l *links) group() {
	l.families, l.contained, l.neighbours, l.sequences = nil, 0, nil, nil
	numbers := make(map[int32]int) // by parent: index of the family
	for i := range l.edges {
		e := &l.edges[i]
		if l.role(e) == Follows {
			l.neighbours, l.sequences = append(l.neighbours, [2]int32{e.from, e.to}), append(l.sequences, int32(i))
		}
		parent, child, contains := l.contains(e)
		if !contains {
			continue
		}
		number, known := numbers[parent]
		if !known {
			number = len(l.families)
			numbers[parent] = number
			l.families = append(l.families, Family{Parent: parent, first: int32(i)})
		}
		l.families[number].Children = append(l.families[number].Children, child)
		l.contained++
	}
	l.families = flat.Exact(l.families)
	l.compact()
}

// compact moves the children of all families into one array.
func (l *links) compact() {
	children := make([]int32, 0, l.contained)
	for i := range l.families {
		family := &l.families[i]
		children = append(children, family.Children...)
		last := len(children)
		family.Children = children[last-len(family.Children) : last : last]
	}
}
