package prompt

import (
	"cmp"
	"slices"
)

// A lane is a share of a document. The pieces of a lane come in by their ranks;
// which lane is next depends on what the lanes have taken.
type lane int

// The lanes, in the order in which they are asked for a piece.
const (
	laneHead  lane = iota // what a document cannot do without
	laneGraph             // the graph around the start
	laneText              // the start's own text
	laneNear              // the texts of what is next to it
	laneLists             // everything else
	lanes
)

// A share is how much of a text the pieces of a lane may take.
type share struct {
	most float64 // of all that is included so far
	from int     // how many tokens are included before the lane opens
	hard bool    // it holds also where nothing else is left
}

// graphFrom is from how many tokens on a text has a graph without being asked,
// graphShare how much of the text it may take. Both are specified.
const (
	graphFrom  = 6000
	graphShare = .25
)

// laneShares returns the shares of lanes that all documents have in common.
func laneShares(options Options) [lanes]share {
	around := share{most: graphShare, from: graphFrom, hard: true}
	if options.Graph {
		around.from = 0
	}
	return [lanes]share{laneHead: {most: 1}, laneGraph: around, laneLists: {most: 1}}
}

// A waiting piece is one that was not handed out.
type waitingPiece struct {
	section int
	piece   *piece
}

// A queue hands out the pieces of sections in the order in which a document
// includes them. The order does not depend on the budget.
type queue struct {
	waiting [lanes][]waitingPiece
	costs   [lanes]int // of the first piece that waits, below 0 if unknown
	spent   [lanes]int
	total   int
	shares  [lanes]share
	cost    func(*piece) int
}

func newQueue(sections []*section, shares [lanes]share, cost func(*piece) int) *queue {
	q := &queue{shares: shares, cost: cost}
	for at, s := range sections {
		for _, p := range s.pieces {
			q.waiting[s.lane] = append(q.waiting[s.lane], waitingPiece{at, p})
		}
	}
	for lane := range q.waiting {
		q.costs[lane] = -1
		slices.SortStableFunc(q.waiting[lane], func(a, b waitingPiece) int { return cmp.Compare(a.piece.rank, b.piece.rank) })
	}
	return q
}

// next hands out a piece: its section and its cost.
func (q *queue) next() (section, cost int, ok bool) {
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
	return first.section, cost, true
}

// open returns the first lane that may take its next piece. Where nothing else
// is left, lanes may take more than their shares.
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

// spend notes what a piece of a lane has cost, with its heading.
func (q *queue) spend(at lane, cost int) {
	q.spent[at] += cost
	q.total += cost
}
