package relevance

import (
	"math"
	"slices"
	"time"
)

// ranking gives the answer from the scores; tie adds what decides between near equals, among the best alone.
func (w *walker) ranking(tie func(*document) float64) Ranking {
	answer := Ranking{Unwalked: w.unwalked, Kinds: make(map[string]int)}
	for _, v := range w.q.views {
		for d, s := range v.score {
			switch {
			case s <= 0:
			case w.request.Keep != nil && !w.request.Keep(v.x.docs[d].Kind):
				v.score[d] = 0
			default:
				answer.Found++
				answer.Kinds[v.x.docs[d].Kind]++
			}
		}
	}
	best := w.q.best(2*w.request.Limit + w.q.params.Seeds)
	for i := range best {
		best[i].a += tie(best[i].document())
	}
	for _, s := range strongest(best, w.request.Limit) {
		answer.Nodes = append(answer.Nodes, w.node(s))
	}
	for i := len(answer.Nodes) - 1; i >= 0; i-- {
		answer.Nodes[i].Score /= answer.Nodes[0].Score
	}
	return answer
}

// tie gives what time, state and kind add.
func (w *walker) tie(d *document) float64 {
	p := w.q.params
	sum := w.request.Kinds[d.Kind]
	if d.Active {
		sum += p.Active
	}
	if !w.request.Now.IsZero() && !d.Modified.IsZero() {
		sum += p.Recency * freshness(d.Modified, w.request.Now, p.RecencyDays)
	}
	return sum
}

// freshness falls from 1 by e every so many days.
func freshness(modified, now time.Time, days float64) float64 {
	return math.Exp(-max(0, now.Sub(modified).Hours()/24) / days)
}

// node describes a place of the answer.
func (w *walker) node(s seed) Node {
	d := s.document()
	n := Node{ID: d.ID, Kind: d.Kind, Title: d.Title, Score: s.a, Why: WhyMatch}
	n.Parts.Tie = w.tie(d)
	a := w.arrivals[s.place]
	if a != nil {
		n.Parts.Walk = a.strength
	}
	n.Parts.Text = max(0, s.a-n.Parts.Tie-n.Parts.Walk)
	switch {
	case w.started && w.seeded[s.place]:
		n.Why = WhyStart
	case a == nil || w.seeded[s.place] || n.Parts.Text > n.Parts.Walk:
	case a.way.via == ViaEdge:
		n.Why = WhyEdge
	default:
		n.Why = WhyMention
	}
	if n.Why == WhyEdge || n.Why == WhyMention {
		n.Path = w.path(s.place)
		n.Distance = len(n.Path)
	}
	return n
}

// path gives the best way to a place, from its seed on.
func (w *walker) path(at place) []Step {
	var steps []Step
	for !w.seeded[at] {
		y := w.arrivals[at].way
		step := Step{From: y.from.document().ID, To: at.document().ID, Via: y.via, Reverse: y.reverse}
		if y.via == ViaEdge {
			step.Edge = at.v.x.links.edges[y.edge]
		}
		steps = append(steps, step)
		at = y.from
	}
	slices.Reverse(steps)
	return steps
}
