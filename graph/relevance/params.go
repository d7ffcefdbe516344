package relevance

// Params are the constants of the ranking. Defaults are measured on questions over several hops; see docs.
type Params struct {
	// Spans: titles that the question names.
	SpanShare    float64 // the share of the question's idf that makes a span certain
	SpanDiscount float64 // how much a certain span's words lose in BM25
	SpanTitle    float64 // weight of the titled entity
	SpanShared   float64 // exponent of the number of entities so titled
	SpanNear     float64 // weight of entities with an edge to the titled one
	SpanMass     float64

	Seeds      int     // how many entities the walk starts from
	TitleShare float64 // weight of the share of a title that the question names

	// Walk along edges out of an entity.
	OutFlat, OutSentence, OutTarget float64
	OutRelative, OutAbsolute        float64
	OutMany                         float64
	// Walk along edges into an entity.
	InBest                       int
	InAll                        float64
	InFlat, InSentence, InTarget float64
	// Walk along shared phrases.
	PhraseAll                                float64
	PhraseFlat, PhraseSentence, PhraseTarget float64

	Kindred    float64 // what a word with the same first letters counts in a sentence
	Residual   float64 // the BM25 mass per idf that counts as all of a residual
	HopDecay   float64
	Frontier   int
	JoinMinor  float64 // what the lesser of two scores adds to the greater
	PathNorm   float64
	Neighbours int // the most neighbours of one entity that are looked at

	// Lexical mass that containment and sequence edges pass.
	FromParent, FromSibling float64
	Siblings                int

	// Ties.
	Recency, Active float64
	RecencyDays     float64
}

// Defaults gives the measured constants.
func Defaults() Params {
	return Params{
		SpanShare: .2, SpanDiscount: .7, SpanTitle: 1.5, SpanShared: .4, SpanNear: .4, SpanMass: 1.5 * 2.2,
		Seeds: 8, TitleShare: .4,
		OutFlat: .3, OutSentence: .4, OutTarget: .8, OutRelative: .6, OutAbsolute: .4, OutMany: .15,
		InBest: 30, InAll: .4, InFlat: .3, InSentence: .5, InTarget: 1,
		PhraseAll: .8, PhraseFlat: .1, PhraseSentence: .7, PhraseTarget: .8,
		Kindred: .8, Residual: 1.5, HopDecay: .6, Frontier: 8, JoinMinor: .4, PathNorm: 4, Neighbours: 500,
		FromParent: .35, FromSibling: .15, Siblings: 3,
		Recency: .03, Active: .02, RecencyDays: 30,
	}
}
