package relevance

import (
	"cmp"
	"slices"
	"strings"
)

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
		raw := slices.Clone(v.bm)
		for _, n := range links.neighbours {
			v.bm[n[0]] += float32(q.params.FromNext) * raw[n[1]]
			v.bm[n[1]] += float32(q.params.FromNext) * raw[n[0]]
		}
		for _, f := range links.families {
			q.smoothFamily(v, f, raw)
		}
	}
}

// smoothFamily passes a parent's score to its children, and the best children's to the others.
func (q *query) smoothFamily(v *view, f family, raw []float32) {
	p := q.params
	if len(f.children) > p.Family {
		return
	}
	best := make([]float32, 0, p.Siblings+2)
	for _, c := range f.children {
		if raw[c] > 0 {
			at, _ := slices.BinarySearchFunc(best, raw[c], func(a, b float32) int { return cmp.Compare(b, a) })
			best = slices.Insert(best, at, raw[c])[:min(len(best)+1, p.Siblings+1)]
		}
	}
	for _, c := range f.children {
		v.bm[c] += float32(p.FromParent) * raw[f.parent]
		v.bm[c] += float32(p.FromSibling) * others(best, raw[c], p.Siblings)
	}
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
