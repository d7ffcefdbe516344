package rank

// lexical scores documents by the words of the question. The scores are those of
// the answer after [answer.propagate], which always follows; earlier ones are only
// explained.
func (a *answer) lexical() {
	a.analysed.BM25(a.arrays.Lexical)
	if a.request.Explain {
		a.scoreLexical()
	}
}

// scoreLexical copies the lexical scores to the scores.
func (a *answer) scoreLexical() {
	for project, scores := range a.arrays.Lexical {
		for ordinal, score := range scores {
			a.arrays.Score[project][ordinal] = float64(score)
		}
	}
}
