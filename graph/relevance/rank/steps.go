package rank

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// source is a seed while its steps are weighed against the residual question:
// the terms that neither its title nor, on the first hop, any title names.
type source struct {
	corpus.Scored
	scores *scoring
	params *WalkParams
	index  *index.Index
	entry  *index.Entry
	idf    []float64         // of the residual question, by term
	mass   float64           // sum of idf
	fits   []float64         // reused
	shares map[int32]float64 // results of inTarget, by ordinal
	words  []text.Token      // reused
	// unwalked is the number of neighbours that were ignored, in the longest of
	// the lists, because edges and mentions lead to the same ones.
	unwalked int
}

// steps returns all steps from a seed with their activation.
func (w *walking) steps(seed corpus.Scored, hop int) []step {
	s := &source{
		Scored: seed, scores: &w.scoring, params: &w.params.Walk,
		index: w.reader.Indexes[seed.Project], entry: w.reader.Entry(seed.Doc),
		fits: make([]float64, len(w.analysed.Terms)), shares: make(map[int32]float64),
	}
	s.idf, _ = w.analysed.Residual(seed.Doc)
	if hop == 1 {
		s.ignoreTitles()
	}
	for _, idf := range s.idf {
		s.mass += idf
	}
	steps := slices.Concat(s.outgoing(), s.incoming(), s.phrases())
	if w.isAskedFor(seed.Doc) {
		w.trail.unwalked += s.unwalked
	}
	return steps
}

// isAskedFor reports whether the question starts from an entity or names its title.
// It is false for projects, which have edges to all their entities.
func (s *scoring) isAskedFor(d corpus.Doc) bool {
	if s.reader.Entry(d).Kind == string(graph.KindProject) {
		return false
	}
	if s.started {
		return d == s.start
	}
	return slices.ContainsFunc(s.analysed.Titles, func(title corpus.TitleMatch) bool {
		return slices.ContainsFunc(s.analysed.Owners(d.Project, title), func(o naming.Owner) bool { return o.Ordinal == d.Ordinal })
	})
}

// ignoreTitles removes the words of titles that the question has from the residual.
func (s *source) ignoreTitles() {
	asked := s.scores.analysed
	for _, title := range asked.Titles {
		for _, word := range asked.Words[title.First:title.Last] {
			if word.Term >= 0 {
				s.idf[word.Term] = 0
			}
		}
	}
}

// inSentence returns the share of the residual in a sentence of a document.
func (s *source) inSentence(ordinal, sentence int32) float64 {
	if s.mass == 0 {
		return 0
	}
	d := corpus.Doc{Project: s.Project, Ordinal: ordinal}
	s.scores.analysed.Fit(d, s.index.Entry(ordinal).Sentences[sentence], s.fits)
	share := 0.0
	for term, fit := range s.fits {
		share += fit * s.idf[term]
	}
	return share / s.mass
}

// inTarget returns the share of the residual's BM25 weight in an entity, or its
// similarity if that is higher. A text has words for all that it is about, so
// that its own weight in the entity, relative to the best one, is the share.
func (s *source) inTarget(ordinal int32) float64 {
	d := corpus.Doc{Project: s.Project, Ordinal: ordinal}
	similarity, lexical := s.scores.similarities[d], s.scores.arrays.Lexical[s.Project][ordinal]
	if s.mass == 0 || lexical == 0 {
		return similarity
	}
	if s.scores.isText() {
		return max(similarity, float64(lexical/s.scores.bestLexical))
	}
	if share, known := s.shares[ordinal]; known {
		return share
	}
	weight := 0.0
	for term, idf := range s.idf {
		if idf > 0 {
			weight += idf * s.scores.analysed.TermWeight(term, d)
		}
	}
	share := max(similarity, min(1, weight/(s.mass*s.params.Residual)))
	s.shares[ordinal] = share
	return share
}

func (s *source) strongest() *strongest {
	return &strongest{slots: s.scores.arrays.Slots[s.Project]}
}

func (s *source) id(ordinal int32) string { return s.index.Entry(ordinal).ID }

// outgoing returns the steps along edges and mentions from the seed.
func (s *source) outgoing() []step {
	params := s.params.Out
	best := s.strongest()
	s.edges(best, false, params)
	for _, mention := range s.entry.Mentions {
		evidence := params.Flat + params.Sentence*s.inSentence(s.Ordinal, mention.Sentence) + params.Target*s.inTarget(mention.Target)
		best.keep(step{from: s.Doc, to: mention.Target, activation: evidence * mention.Weight, via: ViaMention})
	}
	list := best.sorted(s.id)
	if len(list) == 0 {
		return nil
	}
	top, many := max(list[0].activation, 1e-9), 1+s.params.OutMany*math.Log(float64(len(list)))
	for i, one := range list {
		list[i].activation = s.Score * (s.params.OutRelative*one.activation/top + s.params.OutAbsolute*one.activation) / many
	}
	return list
}

