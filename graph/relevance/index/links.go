package relevance

import "slices"

// link is an edge seen from one of its ends.
type link struct {
	other int32
	edge  int32 // into links.edges
	in    bool  // the other end is where the edge comes from
}

// links are the users' edges, those of each document side by side.
type links struct {
	edges []Edge
	first []int32 // by ordinal: where its part of all begins; one more at the end
	all   []link
	// families and neighbours are what containment and sequence edges join.
	families   []family
	neighbours [][2]int32
}

func newLinks(edges []Edge, ordinals map[string]int32, size int) links {
	l := links{first: make([]int32, size+1)}
	type ends struct{ from, to int32 }
	var kept []ends
	for _, e := range edges {
		from, ok := ordinals[e.From]
		to, ok2 := ordinals[e.To]
		if ok && ok2 && from != to {
			l.edges = append(l.edges, e)
			kept = append(kept, ends{from, to})
			l.first[from]++
			l.first[to]++
		}
	}
	total := int32(0)
	for i, n := range l.first {
		l.first[i] = total
		total += n
	}
	l.all = make([]link, total)
	at := slices.Clone(l.first)
	for i, k := range kept {
		l.all[at[k.from]] = link{k.to, int32(i), false}
		at[k.from]++
		l.all[at[k.to]] = link{k.from, int32(i), true}
		at[k.to]++
	}
	l.group(ordinals)
	return l
}

// group notes the families and the neighbours among the edges.
func (l *links) group(ordinals map[string]int32) {
	at := make(map[int32]int)
	total := 0
	for _, e := range l.edges {
		from, to := ordinals[e.From], ordinals[e.To]
		if following(e.Relation) {
			l.neighbours = append(l.neighbours, [2]int32{from, to})
			continue
		}
		joins, reverse := whole(e.Relation)
		if !joins {
			continue
		}
		if reverse {
			from, to = to, from
		}
		if _, known := at[from]; !known {
			at[from] = len(l.families)
			l.families = append(l.families, family{parent: from})
		}
		f := &l.families[at[from]]
		f.children = append(f.children, to)
		total++
	}
	children := make([]int32, 0, total)
	for i := range l.families { // side by side, as they are gone through
		f := &l.families[i]
		children = append(children, f.children...)
		f.children = children[len(children)-len(f.children):]
	}
}

// of gives the links of a document; one indexed after the edges were set has none.
func (l *links) of(ord int32) []link {
	if int(ord)+1 >= len(l.first) {
		return nil
	}
	return l.all[l.first[ord]:l.first[ord+1]]
}
