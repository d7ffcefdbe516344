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
	// Key is the same for pieces that say the same, of which a document tells the first; "" for none.
	Key string
	// Head is the number, from 1 on, of the piece without which this one says nothing, as the head of its table; 0 for none.
	Head int
}

// Related is a line on a neighbour of a candidate.
type Related struct {
	Text string
	// Key is the same for the lines on one edge from both its ends, of which a document tells the first.
	Key string
	// Vague lines tell of a relation without saying which.
	Vague bool
}

// Candidate is a node that a document may hold.
type Candidate struct {
	// Heading is the heading line, Name the line that stands for the node when only its name is given.
	Heading, Name string
	// Pieces are the node's text in order.
	Pieces []Piece
	// Related belong to the node's full form, behind the text.
	Related []Related
	// Score is the node's relevance; candidates come in its descending order.
	Score float64
	// Key is the same for candidates that say the same, of which a document tells the first; "" for none.
	Key string
}

// Packed says what of a candidate is in the document.
type Packed struct {
	// Candidate is its index.
	Candidate int
	Level     Level
	// Picked tells for each piece whether it is in.
	Picked []bool
	// Related are its related lines that are in.
	Related []string
	// Tokens is what all of it counts alone.
	Tokens int
}

// PackParams are the constants of packing. Shares are of the budget unless said otherwise.
type PackParams struct {
	// A short form has clamp(budget/ShortShare, ShortLeast, ShortMost) tokens of text; its best piece may have Best.
	ShortShare, ShortLeast, ShortMost, Best int
	// The First nodes of at least FirstScore of the best score are sure of a short form, in FirstShare of the budget.
	First                  int
	FirstScore, FirstShare float64
	// Share is how much of what is left a node longer than the budget may fill before the others have had their turn.
	Share float64
	// Stop is the number of tokens below which only names are added.
	Stop int
	// Vague lines may add the Vague-th part to a node that has a text, before the others have had their turn.
	Vague int
}

// PackDefaults gives the measured constants.
func PackDefaults() PackParams {
	return PackParams{ShortShare: 8, ShortLeast: 60, ShortMost: 100, First: 8, FirstScore: .35, FirstShare: .7, Best: 80, Share: .35, Stop: 25, Vague: 4}
}

// Candidates are what a document may tell of, in descending order of score.
type Candidates interface {
	// Len is how many they are.
	Len() int
	// At gives one of them by its number. It is asked only for those that there may be room for, for one several times.
	At(i int) *Candidate
}

// Pack chooses what of the candidates stands in budget tokens as count counts them. The answer is in the candidates'
// order and leaves out those of which there is nothing.
func Pack(candidates Candidates, budget int, count func(string) int, params PackParams) []Packed {
	p := packer{params: params, list: candidates, left: budget, count: count, state: make([]Packed, candidates.Len()), told: make(map[string]bool)}
	p.short = min(max(budget/params.ShortShare, params.ShortLeast), params.ShortMost)
	for i := range p.state {
		p.state[i].Candidate = i
	}
	first := p.first(int(params.FirstShare * float64(budget)))
	for i := range first {
		p.fill(i, p.fair(i, budget))
	}
	for i := first; i < len(p.state) && p.left >= params.Stop; i++ {
		p.add(i)
	}
	for i := 0; i < len(p.state) && p.left >= params.Stop; i++ {
		if p.state[i].Level == Short {
			p.fill(i, p.left)
		}
	}
	for i := 0; i < len(p.state) && p.left >= params.Stop; i++ {
		if p.state[i].Level == Full {
			p.relate(i, p.left, p.left)
		}
	}
	p.names()
	return slices.DeleteFunc(p.state, func(s Packed) bool { return s.Level == Omitted })
}

// packer spends a budget.
type packer struct {
	params PackParams
	list   Candidates
	state  []Packed
	told   map[string]bool // keys of pieces and lines
	left   int
	short  int
	count  func(string) int
}

