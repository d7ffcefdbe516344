package relevance

import "strings"

// family is a document and what it contains, family.children in the order of the edges.
type family struct {
	parent   int32
	children []int32
}

// whole tells whether a relation joins a whole and its part, and whether it leads from the part.
func whole(relation string) (joins, reverse bool) {
	switch relation {
	case "part_of", "belongs_to", "child_of", "in", "within":
		return true, true
	case "contains", "parent_of", "includes":
		return true, false
	}
	return strings.HasPrefix(relation, "has_"), false
}

// following tells whether a relation joins an entity to the one after or before it.
func following(relation string) bool {
	for _, word := range [...]string{"next", "previous", "follow", "preced", "reply"} {
		if strings.Contains(relation, word) {
			return true
		}
	}
	return false
}

// smooth lets containment and sequence edges pass the words' scores: from the parent, from the one before and after,
// and from the best siblings.
func (q *query) smooth() {
	for _, v := range q.views {
		links := &v.x.links
		if len(links.families)+len(links.neighbours) == 0 {
			continue
		}
		v.raw = append(v.raw[:0], v.bm...)
		for _, n := range links.neighbours {
			v.bm[n[0]] += float32(q.params.FromNext) * v.raw[n[1]]
			v.bm[n[1]] += float32(q.params.FromNext) * v.raw[n[0]]
		}
		best := make([]float32, 0, q.params.Siblings+1)
		for i := range links.families {
			q.smoothFamily(v, &links.families[i], best)
		}
	}
}

// smoothFamily passes a parent's score to its children, and the best children's, for which there is room in best, to the
// others.
func (q *query) smoothFamily(v *view, f *family, best []float32) {
	p := q.params
	if len(f.children) > p.Family {
		return
	}
	for _, c := range f.children {
		if own := v.raw[c]; own > 0 && (len(best) < cap(best) || own > best[len(best)-1]) {
			best = gather(best, own)
		}
	}
	parent := float32(p.FromParent) * v.raw[f.parent]
	if parent == 0 && len(best) == 0 {
		return
	}
	outside := others(best, 0, p.Siblings) // what those get that are not among the best
	for _, c := range f.children {
		sum := outside
		if own := v.raw[c]; own > 0 && own >= best[len(best)-1] {
			sum = others(best, own, p.Siblings)
		}
		v.bm[c] += parent
		v.bm[c] += float32(p.FromSibling) * sum
	}
}

// gather adds a score to the best, in descending order; when there is no more room the least falls out.
func gather(best []float32, score float32) []float32 {
	if len(best) == cap(best) {
		best = best[:len(best)-1]
	}
	best = append(best, score)
	for i := len(best) - 1; i > 0 && best[i] > best[i-1]; i-- {
		best[i], best[i-1] = best[i-1], best[i]
	}
	return best
}

// others sums the best scores but the document's own.
func others(best []float32, own float32, n int) float32 {
	sum, left := float32(0), n
	for _, b := range best {
		switch {
		case b == own && own > 0:
			own = 0
		case left > 0:
			sum += b
			left--
		}
	}
	return sum
}
