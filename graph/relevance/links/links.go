// Package links has the edges between the entries of an index, as lists for each
// entry, and the families and sequences that the edges make.
//
// Entries are ordinals. An edge has a number while it is there, but all lists are in
// the order of the ids of edges, also after a change, so that they do not depend on how
// they came about.
package links

import (
	"cmp"
	"iter"
	"slices"

	"dossier/flat"
)

// Edge is a stored edge in its canonical direction.
type Edge struct {
	ID, From, To, Relation string // From is the source
	Role                   Role   // determines how scores are passed along the edge
}

// A Role describes the order of the ends of an edge. Edges with another role than
// these have none.
type Role string

// The roles of edges.
const (
	Contains Role = "containment" // From contains To
	PartOf   Role = "part"        // From is part of To
	Follows  Role = "sequence"    // one end follows the other
)

// Link is an edge seen from one of its ends.
type Link struct {
	Other int32 // ordinal
	Edge  int32 // number, for Links.Relation and the like
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

// Links has the edges between entries, each list of them by id.
type Links struct {
	relations  flat.Numbered[relation, uint16]
	edges      []edge           // by number: those of New, by id; then others
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
	relation uint16 // into Links.relations
}

const noRelation = ^uint16(0)

// relation has what edges of a relation have in common.
type relation struct {
	name string
	role Role
}

// Edges are some edges, which need not be in a list.
type Edges struct {
	Count int // at least how many there are
	Each  iter.Seq[Edge]
}

// New returns the links for edges between entries. ordinalOf returns the ordinal of the
// entry with an id; ordinals are less than size. Edges with an end that is no entry are
// ignored.
func New(edges Edges, ordinalOf func(id string) (ordinal int32, known bool), size int) Links {
	l := Links{relations: flat.NewNumbered[relation, uint16](), edges: make([]edge, 0, edges.Count)}
	for one := range edges.Each {
		if e, joins := l.edgeOf(&one, ordinalOf); joins {
			l.edges = append(l.edges, e)
		}
	}
	l.sort()
	l.Join(size)
	return l
}

// sort orders the edges by id.
func (l *Links) sort() {
	if byID := func(a, b edge) int { return cmp.Compare(a.id, b.id) }; !slices.IsSortedFunc(l.edges, byID) {
		slices.SortStableFunc(l.edges, byID)
	}
}

// Join builds the adjacency arrays from the sorted edges. size is the number of
// ordinals.
func (l *Links) Join(size int) {
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

// edgeOf returns an edge between ordinals, and whether it joins two entries.
func (l *Links) edgeOf(e *Edge, ordinalOf func(id string) (int32, bool)) (numbered edge, joins bool) {
	from, fromKnown := ordinalOf(e.From)
	to, toKnown := ordinalOf(e.To)
	if !fromKnown || !toKnown || from == to {
		return edge{}, false
	}
	return edge{e.ID, from, to, l.relations.Number(relation{e.Relation, e.Role})}, true
}

// Of returns the links of an entry by id of the edge.
func (l *Links) Of(ordinal int32) []Link {
	if list, changed := l.changed[ordinal]; changed {
		return list
	}
	return l.byEntry.Of(ordinal)
}

// Edge returns the edge with a number. idOf returns the id of an entry.
func (l *Links) Edge(number int32, idOf func(ordinal int32) string) Edge {
	e := &l.edges[number]
	relation := l.relations.Values[e.relation]
	return Edge{ID: e.id, From: idOf(e.from), To: idOf(e.to), Relation: relation.name, Role: relation.role}
}

// Relation returns the relation of the edge with a number.
func (l *Links) Relation(number int32) string {
	return l.relations.Values[l.edges[number].relation].name
}

// Families returns the families by containment edges.
func (l *Links) Families() []Family { return l.families }

// Neighbours returns the pairs of entries with a sequence edge.
func (l *Links) Neighbours() [][2]int32 { return l.neighbours }

// role returns the role of an edge.
func (l *Links) role(e *edge) Role { return l.relations.Values[e.relation].role }

// contains returns the parent and the child that an edge joins, and whether it
// contains one in the other.
func (l *Links) contains(e *edge) (parent, child int32, contains bool) {
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
func (l *Links) group() {
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
func (l *Links) compact() {
	children := make([]int32, 0, l.contained)
	for i := range l.families {
		family := &l.families[i]
		children = append(children, family.Children...)
		last := len(children)
		family.Children = children[last-len(family.Children) : last : last]
	}
}