// incoming returns the best steps along edges and mentions to the seed.
func (s *source) incoming() []step {
	params := s.params.In
	best := s.strongest()
	s.edges(best, true, params)
	for _, by := range considered(s, s.entry.MentionedBy, func(ordinal int32) int32 { return ordinal }) {
		target := s.inTarget(by)
		for _, mention := range s.index.Entry(by).MentionsOf(s.Ordinal) {
			evidence := params.Flat + params.Sentence*s.inSentence(by, mention.Sentence) + params.Target*target
			best.keep(step{from: s.Doc, to: by, activation: evidence, via: ViaMention, reverse: true})
		}
	}
	list := best.sorted(s.id)
	many := math.Sqrt(1 + math.Log(float64(max(1, len(list)))))
	list = list[:min(len(list), s.params.InMost)]
	for i := range list {
		list[i].activation *= s.Score * s.params.InShare / many
	}
	return list
}

// edges adds the steps along edges of one direction.
func (s *source) edges(best *strongest, incoming bool, params EvidenceParams) {
	for _, link := range considered(s, s.index.Links.Of(s.Ordinal), func(l links.Link) int32 { return l.Other }) {
		if link.Incoming != incoming {
			continue
		}
		weight, listed := s.scores.request.Relations[s.index.Links.Relation(link.Edge)]
		if !listed {
			weight = 1
		}
		evidence := (params.Flat + params.Target*s.inTarget(link.Other)) * weight
		best.keep(step{from: s.Doc, to: link.Other, activation: evidence, via: ViaEdge, edge: link.Edge, reverse: incoming})
	}
}

// phrases returns the steps along capitalised phrases that the seed shares with
// a few other entities.
func (s *source) phrases() []step {
	params := s.params.Phrase
	best := s.strongest()
	documents := float64(s.index.Documents())
	share := s.params.PhraseShare / s.params.manyPhrases(len(s.entry.Phrases))
	for _, phrase := range s.entry.Phrases {
		holders := s.index.Phrases.Holders(phrase)
		if len(holders) < 2 || s.redundant(phrase) {
			continue
		}
		idf := share * math.Log(documents/float64(len(holders))) / math.Log(documents+1)
		flat := params.Flat + params.Sentence*s.inSentence(s.Ordinal, phrase.Sentence)
		for _, ordinal := range holders {
			if ordinal != s.Ordinal {
				activation := s.Score * idf * (flat + params.Target*s.inTarget(ordinal))
				best.keep(step{from: s.Doc, to: ordinal, activation: activation, via: ViaPhrase})
			}
		}
	}
	return best.sorted(s.id)
}

// manyPhrases returns the divisor for the activation of an entity with n
// phrases, because a long text shares some phrase with everything.
func (p *WalkParams) manyPhrases(n int) float64 {
	return 1 + p.PhraseMany*math.Log(max(1, float64(n)/p.PhraseFew))
}

// redundant reports whether a phrase is the seed's own title, which mentions
// follow, or has only words of the question, which the lexical stage has found.
func (s *source) redundant(phrase index.Phrase) bool {
	s.words = s.entry.Sequence(phrase.Sentence, s.words)
	words := s.words[phrase.First:phrase.Last]
	if owners, length := s.index.Names.LongestTitle(words); length == len(words) {
		return slices.ContainsFunc(owners, func(o naming.Owner) bool { return o.Ordinal == s.Ordinal })
	}
	return !slices.ContainsFunc(words, func(word text.Token) bool {
		term := s.index.Words.TermOf(word.Word())
		return term != 0 && !s.scores.analysed.Hit(s.Project, term).Exact()
	})
}

// considered returns the neighbours to consider: all, or if there are more than
// Neighbours, those with the best lexical scores.
func considered[T any](s *source, list []T, end func(T) int32) []T {
	limit := s.params.Neighbours
	if len(list) <= limit {
		return list
	}
	s.unwalked = max(s.unwalked, len(list)-limit)
	lexical := s.scores.arrays.Lexical[s.Project]
	better := func(a, b T) int {
		i, j := end(a), end(b)
		if lexical[i] != lexical[j] {
			return cmp.Compare(lexical[j], lexical[i])
		}
		return cmp.Compare(s.id(i), s.id(j))
	}
	var kept []T
	floor := float32(0)
	for _, one := range list {
		if lexical[end(one)] >= floor {
			kept = append(kept, one)
		}
		if len(kept) == 4*limit {
			slices.SortFunc(kept, better)
			kept = kept[:limit]
			floor = lexical[end(kept[limit-1])]
		}
	}
	slices.SortFunc(kept, better)
	return kept[:limit]
}
