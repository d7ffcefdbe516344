package rank

import "dossier/graph/relevance/corpus"

// ClassicParams are the constants of the classic formula.
type ClassicParams struct {
	// Words and Semantic are the weights without and with embeddings.
	Words, Semantic ClassicParts
	// Match is the weight of a seed's score so far. It orders matches of the same
	// age.
	Match float64
}

// ClassicParts are the weights of distance, age and similarity.
type ClassicParts struct{ Distance, Age, Similarity float64 }

func classicDefaults() ClassicParams {
	return ClassicParams{
		Words:    ClassicParts{Distance: .6, Age: .4},                   // the original formula without embeddings
		Semantic: ClassicParts{Distance: .4, Age: .25, Similarity: .35}, // the original formula
		Match:    .001,                                                  // by eye: less than a day of age
	}
}

// distance replaces the scores by classic scores: by distance from the seeds,
// age and similarity.
func (w *walking) distance() {
	w.eachScore(func(score *float64) { *score = 0 })
	w.trail = newTrail(w.seeds)
	for _, seed := range w.seeds {
		w.trail.arrivals[seed.Doc] = &arrival{activation: w.classicParts().Distance}
		*w.arrays.At(seed.Doc) = w.classicScore(seed.Doc, 0) + w.params.Classic.Match*seed.Score
	}
	seeds := w.seeds
	for hop := 1; hop <= w.request.Depth; hop++ {
		seeds = w.spread(seeds, hop)
	}
}

// classicParts returns the weights for the request.
func (w *walking) classicParts() ClassicParts {
	if w.request.Similar != nil {
		return w.params.Classic.Semantic
	}
	return w.params.Classic.Words
}

// classicScore returns the classic score of a document at a distance in edges.
func (w *walking) classicScore(d corpus.Doc, distance int) float64 {
	parts := w.classicParts()
	score := parts.Distance/float64(1+distance) + w.age(d)
	if w.request.Similar != nil {
		score += parts.Similarity * max(0, w.cosine(w.reader.Entry(d).ID))
	}
	return score
}

// age returns the part of a document's classic score that depends on its age.
func (w *walking) age(d corpus.Doc) float64 {
	modified := w.reader.Attributes(d).Modified
	if w.request.Now.IsZero() || modified.IsZero() {
		return 0
	}
	return w.classicParts().Age * freshness(modified, w.request.Now, w.params.Ties.RecencyDays)
}

// spread scores the neighbours over edges and mentions that were not reached by
// an earlier hop, and returns them.
func (w *walking) spread(from []corpus.Scored, hop int) []corpus.Scored {
	var next []corpus.Scored
	for _, seed := range from {
		for _, step := range w.steps(seed, hop) {
			to := step.target()
			if step.via == ViaPhrase || w.trail.seeded[to] || w.trail.arrivals[to] != nil {
				continue
			}
			near := w.classicParts().Distance / float64(1+hop)
			w.trail.arrivals[to] = &arrival{activation: near, step: step}
			*w.arrays.At(to) = w.classicScore(to, hop)
			next = append(next, corpus.Scored{Doc: to, Score: near})
		}
	}
	return next
}
