package index

import (
	"dossier/graph"
)

// Link is an edge seen from one of its ends.
type Link struct {
	Other int32 // ordinal
	Edge  int32 // for Index.Edge
	// Incoming reports whether the other end is the edge's source.
	Incoming bool
}

// Family is an entry with the entries that containment edges say it contains,
// in the order of the edges.
type Family struct {
	Parent   int32
	Children []int32
}

// links are the edges between entries.
type links struct {
	edges      []Edge
	byEntry    graph.Adjacency[Link]
	families   []Family
	neighbours [][2]int32
}

func newLinks(edges []Edge, ordinals map[string]int32, size int) links {
	var l links
	var ends [][2]int32
	for _, edge := range edges {
		from, fromKnown := ordinals[edge.From]
		to, toKnown := ordinals[edge.To]
		if fromKnown && toKnown && from != to {
			l.edges = append(l.edges, edge)
			ends = append(ends, [2]int32{from, to})
		}
	}
	l.byEntry = graph.NewAdjacency(size, func(yield func(int32, Link) bool) {
		for i, end := range ends {
			if !yield(end[0], Link{end[1], int32(i), false}) || !yield(end[1], Link{end[0], int32(i), true}) {
				return
			}
		}
	})
	l.group(ends)
	return l
}

// group notes the families and the neighbours among the edges.
func (l *links) group(ends [][2]int32) {
	numbers := make(map[int32]int) // of families, by parent
	total := 0
	for i, end := range ends {
		parent, child := end[0], end[1]
		switch l.edges[i].Role {
		case graph.RoleSequence:
			l.neighbours = append(l.neighbours, end)
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
		total++
	}
	l.compact(total)
}

// compact moves the children of all families side by side in memory.
func (l *links) compact(total int) {
	children := make([]int32, 0, total)
	for i := range l.families {
		family := &l.families[i]
		children = append(children, family.Children...)
		family.Children = children[len(children)-len(family.Children):]
	}
}
