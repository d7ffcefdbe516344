package rank

// similarity adds the similarities of the nearest entities to the scores.
func (s *scoring) similarity() {
	if s.request.Similar == nil {
		return
	}
	s.similarities = s.reader.Similar(s.cosine, s.params.Similarity)
	for d, similarity := range s.similarities {
		score := s.arrays.At(d)
		*score = s.join(*score, similarity)
	}
}

// cosine returns the cosine between the question and an entity.
func (s *scoring) cosine(id string) float64 { return s.request.Similar(s.number, id) }