// first gives short forms to the first nodes, up to limit tokens, and says how many got one.
func (p *packer) first(limit int) int {
	n := min(p.params.First, len(p.state))
	start := p.left
	for i := range n {
		if p.list.At(i).Score < p.params.FirstScore*p.list.At(0).Score || i > 0 && start-p.left >= limit {
			return i
		}
		if p.told[p.list.At(i).Key] {
			continue
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
	cost := p.count(p.list.At(i).Heading) + 2
	if cost > p.left || p.told[p.list.At(i).Key] {
		return false
	}
	p.spend(i, cost)
	p.tell(p.list.At(i).Key)
	p.state[i].Level, p.state[i].Picked = level, make([]bool, len(p.list.At(i).Pieces))
	return true
}

func (p *packer) spend(i, tokens int) {
	p.left -= tokens
	p.state[i].Tokens += tokens
}

// fair is how much a node may fill in its first turn.
func (p *packer) fair(i, budget int) int {
	if p.list.At(i).bytes() > budget*usualToken {
		return int(p.params.Share * float64(p.left))
	}
	return p.left
}

// bytes is the length of all pieces.
func (c *Candidate) bytes() int {
	n := 0
	for _, piece := range c.Pieces {
		n += len(piece.Text)
	}
	return n
}

// missesMost is how many pieces that do not fit are tried before the next candidate has its turn.
const missesMost = 12

// longToken is a length in bytes that no text reaches per token on the average; it saves counting what cannot fit.
const longToken = 12

// usualToken is the length in bytes that English has per token, for what need not be exact.
const usualToken = 4

// pick takes the candidate's best pieces that fit into limit tokens. The very best may take up to Best.
func (p *packer) pick(i, limit int) {
	state, pieces, misses := &p.state[i], p.list.At(i).Pieces, 0
	first := !slices.Contains(state.Picked, true)
	for _, k := range byScore(pieces) {
		room := min(limit, p.left)
		if first {
			room = min(max(limit, p.params.Best), p.left)
		}
		if state.Picked[k] || p.told[pieces[k].Key] {
			continue
		}
		if misses == missesMost || room < 3 {
			return
		}
		cost, taken := room+1, p.with(i, k)
		if len(pieces[k].Text) <= room*longToken {
			cost = 0
			for _, one := range taken {
				cost += p.cost(pieces[one])
			}
		}
		if cost > room {
			misses++
			continue
		}
		for _, one := range taken {
			state.Picked[one], first = true, false
			p.tell(pieces[one].Key)
		}
		p.spend(i, cost)
		limit -= cost
	}
}

// with gives a piece of a candidate and, if that is not in, its head.
func (p *packer) with(i, k int) []int {
	if head := p.list.At(i).Pieces[k].Head - 1; head >= 0 && !p.state[i].Picked[head] {
		return []int{head, k}
	}
	return []int{k}
}

// tell notes that what has a key is in.
func (p *packer) tell(key string) {
	if key != "" {
		p.told[key] = true
	}
}

func (p *packer) cost(piece Piece) int { return p.count(" " + piece.Text) }

// byScore gives the indexes of pieces, the best first.
func byScore(pieces []Piece) []int {
	order := make([]int, len(pieces))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pieces[b].Score, pieces[a].Score) })
	return order
}

// fill takes what fits of the rest of a candidate into limit tokens: its pieces, then its related lines.
func (p *packer) fill(i, limit int) {
	if p.state[i].Level == Omitted {
		return
	}
	before := p.left
	p.pick(i, limit)
	for k, piece := range p.list.At(i).Pieces {
		if !p.state[i].Picked[k] && !p.told[piece.Key] {
			return
		}
	}
	limit -= before - p.left
	vague := limit
	if len(p.list.At(i).Pieces) > 0 {
		vague = p.state[i].Tokens / p.params.Vague
	}
	p.relate(i, limit, vague)
	p.state[i].Level = Full
}

// relate takes a candidate's related lines that fit into limit tokens and are not in yet, the vague ones into as many as
// given for them.
func (p *packer) relate(i, limit, vague int) {
	for _, line := range p.list.At(i).Related {
		cost := p.count(line.Text) + 1
		switch {
		case p.told[line.Key], line.Vague && cost > vague:
			continue
		case cost > min(limit, p.left):
			return
		case line.Vague:
			vague -= cost
		}
		p.spend(i, cost)
		limit -= cost
		p.tell(line.Key)
		p.state[i].Related = append(p.state[i].Related, line.Text)
	}
}

// add gives a further candidate whole, or short when whole does not fit.
func (p *packer) add(i int) {
	heading := p.count(p.list.At(i).Heading) + 2
	switch {
	case p.fits(i, p.left-heading) && p.open(i, Short):
		p.fill(i, p.left)
	case heading+p.params.Stop/2 <= p.left && p.open(i, Short):
		p.pick(i, p.short)
	}
}

// fits tells whether all pieces of a candidate fit into the room.
func (p *packer) fits(i, room int) bool {
	if p.list.At(i).bytes() > room*longToken {
		return false
	}
	for _, piece := range p.list.At(i).Pieces {
		if p.told[piece.Key] {
			continue
		}
		if room -= p.cost(piece); room < 0 {
			return false
		}
	}
	return true
}

// names spends what is left on the names of those that got nothing yet.
func (p *packer) names() {
	for i := range p.state {
		if p.state[i].Level != Omitted || p.told[p.list.At(i).Key] {
			continue
		}
		cost := p.count(p.list.At(i).Name) + 1
		if cost > p.left {
			return
		}
		p.spend(i, cost)
		p.state[i].Level, p.state[i].Picked = Name, make([]bool, len(p.list.At(i).Pieces))
	}
}

// Text gives the candidate's pieces that were picked, as they stand in the source; an ellipsis marks what was left out
// in the middle of a paragraph.
func (c *Candidate) Text(picked []bool) string {
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
