package relevance

// smooth lets containment and sequence edges pass the words' scores.
func (q *query) smooth() {}
