package prompt

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/view"
)

// A lane is a group of chapters that share a part of a document. Its pieces are
// included in the order of their ranks. The next lane depends on the shares
// that the lanes have used.
type lane int

// The lanes, in order of precedence.
const (
	laneHead  lane = iota // the indispensable parts
	laneGraph             // the graph around the start
	laneText              // the start's own text
	laneNear              // the texts of its neighbours
	laneLists             // everything else
	lanes
)

// A share limits the pieces of a lane.
type share struct {
	most float64 // fraction of the text included so far
	from int     // number of tokens that are included before the lane opens
	hard bool    // most holds even if no other pieces are left, as for a graph
}

// usualShares are those of a document without texts and graph of its own.
func usualShares() [lanes]share { return [lanes]share{laneHead: {most: 1}, laneLists: {most: 1}} }

// graphFrom returns the least budget of documents with a graph: that of its section, unless
// the options say whether there is one.
func (o *Options) graphFrom(s *view.Section) int {
	switch {
	case o.Graph == nil:
		return s.After
	case *o.Graph:
		return 0
	}
	return math.MaxInt
}

// A waitingPiece is a piece that next has not returned yet.
type waitingPiece struct {
	chapter int
	piece   *Piece
}

// A queue returns the pieces of chapters in the order in which a document
// includes them. The order does not depend on the budget.
type queue struct {
	first   []waitingPiece // before all others
	waiting [lanes][]waitingPiece
	costs   [lanes]int // of the first waiting piece, negative if unknown
	spent   [lanes]int
	total   int
	shares  [lanes]share
	cost    func(*Piece) int
}

func newQueue(chapters []*Chapter, shares [lanes]share, start filling, cost func(*Piece) int) *queue {
	q := &queue{first: start.pieces, shares: shares, cost: cost}
	for at, tokens := range start.spent {
		q.spend(lane(at), tokens)
	}
	isFirst := make(map[*Piece]bool, len(start.pieces))
	for _, one := range start.pieces {
		isFirst[one.piece] = true
	}
	for at, s := range chapters {
		for _, p := range s.pieces {
			if !isFirst[p] {
				q.waiting[s.lane] = append(q.waiting[s.lane], waitingPiece{at, p})
			}
		}
	}
	for lane := range q.waiting {
		q.costs[lane] = -1
		slices.SortStableFunc(q.waiting[lane], func(a, b waitingPiece) int { return cmp.Compare(a.piece.rank, b.piece.rank) })
	}
	return q
}

// next removes the next piece, and returns its chapter and its cost.
func (q *queue) next() (chapter, cost int, ok bool) {
	if len(q.first) > 0 {
		first := q.first[0]
		q.first = q.first[1:]
		return first.chapter, q.cost(first.piece), true
	}
	at, found := q.open(false)
	if !found {
		at, found = q.open(true)
	}
	if !found {
		return 0, 0, false
	}
	first := q.waiting[at][0]
	cost = q.costs[at]
	q.waiting[at], q.costs[at] = q.waiting[at][1:], -1
	return first.chapter, cost, true
}

// open returns the first lane whose share has room for its next piece. If left
// is set, lanes may exceed their shares, except hard ones.
func (q *queue) open(left bool) (lane, bool) {
	for at := range lanes {
		if len(q.waiting[at]) == 0 || left && q.shares[at].hard {
			continue
		}
		if q.costs[at] < 0 {
			q.costs[at] = q.cost(q.waiting[at][0].piece)
		}
		share := q.shares[at]
		spent, total := q.spent[at]+q.costs[at], q.total+q.costs[at]
		if left || q.total >= share.from && float64(spent) <= share.most*float64(total) {
			return at, true
		}
	}
	return 0, false
}

// spend records the cost of a piece and, if it is the first, of the heading.
func (q *queue) spend(at lane, cost int) {
	q.spent[at] += cost
	q.total += cost
}
