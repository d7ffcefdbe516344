package rank

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph"
)

// firstPower is the power to which the score of an entity of the first kinds is
// raised, as a share of the best score: .1 becomes .46, and 1 stays 1. By eye.
const firstPower = 1. / 3

// putFirst raises the scores of the kinds that the request puts first, unless the
// question asks for a kind. The entity with the best score stays the first one.
func (a *answer) putFirst() {
	if len(a.request.First) == 0 || a.asksKind() || len(a.list) == 0 || a.unit <= 0 {
		return
	}
	for i := range a.list {
		one := &a.list[i]
		if kind := graph.Kind(a.reader.Entry(one.Doc).Kind); one.Score > 0 && slices.Contains(a.request.First, kind) {
			one.Score = max(one.Score, a.unit*math.Pow(one.Score/a.unit, firstPower))
		}
	}
	slices.SortStableFunc(a.list, func(x, y candidate) int { return cmp.Compare(y.Score, x.Score) })
}

// asksKind reports whether the question asks for a kind. The title of a start
// asks for none.
func (a *answer) asksKind() bool {
	return len(a.request.Topics) > 0 && len(IntentOf(a.question).Kinds) > 0
}
