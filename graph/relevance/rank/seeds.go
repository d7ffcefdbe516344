package rank

import "dossier/graph/relevance/corpus"

// SeedParams are the constants for choosing where the walk starts.
type SeedParams struct {
	// Most is the maximum number of seeds of a question, TextMost that of a text.
	// They are chosen by score and title among Considered times as many.
	Most, TextMost, Considered int
	// Title and TitleScore multiply the share of a title's IDF that the question
	// names. Both are added to the activation of a seed, TitleScore also to its
	// score.
	Title, TitleScore float64
	// MatchBesideStart multiplies the scores of matches if the request names
	// starts.
	MatchBesideStart float64
	// OpeningWords is the number of words of a start's text in the question about
	// a start without a topic.
	OpeningWords int
}

func seedDefaults() SeedParams {
	return SeedParams{
		Most:             8,  // first value of the method; more or fewer gained nothing
		TextMost:         12, // peps +6 R@5, +3 R@10; 16 gained less; for questions: hotpot R@5 −1
		Considered:       4,  // by eye
		Title:            .2, // with TitleScore .4, first value of the method
		TitleScore:       .2, // also in the score, not only in seeds: musique R@5 +1
		MatchBesideStart: .3, // by eye
		OpeningWords:     50, // first value of the method
	}
}

// seed boosts entities whose titles have words of the question, and chooses
// where the walk starts: from the best entities by words, titles and
// similarity, or from the start in the request.
func (w *walking) seed() {
	params := w.params.Seeds
	most := params.Most
	if w.isText() {
		most, w.bestLexical = params.TextMost, w.highestLexical()
	}
	list := corpus.Best(w.reader, w.arrays.Scored, w.arrays.Score, params.Considered*most)
	for i, one := range list {
		share := w.titleShare(one.Doc)
		w.arrays.Score[one.Project][one.Ordinal] += params.TitleScore * share
		list[i].Score += (params.Title + params.TitleScore) * share
	}
	w.seeds = w.reader.Top(list, most)
	if w.started {
		w.seeds = w.seedStart()
	}
}

// seedStart makes the start the only seed, and lowers the scores of matches. At
// depth 0, only the start is found.
func (w *walking) seedStart() []corpus.Scored {
	factor := w.params.Seeds.MatchBesideStart
	if w.request.Depth == 0 {
		factor = 0
	}
	w.eachScore(func(score *float64) { *score *= factor })
	*w.arrays.At(w.start) = 1
	return []corpus.Scored{{Doc: w.start, Score: 1}}
}

// titleShare returns the share of the title's IDF that the question names.
func (s *scoring) titleShare(d corpus.Doc) float64 {
	x := s.reader.Indexes[d.Project]
	named, all := 0.0, 0.0
	for _, term := range s.reader.TitleTerms(d, nil) {
		idf := corpus.IDF(x.Documents(), len(x.Postings.Of(term)))
		all += idf
		if s.analysed.Hit(d.Project, term).Exact() {
			named += idf
		}
	}
	if all == 0 {
		return 0
	}
	return named / all
}
