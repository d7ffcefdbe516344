package relevance

// The parts of the classic score: nearness, likeness by words, freshness. There are no embeddings here, so nearness and
// freshness share the whole; the words choose where to start.
const (
	classicNear  = .6
	classicFresh = .4
	classicWords = .001 // decides between matches that are equally fresh
)

// classic scores by distance from the start, or from the best matches, and by age.
func (w *walker) classic(at place, started bool) Ranking {
	var seeds []seed
	if started {
		seeds = []seed{{at, 1}}
		w.started = true
	} else {
		w.q.seedScores()
		seeds = w.q.seeds()
	}
	for _, v := range w.q.views {
		clear(v.score)
	}
	for _, s := range seeds {
		w.seeded[s.place] = true
		s.v.score[s.doc] = classicNear + w.age(s.place) + classicWords*s.a
	}
	for hop := 1; hop <= w.request.Depth; hop++ {
		seeds = w.spread(seeds, hop)
	}
	return w.ranking(func(*document) float64 { return 0 })
}

// age is the part of freshness in the classic score.
func (w *walker) age(at place) float64 {
	d := at.document()
	if w.request.Now.IsZero() || d.Modified.IsZero() {
		return 0
	}
	return classicFresh * freshness(d.Modified, w.request.Now, w.q.params.RecencyDays)
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
			near := classicNear / float64(1+hop)
			w.arrivals[at] = &arrival{strength: near, way: y}
			at.v.score[at.doc] = near + w.age(at)
			next = append(next, seed{at, near})
		}
	}
	return next
}
