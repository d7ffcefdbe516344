package rank

// lexical scores documents by the words of the question. The titles of those
// that a text is about have words of it, where their own texts are long and of
// other words, as code is. The scores are those of the answer after
// [answer.propagate], which always follows; earlier ones are only explained.
func (s *scoring) lexical() {
	title := 0.
	if s.isText() {
		title = s.params.TextTitle
	}
	s.analysed.BM25(title)
	if s.request.Explain {
		s.scoreLexical()
	}
}

// scoreLexical copies the lexical scores to the scores.
func (s *scoring) scoreLexical() {
	for project, scored := range s.arrays.Scored {
		for ordinal := range scored.All() {
			s.arrays.Score[project][ordinal] = float64(s.arrays.Lexical[project][ordinal])
		}
	}
}
