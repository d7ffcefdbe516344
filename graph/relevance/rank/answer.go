package relevance

import (
	"math"
	"slices"
	"time"
)

// ranking gives the answer from the scores; tie adds what decides between near equals, among the best alone.
func (w *walker) ranking(tie func(place) float64) Ranking {
	answer := Ranking{Unwalked: w.unwalked, Kinds: make(map[string]int)}
	for _, v := range w.q.views {
		for kind, n := range w.count(v) {
			if n > 0 {
				answer.Found += n
				answer.Kinds[v.x.kinds.names[kind]] += n
			}
		}
	}
	best := w.q.best(2*w.request.Limit + w.q.params.Seeds)
	for i := range best {
		best[i].a += tie(best[i].place)
	}
	best = strongest(best, w.request.Limit)
	if !w.started && !w.request.Classic {
		w.q.cover(best)
	}
	answer.Nodes = make([]Node, 0, len(best))
	for _, s := range best {
		answer.Nodes = append(answer.Nodes, w.node(s))
	}
	for i := len(answer.Nodes) - 1; i >= 0; i-- {
		answer.Nodes[i].Score /= answer.Nodes[0].Score
	}
	return answer
}

// count counts the documents that have a score by the number of their kind. It takes the scores of those away that are
// not to be kept.
func (w *walker) count(v *view) []int {
	counts := make([]int, len(v.x.kinds.names))
	for d, s := range v.score {
		if s > 0 {
			counts[v.x.ties[d].kind]++
		}
	}
	if w.request.Keep == nil {
		return counts
	}
	for kind, name := range v.x.kinds.names {
		if !w.request.Keep(name) {
			counts[kind] = 0
		}
	}
	for d := range v.score {
		if counts[v.x.ties[d].kind] == 0 {
			v.score[d] = 0
		}
	}
	return counts
}

// tie gives what time, state and kind add.
func (w *walker) tie(at place) float64 {
	p, t := w.q.params, &at.v.x.ties[at.doc]
	sum := w.request.Kinds[at.v.x.kinds.names[t.kind]]
	if t.active {
		sum += p.Active
	}
	if !w.request.Now.IsZero() && !t.modified.IsZero() {
		sum += p.Recency * freshness(t.modified, w.request.Now, p.RecencyDays)
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
	n := Node{ID: d.ID, Kind: d.Kind, Title: d.Title, Score: s.a, Why: WhyMatch, Project: s.v.at}
	n.Parts.Tie = w.tie(s.place)
	if w.request.Classic {
		n.Parts.Tie = w.age(s.place)
	}
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
