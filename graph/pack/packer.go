package pack

import (
	"cmp"
	"slices"
)

// packer packs candidates into a budget, in steps.
type packer struct {
	params     Params
	candidates Candidates
	count      func(string) int
	packed     []Packed
	included   map[string]bool // keys of candidates, pieces and lines
	budget     int             // budget of the current step
	left       int             // tokens left of it
	room       int             // tokens left of the caller's budget
	stopped    bool            // something did not fit into room
	before     *Packed         // state of the last opened candidate before it was opened, nil once something is added
	short      int             // maximum tokens of the text of a short form
}

func newPacker(candidates Candidates, budget int, count func(string) int, params Params) *packer {
	p := &packer{
		params: params, candidates: candidates, count: count, room: budget,
		packed: make([]Packed, candidates.Len()), included: make(map[string]bool),
	}
	for i := range p.packed {
		p.packed[i].Candidate = i
	}
	return p
}

// pack adds what fits into budget to what is already packed.
func (p *packer) pack(budget int) {
	p.left, p.before = p.left+budget-p.budget, nil
	p.budget, p.short = budget, min(max(budget/p.params.ShortShare, p.params.ShortLeast), p.params.ShortMost)
	first := p.first(int(p.params.FirstShare * float64(budget)))
	for i := range first {
		p.extend(i, p.fairShare(i, budget))
	}
	p.each(first, min(p.candidates.Texts(budget), len(p.packed)), p.add)
	p.each(0, len(p.packed), func(i int) {
		if p.packed[i].Level == Short {
			p.extend(i, p.left)
		}
	})
	p.each(0, len(p.packed), func(i int) {
		if p.packed[i].Level == Full {
			p.relate(i, p.left, p.left)
		}
	})
	p.names()
}

// affords reports whether cost fits into the caller's budget. After the first
// cost that does not, it returns false.
func (p *packer) affords(cost int) bool {
	p.stopped = p.stopped || cost > p.room
	return !p.stopped
}

// each calls add for the candidates from an index to another, while there are tokens
// left for more than names.
func (p *packer) each(from, to int, add func(i int)) {
	for i := from; i < to && p.left >= p.params.Stop && !p.stopped; i++ {
		add(i)
	}
}

// first adds short forms of the first candidates within limit tokens, and
// returns the number of candidates considered.
func (p *packer) first(limit int) int {
	most := min(p.params.First, len(p.packed))
	for i := range most {
		if p.candidates.At(i).Score < p.params.FirstScore*p.candidates.At(0).Score || i > 0 && p.budget-p.left >= limit {
			return i
		}
		if p.packed[i].Level > Name || p.included[p.candidates.At(i).Key] {
			continue
		}
		if !p.open(i, Short) {
			return i
		}
		short := p.short
		if i == 0 && p.candidates.At(i).Answers {
			short = max(short, min(int(p.params.AnswerShare*float64(p.budget)), p.params.AnswerMost))
		}
		p.pick(i, min(short, max(limit-(p.budget-p.left), 0)))
	}
	return most
}

// open includes a candidate's heading, and reports whether it fitted.
func (p *packer) open(i int, level Level) bool {
	cost := p.heading(i) - p.packed[i].Tokens // of its name
	if cost > p.left || p.included[p.candidates.At(i).Key] || !p.affords(cost) {
		return false
	}
	before := p.packed[i]
	p.spend(i, cost)
	p.before = &before
	p.include(p.candidates.At(i).Key)
	p.packed[i].Level, p.packed[i].Picked = level, make([]bool, len(p.candidates.At(i).Pieces))
	return true
}

// heading returns the cost of a candidate's heading with its line breaks.
func (p *packer) heading(i int) int { return p.count(p.candidates.At(i).Heading) + 2 }

func (p *packer) spend(i, tokens int) {
	p.before = nil
	p.left -= tokens
	p.room -= tokens
	p.packed[i].Tokens += tokens
}

// include records a key as included.
func (p *packer) include(key string) {
	if key != "" {
		p.included[key] = true
	}
}

// fairShare returns the maximum tokens of a candidate in its first turn.
func (p *packer) fairShare(i, budget int) int {
	if p.candidates.At(i).size() > budget*p.params.UsualToken {
		return int(p.params.Share * float64(p.left))
	}
	return p.left
}

