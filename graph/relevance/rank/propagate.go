package rank

import "dossier/graph/relevance/index"

// PropagateParams are the constants for passing lexical scores along
// containment and sequence edges.
type PropagateParams struct {
	// FromParent, FromNeighbour and FromSibling are the shares of a score that are
	// passed: from the parent, from the previous and the next entity, and from
	// each of the best Siblings. Families with more than MaxFamily children are
	// ignored.
	FromParent, FromNeighbour, FromSibling float64
	Siblings, MaxFamily                    int
}

func propagateDefaults() PropagateParams {
	return PropagateParams{
		FromParent:    .35, // first value of the method
		FromNeighbour: .25, // .35 in the method; better on the sets as conversations
		FromSibling:   .1,  // .15 in the method; better on the sets as conversations
		Siblings:      3,   // first value of the method
		MaxFamily:     200, // by eye: siblings in larger families say little
	}
}

// propagate passes lexical scores along containment and sequence edges.
func (a *answer) propagate() {
	changed := false
	for project, x := range a.reader.Indexes {
		if len(x.Families())+len(x.Neighbours()) == 0 {
			continue
		}
		changed = true
		from, to := a.arrays.Copy[project], a.arrays.Lexical[project]
		copy(from, to)
		for _, pair := range x.Neighbours() {
			to[pair[0]] += float32(a.params.Propagate.FromNeighbour) * from[pair[1]]
			to[pair[1]] += float32(a.params.Propagate.FromNeighbour) * from[pair[0]]
		}
		a.params.Propagate.families(x, from, to)
	}
	if changed {
		a.scoreLexical()
	}
}

func (p *PropagateParams) families(x *index.Index, from, to []float32) {
	best := make([]float32, 0, p.Siblings+1)
	families := x.Families()
	for i := range families {
		p.family(&families[i], from, to, best)
	}
}

// family passes the parent's score to its children, and the best children's
// scores to their siblings. It reuses best, whose capacity is their number.
func (p *PropagateParams) family(family *index.Family, from, to, best []float32) {
	if len(family.Children) > p.MaxFamily {
		return
	}
	for _, child := range family.Children {
		if own := from[child]; own > 0 && (len(best) < cap(best) || own > best[len(best)-1]) {
			best = insert(best, own)
		}
	}
	parent := float32(p.FromParent) * from[family.Parent]
	if parent == 0 && len(best) == 0 {
		return
	}
	outside := sumOthers(best, 0, p.Siblings) // for a child that is not among the best
	for _, child := range family.Children {
		sum := outside
		if own := from[child]; own > 0 && own >= best[len(best)-1] {
			sum = sumOthers(best, own, p.Siblings)
		}
		to[child] += parent
		to[child] += float32(p.FromSibling) * sum
	}
}

// insert inserts a score into best, which is in descending order. If best is
// full, the lowest score is dropped.
func insert(best []float32, score float32) []float32 {
	if len(best) == cap(best) {
		best = best[:len(best)-1]
	}
	best = append(best, score)
	for i := len(best) - 1; i > 0 && best[i] > best[i-1]; i-- {
		best[i], best[i-1] = best[i-1], best[i]
	}
	return best
}

// sumOthers returns the sum of the n best scores, without own.
func sumOthers(best []float32, own float32, n int) float32 {
	sum := float32(0)
	for _, score := range best {
		switch {
		case score == own && own > 0:
			own = 0
		case n > 0:
			sum += score
			n--
		}
	}
	return sum
}
