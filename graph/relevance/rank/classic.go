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
func (a *answer) distance() {
	a.eachScore(func(score *float64) { *score = 0 })
	a.trail = newTrail(a.seeds)
	for _, seed := range a.seeds {
		a.trail.arrivals[seed.Doc] = &arrival{activation: a.classicParts().Distance}
		*a.arrays.At(seed.Doc) = a.classicScore(seed.Doc, 0) + a.params.Classic.Match*seed.Score
	}
	seeds := a.seeds
	for hop := 1; hop <= a.request.Depth; hop++ {
		seeds = a.spread(seeds, hop)
	}
}

// classicParts returns the weights for the request.
func (a *answer) classicParts() ClassicParts {
	if a.request.Similar != nil {
		return a.params.Classic.Semantic
	}
	return a.params.Classic.Words
}

// classicScore returns the classic score of a document at a distance in edges.
func (a *answer) classicScore(d corpus.Doc, distance int) float64 {
	parts := a.classicParts()
	score := parts.Distance/float64(1+distance) + a.age(d)
	if a.request.Similar != nil {
		score += parts.Similarity * max(0, a.cosine(a.reader.Entry(d).ID))
	}
	return score
}

// age returns the part of a document's classic score that depends on its age.
func (a *answer) age(d corpus.Doc) float64 {
	modified := a.reader.Attributes(d).Modified
	if a.request.Now.IsZero() || modified.IsZero() {
		return 0
	}
	return a.classicParts().Age * freshness(modified, a.request.Now, a.params.Ties.RecencyDays)
}

// spread scores the neighbours over edges and mentions that were not reached by
// an earlier hop, and returns them.
func (a *answer) spread(from []corpus.Scored, hop int) []corpus.Scored {
	var next []corpus.Scored
	for _, seed := range from {
		for _, step := range a.steps(seed, hop) {
			to := step.target()
			if step.via == ViaPhrase || a.trail.seeded[to] || a.trail.arrivals[to] != nil {
				continue
			}
			near := a.classicParts().Distance / float64(1+hop)
			a.trail.arrivals[to] = &arrival{activation: near, step: step}
			*a.arrays.At(to) = a.classicScore(to, hop)
			next = append(next, corpus.Scored{Doc: to, Score: near})
		}
	}
	return next
}
