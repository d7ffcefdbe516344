package relevance

// shares are the parts of the classic score: nearness by edges, freshness, likeness in meaning.
type shares struct{ near, fresh, like float64 }

// Without embeddings nearness and freshness share the whole; the words choose where to start.
var (
	classicShares  = shares{.6, .4, 0}
	semanticShares = shares{.4, .25, .35}
)

// classicWords decides between matches that are equally fresh.
const classicWords = .001

// classic scores by distance from the start, or from the best matches, and by age.
func (w *walker) classic(at place, started bool) Ranking {
	var seeds []seed
	if started {
		seeds = []seed{{at, 1}}
		w.started = true
	} else {
		w.q.seedScores()
		w.q.liftNear()
		seeds = w.q.seeds()
	}
	for _, v := range w.q.views {
		clear(v.score)
	}
	for _, s := range seeds {
		w.seeded[s.place] = true
		w.arrivals[s.place] = &arrival{strength: w.shares().near}
		s.v.score[s.doc] = w.classicScore(s.place, 0) + classicWords*s.a
	}
	for hop := 1; hop <= w.request.Depth; hop++ {
		seeds = w.spread(seeds, hop)
	}
	return w.ranking(func(place) float64 { return 0 })
}

// shares are those that the classic score is made of.
func (w *walker) shares() shares {
	if w.similar != nil {
		return semanticShares
	}
	return classicShares
}

// classicScore is the classic score of a place so many edges away.
func (w *walker) classicScore(at place, distance int) float64 {
	parts := w.shares()
	score := parts.near/float64(1+distance) + w.age(at)
	if w.similar != nil {
		score += parts.like * max(0, w.similar(at.document().ID))
	}
	return score
}

// age is what the classic score gives a place for its age.
func (w *walker) age(at place) float64 {
	modified := at.v.x.ties[at.doc].modified
	if w.request.Now.IsZero() || modified.IsZero() {
		return 0
	}
	return w.shares().fresh * freshness(modified, w.request.Now, w.q.params.RecencyDays)
}

// spread reaches the neighbours of a hop over the users' edges and mentions and gives them.
func (w *walker) spread(from []seed, hop int) []seed {
	var next []seed
	for _, s := range from {
		for _, y := range w.ways(s, hop) {
			at := place{s.v, y.to}
			if y.via == ViaPhrase || w.seeded[at] || w.arrivals[at] != nil {
				continue
			}
			near := w.shares().near / float64(1+hop)
			w.arrivals[at] = &arrival{strength: near, way: y}
			at.v.score[at.doc] = w.classicScore(at, hop)
			next = append(next, seed{at, near})
		}
	}
	return next
}
