package rank

import "dossier/graph/relevance/corpus"

// Params are the constants of ranking. Each stage has its own struct, which is
// declared and documented with sources beside the stage. "First value of the
// method" means that the value of the cited method was kept. Points are facts
// included in a number of tokens, or R@5, on the sets of docs/notebook/relevance.md.
type Params struct {
	Question   corpus.QuestionParams   // of the stage lexical
	Propagate  PropagateParams         // of the stage propagate
	Titles     TitleParams             // of the stage titles
	Similarity corpus.SimilarityParams // of the stage similarity
	Sections   SectionParams           // of the stage sections
	Seeds      SeedParams              // of the stage seeds
	Walk       WalkParams              // of the stage walk
	Ties       TieParams               // of the stage ties
	Diversify  DiversifyParams         // of the stage diversify
	Intent     IntentParams            // of the stage intent
	Classic    ClassicParams           // of the stage distance, for a classic ranking
	Sentences  SentenceParams          // which sentences of an entity are quoted
	// TextTerms is the number of terms from which on a question is a text, such as
	// an abstract, an issue or a log.
	TextTerms int
	// TextTitle is the weight of the BM25 score of a title, besides that of all
	// fields, for a text.
	TextTitle float64
	// Minor is the share of the lower of two independent scores that is added to
	// the higher one: .4, first value of the method.
	Minor float64
}

// questionDefaults returns the constants for the words of questions. The words
// that ask for signals weigh .3, so that not each text in which somebody says
// something matches. With all words that ask at .5, the pages of peps in 500
// tokens fell from 72.6 to 69.9.
func questionDefaults() corpus.QuestionParams {
	params := corpus.QuestionDefaults()
	params.Asks, params.Asking = asksForSignals, .3
	return params
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Question:   questionDefaults(),
		Propagate:  propagateDefaults(),
		Titles:     titleDefaults(),
		Similarity: corpus.SimilarityDefaults(),
		Sections:   sectionDefaults(),
		Seeds:      seedDefaults(),
		Walk:       walkDefaults(),
		Ties:       tieDefaults(),
		Diversify:  diversifyDefaults(),
		Intent:     intentDefaults(),
		Classic:    classicDefaults(),
		Sentences:  sentenceDefaults(),
		TextTerms:  20,  // by eye: the questions of hotpot and musique have 5 to 19, abstracts around 40
		TextTitle:  1.5, // use cases +4 to +7 R@5, peps +2, eips +1; 1 and 2 are about as good; for questions: musique −2
		Minor:      .4,
	}
}
