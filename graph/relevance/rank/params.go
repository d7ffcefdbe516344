package relevance

// Params are the constants of ranking, all in one place. The defaults were measured on questions over several hops.
type Params struct {
	// A title that the question names is a span. It is certain from SpanShare of the question's idf on; its words then
	// lose SpanDiscount of their weight, the entities so titled gain SpanTitle·SpanMass·idf, shared by the power
	// SpanShared of their number, and the entities with an edge to them SpanNear·SpanMass·idf.
	SpanShare, SpanDiscount, SpanMass, SpanTitle, SpanShared, SpanNear float64

	// Seeds is how many entities a walk starts from. A title gains TitleSeed as a seed and TitleScore for good, times
	// the share of its idf that the question names.
	Seeds                 int
	TitleSeed, TitleScore float64

	// An edge is worth its flat part, plus the share of the residual question in its sentence, plus that in its target.
	// Out: OutRelative of it counts against the best edge of the entity, OutAbsolute as it is, and an entity with many
	// edges divides by 1+OutMany·ln n.
	OutFlat, OutSentence, OutTarget     float64
	OutRelative, OutAbsolute, OutMany   float64
	InAll, InFlat, InSentence, InTarget float64
	// InBest is how many edges into an entity are followed.
	InBest                                              int
	PhraseAll, PhraseFlat, PhraseSentence, PhraseTarget float64

	// Kindred is what a word counts that only begins like one of the question.
	Kindred float64
	// Residual is the BM25 impact per idf at which a target holds all of a residual.
	Residual float64
	// HopDecay weakens each hop after the first; Frontier is how many entities are walked on from.
	HopDecay float64
	Frontier int
	// PathNorm joins the ways into an entity, JoinMinor is what the lesser of two scores adds to the greater.
	PathNorm, JoinMinor float64
	// Neighbours is how many neighbours of one entity are looked at; the others are counted as left out.
	Neighbours int

	// FromParent, FromNext and FromSibling are what containment and sequence edges pass of the words' scores: from the
	// parent, from the entity before and the one after, and from the best Siblings of at most Family children.
	FromParent, FromNext, FromSibling float64
	Siblings, Family                  int

	// With embeddings, the NearMost entities whose cosine is at least NearFloor and NearShare of the best one's are near.
	// The nearest counts Near, the others less by their rank: half of it at the rank NearRank. Models differ in what
	// cosines they give, hence ranks.
	NearMost                             int
	NearFloor, NearShare, Near, NearRank float64

	// An entity that holds words of the question which no better one holds gains Cover of the best score, times the share
	// that they are of the idf of all words not held yet, these counted as CoverLeast of the question at the least. It
	// is for the first Covering entities to gain.
	Cover, CoverLeast float64
	Covering          int

	// MatchBesideStarts is what a match by words alone counts when entities were asked for.
	MatchBesideStarts float64

	// Recency (falling by e every RecencyDays), Active and Kind break ties; together they stay under .05 and the
	// lens's weights.
	Recency, RecencyDays, Active float64
}

// Defaults gives the measured constants.
func Defaults() Params {
	return Params{
		SpanShare: .2, SpanDiscount: .7, SpanMass: 1.5 * 2.2, SpanTitle: 1.5, SpanShared: .4, SpanNear: .4,
		Seeds: 8, TitleSeed: .2, TitleScore: .2,
		OutFlat: .3, OutSentence: .4, OutTarget: .8, OutRelative: .6, OutAbsolute: .4, OutMany: .15,
		InAll: .8, InFlat: .3, InSentence: .5, InTarget: 1, InBest: 30,
		PhraseAll: .9, PhraseFlat: .1, PhraseSentence: .7, PhraseTarget: .8,
		Kindred: .8, Residual: 1, HopDecay: .6, Frontier: 8, PathNorm: 4, JoinMinor: .4, Neighbours: 500,
		FromParent: .35, FromNext: .25, FromSibling: .1, Siblings: 3, Family: 200,
		NearMost: 50, NearFloor: .2, NearShare: .7, Near: .6, NearRank: 10,
		Cover: .5, CoverLeast: .5, Covering: 40,
		MatchBesideStarts: .3, Recency: .03, RecencyDays: 30, Active: .02,
	}
}

// join is the score of what two ways bring.
func (p *Params) join(a, b float64) float64 { return max(a, b) + p.JoinMinor*min(a, b) }
