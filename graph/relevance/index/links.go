package index

import "dossier/graph"

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
	Parent   int32
	Children []int32
}

// links has the edges between entries.
type links struct {
	relations  numbered[relation]
	edges      []edge
	outside    []outside
	byEntry    graph.Adjacency[Link]
	families   []Family
	contained  int // number of children in all families
	neighbours [][2]int32
}

// edge is an [Edge] between entries.
type edge struct {
	id       string
	from, to int32  // ordinals
	relation uint16 // into links.relations
}

// relation has what edges of a relation have in common.
type relation struct {
	name string
	role graph.RelationRole
}

// outside is an edge with an end that is not indexed. at is the number of
// links.edges that precede it.
type outside struct {
	Edge
	at int32
}

// newLinks returns the links for edges, in their order. It omits edges from an
// entry to itself.
func newLinks(edges []Edge, x *Index) links {
	l := links{relations: newNumbered[relation](), edges: make([]edge, 0, len(edges))}
	for _, e := range edges {
		from, fromKnown := x.ordinals[e.From]
		to, toKnown := x.ordinals[e.To]
		switch {
		case e.From == e.To:
		case fromKnown && toKnown:
			l.edges = append(l.edges, edge{e.ID, from, to, l.relations.number(relation{e.Relation, e.Role})})
		default:
			l.outside = append(l.outside, outside{e, int32(len(l.edges))})
		}
	}
	l.join(len(x.entries))
	return l
}

// join groups the edges by their ends. size is the number of ordinals.
func (l *links) join(size int) {
	l.byEntry = graph.NewAdjacency(size, func(yield func(int32, Link) bool) {
		for i, e := range l.edges {
			if !yield(e.from, Link{e.to, int32(i), false}) || !yield(e.to, Link{e.from, int32(i), true}) {
				return
			}
		}
	})
	l.group()
}

// count returns the number of edges, including those in outside.
func (l *links) count() int { return len(l.edges) + len(l.outside) }

// setEdges returns the edges in the order in which they were set.
func (x *Index) setEdges() []Edge {
	list, others := make([]Edge, 0, x.links.count()), x.links.outside
	for i := range x.links.edges {
		for len(others) > 0 && int(others[0].at) == i {
			list, others = append(list, others[0].Edge), others[1:]
		}
		list = append(list, x.Edge(int32(i)))
	}
	for _, other := range others {
		list = append(list, other.Edge)
	}
	return list
}

// group sets the families and neighbours.
func (l *links) group() {
	numbers := make(map[int32]int) // by parent: index of the family
	for _, e := range l.edges {
		parent, child := e.from, e.to
		switch l.relations.values[e.relation].role {
		case graph.RoleSequence:
			l.neighbours = append(l.neighbours, [2]int32{e.from, e.to})
			continue
		case graph.RoleContainment:
		case graph.RolePart:
			parent, child = child, parent
		default:
			continue
		}
		number, known := numbers[parent]
		if !known {
			number = len(l.families)
			numbers[parent] = number
			l.families = append(l.families, Family{Parent: parent})
		}
		l.families[number].Children = append(l.families[number].Children, child)
		l.contained++
	}
	l.families = exact(l.families)
	l.compact()
}

// compact moves the children of all families into one array.
func (l *links) compact() {
	children := make([]int32, 0, l.contained)
	for i := range l.families {
		family := &l.families[i]
		children = append(children, family.Children...)
		family.Children = children[len(children)-len(family.Children):]
	}
}
