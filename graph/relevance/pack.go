package relevance

import (
	"cmp"
	"slices"
	"strings"
)

// Level says how much of a node a packing holds.
type Level int

// The levels, the least first.
const (
	Omitted Level = iota
	Name
	Short
	Full
)

// Piece is a sentence, list item, table row, code fence or heading of a candidate; it is taken whole or left out.
type Piece struct {
	Text string
	// Before is what stands between the piece before and this one in the source.
	Before string
	// Score is how well the piece answers the question.
	Score float64
}

// Candidate is a node that a document may hold.
type Candidate struct {
	// Heading is the heading line, Name the line that stands for the node when only its name is given.
	Heading, Name string
	// Pieces are the node's text in order.
	Pieces []Piece
	// Related are lines on the node's neighbours; they belong to its full form, behind the text.
	Related []string
	// Score is the node's relevance; candidates come in its descending order.
	Score float64
}

// Packed says what of a candidate is in the document.
type Packed struct {
	// Candidate is its index.
	Candidate int
	Level     Level
	// Picked tells for each piece whether it is in.
	Picked []bool
	// Related is how many of its related lines are in.
	Related int
	// Tokens is what all of it counts alone.
	Tokens int
}

// PackParams are the constants of packing.
type PackParams struct {
	ShortShare, ShortLeast, ShortMost int     // a short form has clamp(budget/ShortShare, ShortLeast, ShortMost) tokens
	First                             int     // how many nodes are sure of a short form
	FirstScore                        float64 // from which share of the best score on
	FirstShare                        float64 // in which share of the budget
	Best                              int
	Stop                              int // below as many tokens only names are added
}

// PackDefaults gives the measured constants.
func PackDefaults() PackParams {
	return PackParams{ShortShare: 8, ShortLeast: 60, ShortMost: 100, First: 6, FirstScore: .35, FirstShare: .7, Best: 100, Stop: 25}
}

// Pack chooses what of the candidates stands in budget tokens as count counts them. The answer is in the candidates'
// order and leaves out those of which there is nothing.
func Pack(candidates []Candidate, budget int, count func(string) int, params PackParams) []Packed {
	p := packer{params: params, list: candidates, left: budget, count: count, state: make([]Packed, len(candidates))}
	p.short = min(max(budget/params.ShortShare, params.ShortLeast), params.ShortMost)
	for i := range candidates {
		p.state[i] = Packed{Candidate: i, Picked: make([]bool, len(candidates[i].Pieces))}
	}
	first := p.first(int(params.FirstShare * float64(budget)))
	for i := range first {
		p.fill(i)
	}
	for i := first; i < len(candidates) && p.left >= params.Stop; i++ {
		p.add(i)
	}
	p.names()
	return slices.DeleteFunc(p.state, func(s Packed) bool { return s.Level == Omitted })
}

// packer spends a budget.
type packer struct {
	params PackParams
	list   []Candidate
	state  []Packed
	left   int
	short  int
	count  func(string) int
}

// first gives short forms to the first nodes, up to limit tokens, and says how many got one.
func (p *packer) first(limit int) int {
	n := min(p.params.First, len(p.list))
	start := p.left
	for i := range n {
		if p.list[i].Score < p.params.FirstScore*p.list[0].Score || i > 0 && start-p.left >= limit {
			return i
		}
		if !p.open(i, Short) {
			return i
		}
		p.pick(i, min(p.short, max(limit-(start-p.left), 0)))
	}
	return n
}

// open pays for a candidate's heading.
func (p *packer) open(i int, level Level) bool {
	cost := p.count(p.list[i].Heading) + 2
	if cost > p.left {
		return false
	}
	p.spend(i, cost)
	p.state[i].Level = level
	return true
}

func (p *packer) spend(i, tokens int) {
	p.left -= tokens
	p.state[i].Tokens += tokens
}

// pick takes the candidate's best pieces that fit into limit tokens.
func (p *packer) pick(i, limit int) {
	limit = min(limit, p.left)
	first := !slices.Contains(p.state[i].Picked, true)
	for _, k := range p.byScore(i) {
		if p.state[i].Picked[k] || limit < 3 && !first {
			continue
		}
		if cost := p.cost(i, k); cost <= limit || first && cost <= min(p.left, p.params.Best) {
			first = false
			p.state[i].Picked[k] = true
			p.spend(i, cost)
			limit -= cost
		}
	}
}

func (p *packer) cost(i, k int) int { return p.count(" " + p.list[i].Pieces[k].Text) }

// byScore gives the indexes of a candidate's pieces, the best first.
func (p *packer) byScore(i int) []int {
	pieces := p.list[i].Pieces
	order := make([]int, len(pieces))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pieces[b].Score, pieces[a].Score) })
	return order
}

// fill takes what fits of the rest of a candidate: its pieces, then its related lines.
func (p *packer) fill(i int) {
	p.pick(i, p.left)
	if slices.Contains(p.state[i].Picked, false) {
		return
	}
	for _, line := range p.list[i].Related {
		cost := p.count(line) + 1
		if cost > p.left {
			return
		}
		p.spend(i, cost)
		p.state[i].Related++
	}
	p.state[i].Level = Full
}

// add gives a further candidate whole, or short when whole does not fit.
func (p *packer) add(i int) {
	heading := p.count(p.list[i].Heading) + 2
	whole := heading
	for k := range p.list[i].Pieces {
		if whole += p.cost(i, k); whole > p.left {
			break
		}
	}
	switch {
	case whole <= p.left && p.open(i, Short):
		p.fill(i)
	case heading+p.params.Stop/2 <= p.left && p.open(i, Short):
		p.pick(i, p.short)
	}
}

// names spends what is left on the names of those that got nothing yet.
func (p *packer) names() {
	for i := range p.list {
		if p.state[i].Level != Omitted {
			continue
		}
		cost := p.count(p.list[i].Name) + 1
		if cost > p.left {
			return
		}
		p.spend(i, cost)
		p.state[i].Level = Name
	}
}

// Text gives the candidate's pieces that were picked, as they stand in the source; an ellipsis marks what was left out
// in the middle of a paragraph.
func (c Candidate) Text(picked []bool) string {
	var b strings.Builder
	last := -1
	for k, piece := range c.Pieces {
		if !picked[k] {
			continue
		}
		switch {
		case last < 0:
		case last == k-1, strings.Contains(piece.Before, "\n"):
			b.WriteString(piece.Before)
		default:
			b.WriteString(" … ")
		}
		b.WriteString(piece.Text)
		last = k
	}
	return b.String()
}
