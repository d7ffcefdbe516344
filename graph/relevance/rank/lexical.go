package rank

// lexical scores documents by the words of the question. The titles of those
// that a text is about have words of it, where their own texts are long and of
// other words, as code is. The scores are those of the answer after
// [answer.propagate], which always follows; earlier ones are only explained.
func (a *answer) lexical() {
	title := 0.
	if a.isText() {
		title = a.params.TextTitle
	}
	a.analysed.BM25(title)
	if a.request.Explain {
		a.scoreLexical()
	}
}

// scoreLexical copies the lexical scores to the scores.
func (a *answer) scoreLexical() {
	for project, scored := range a.arrays.Scored {
		for ordinal := range scored.All() {
			a.arrays.Score[project][ordinal] = float64(a.arrays.Lexical[project][ordinal])
		}
	}
}
