package rank

// lexical scores documents by the words of the question.
func (a *answer) lexical() {
	a.analysed.BM25(a.arrays.Lexical)
	a.scoreLexical()
}

// scoreLexical copies the lexical scores to the scores.
func (a *answer) scoreLexical() {
	for project, scores := range a.arrays.Lexical {
		for ordinal, score := range scores {
			a.arrays.Score[project][ordinal] = float64(score)
		}
	}
}
