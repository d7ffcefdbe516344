package rank

// similarity adds the similarities of the nearest entities to the scores.
func (a *answer) similarity() {
	if a.request.Similar == nil {
		return
	}
	a.similarities = a.reader.Similar(a.cosine, a.params.Similarity)
	for d, similarity := range a.similarities {
		score := a.arrays.At(d)
		*score = a.join(*score, similarity)
	}
}

// cosine returns the cosine between the question and an entity.
func (a *answer) cosine(id string) float64 { return a.request.Similar(a.number, id) }
