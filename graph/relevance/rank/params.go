package rank

import "dossier/graph/relevance/corpus"

// Params are the constants of ranking, those of each stage in a struct of its
// own that is declared, and documented with sources, beside the stage. Where
// they cite the method, its first value was kept; points are facts included in
// a number of tokens, or R@5, on the sets of docs/relevance.md.
type Params struct {
	Question   corpus.QuestionParams
	Propagate  PropagateParams
	Titles     TitleParams
	Similarity corpus.SimilarityParams
	Seeds      SeedParams
	Walk       WalkParams
	Ties       TieParams
	Diversify  DiversifyParams
	Intent     IntentParams
	Classic    ClassicParams
	Sentences  SentenceParams
	// TextTerms is the number of terms from which on a question is a text: an
	// abstract, an issue, a log.
	TextTerms int
	// Minor is what the lesser of two independent scores of a document adds to
	// the greater: .4, first value of the method.
	Minor float64
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Question:   corpus.QuestionDefaults(),
		Propagate:  propagateDefaults(),
		Titles:     titleDefaults(),
		Similarity: corpus.SimilarityDefaults(),
		Seeds:      seedDefaults(),
		Walk:       walkDefaults(),
		Ties:       tieDefaults(),
		Diversify:  diversifyDefaults(),
		Intent:     intentDefaults(),
		Classic:    classicDefaults(),
		Sentences:  sentenceDefaults(),
		TextTerms:  20, // by eye: the questions of hotpot and musique have 5 to 19, abstracts around 40
		Minor:      .4,
	}
}