// pick includes a candidate's best pieces that fit into limit tokens. The best
// piece may take up to Params.Best.
func (p *packer) pick(i, limit int) {
	picked, pieces, misses := p.packed[i].Picked, p.candidates.At(i).Pieces, 0
	first := !slices.Contains(picked, true)
	for _, k := range byScore(pieces) {
		room := min(limit, p.left)
		if first {
			room = min(max(limit, p.params.Best), p.left)
		}
		if picked[k] || p.included[pieces[k].Key] {
			continue
		}
		if misses == p.params.Misses || room < 3 {
			return
		}
		cost, fits := p.pieceCost(i, k, room)
		if !fits {
			misses++
			continue
		}
		if !p.affords(cost) {
			if p.before != nil && p.before.Candidate == i {
				p.packed[i] = *p.before // a heading with nothing below it
			}
			return
		}
		for _, one := range p.withHead(i, k) {
			picked[one], first = true, false
			p.include(pieces[one].Key)
		}
		p.spend(i, cost)
		limit -= cost
	}
}

// pieceCost returns the cost of a piece with its head, and whether it fits into
// room.
func (p *packer) pieceCost(i, k, room int) (cost int, fits bool) {
	pieces := p.candidates.At(i).Pieces
	if len(pieces[k].Text) > room*p.params.LongToken {
		return 0, false
	}
	for _, one := range p.withHead(i, k) {
		cost += p.cost(pieces[one])
	}
	return cost, cost <= room
}

// withHead returns the index of a piece, after that of its head if it has one
// that is not included yet.
func (p *packer) withHead(i, k int) []int {
	if head := p.candidates.At(i).Pieces[k].Head - 1; head >= 0 && !p.packed[i].Picked[head] {
		return []int{head, k}
	}
	return []int{k}
}

func (p *packer) cost(piece Piece) int { return p.count(" " + piece.Text) }

// byScore returns the indexes of pieces, the best first.
func byScore(pieces []Piece) []int {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pieces[b].Score, pieces[a].Score) })
	return order
}

// extend includes what fits into limit tokens of a candidate: its pieces and, if
// all of these fit, its related lines.
func (p *packer) extend(i, limit int) {
	if p.packed[i].Level <= Name {
		return
	}
	before := p.left
	p.pick(i, limit)
	if p.stopped {
		return
	}
	for k, piece := range p.candidates.At(i).Pieces {
		if !p.packed[i].Picked[k] && !p.included[piece.Key] {
			return
		}
	}
	limit -= before - p.left
	vague := limit
	if len(p.candidates.At(i).Pieces) > 0 {
		vague = p.packed[i].Tokens / p.params.Vague
	}
	p.relate(i, limit, vague)
	p.packed[i].Level = Full
}

// relate includes a candidate's related lines that fit into limit tokens, of
// which vague lines may take vague.
func (p *packer) relate(i, limit, vague int) {
	for _, line := range p.candidates.At(i).Related {
		cost := p.count(line.Text) + 1
		switch {
		case p.included[line.Key], slices.Contains(p.packed[i].Related, line.Text), line.Vague && cost > vague:
			continue
		case cost > min(limit, p.left), !p.affords(cost):
			return
		case line.Vague:
			vague -= cost
		}
		p.spend(i, cost)
		limit -= cost
		p.include(line.Key)
		p.packed[i].Related = append(p.packed[i].Related, line.Text)
	}
}

// add includes a further candidate in full, or in short form if that does not
// fit.
func (p *packer) add(i int) {
	if p.packed[i].Level > Name || p.candidates.At(i).Unread {
		return
	}
	heading := p.heading(i)
	switch {
	case p.fits(i, p.left-heading) && p.open(i, Short):
		p.extend(i, p.left)
	case heading+p.params.Stop/2 <= p.left && p.open(i, Short):
		p.pick(i, p.short)
	}
}

// fits reports whether all pieces of a candidate fit into room.
func (p *packer) fits(i, room int) bool {
	if p.candidates.At(i).size() > room*p.params.LongToken {
		return false
	}
	for _, piece := range p.candidates.At(i).Pieces {
		if p.included[piece.Key] {
			continue
		}
		if room -= p.cost(piece); room < 0 {
			return false
		}
	}
	return true
}

// names includes the names of omitted candidates, while there is room.
func (p *packer) names() {
	for i := range p.packed {
		if p.packed[i].Level != omitted || p.included[p.candidates.At(i).Key] {
			continue
		}
		if p.candidates.At(i).NameFrom > p.budget {
			return
		}
		cost := p.count(p.candidates.At(i).Name) + 1
		if cost > p.left || !p.affords(cost) {
			return
		}
		p.spend(i, cost)
		p.packed[i].Level, p.packed[i].Picked = Name, make([]bool, len(p.candidates.At(i).Pieces))
	}
}
