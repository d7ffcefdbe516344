package relevance

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/text"
)

// walker carries activation from the seeds along edges.
type walker struct {
	q       *query
	request *Request
	walked  map[place]*arrival
	seeded  map[place]bool
}

// place is a document of a view.
type place struct {
	v   *view
	doc int32
}

// arrival is what reached a place: its joined strength and the best single way.
type arrival struct {
	joined float64
	best   float64
	way    way
	hop    int
}

// way is one step that carries activation.
type way struct {
	from     place
	to       int32
	strength float64
	link     *link
	implicit Implicit
	reverse  bool
}

func (w *walker) walk(seeds []seed) {
	w.walked, w.seeded = make(map[place]*arrival), make(map[place]bool)
	for _, s := range seeds {
		w.seeded[place{s.v, s.doc}] = true
	}
	decay := 1.0
	for hop := 1; hop <= w.request.Depth && len(seeds) > 0; hop++ {
		arrivals := make(map[place]*arrival)
		for _, s := range seeds {
			for _, y := range w.ways(s, hop) {
				join(arrivals, y, decay, w.q.params.PathNorm, hop)
			}
		}
		seeds = w.settle(arrivals)
		decay *= w.q.params.HopDecay
	}
}

func join(arrivals map[place]*arrival, y way, decay, norm float64, hop int) {
	at := place{y.from.v, y.to}
	a := arrivals[at]
	if a == nil {
		a = &arrival{hop: hop}
		arrivals[at] = a
	}
	strength := y.strength * decay
	a.joined += math.Pow(strength, norm)
	if strength > a.best {
		a.best, a.way = strength, y
	}
}

// settle adds what arrived to the scores and gives the seeds of the next hop.
func (w *walker) settle(arrivals map[place]*arrival) []seed {
	var next []seed
	for at, a := range arrivals {
		v := math.Pow(a.joined, 1/w.q.params.PathNorm)
		a.joined = v
		old := at.v.score[at.doc]
		at.v.score[at.doc] = max(old, v) + w.q.params.JoinMinor*min(old, v)
		if known := w.walked[at]; known == nil {
			w.walked[at] = a
			if !w.seeded[at] {
				next = append(next, seed{at.v, at.doc, v})
			}
		} else {
			known.joined = max(known.joined, v)
		}
	}
	return bestSeeds(next, w.q.params.Frontier)
}

// residual gives the idf of the terms that a seed's title does not name; on the first hop spans are left out too.
func (w *walker) residual(s seed, hop int) (idf []float64, sum float64) {
	idf = make([]float64, len(w.q.terms))
	for i, t := range w.q.terms {
		idf[i] = t.idf
	}
	for _, t := range s.v.titleTerms(s.doc) {
		if h, ok := s.v.hits[t]; ok && h.fit == 1 {
			idf[h.term] = 0
		}
	}
	if hop == 1 {
		for _, sp := range w.q.spans {
			for _, word := range w.q.words[sp.first:sp.last] {
				if word.term >= 0 {
					idf[word.term] = 0
				}
			}
		}
	}
	for _, x := range idf {
		sum += x
	}
	return idf, sum
}

// source is a seed while its ways are weighed.
type source struct {
	w     *walker
	s     seed
	idf   []float64
	sum   float64
	terms []float64 // reused
}

// ways gives all steps out of a seed with what they carry.
func (w *walker) ways(s seed, hop int) []way {
	src := source{w: w, s: s, terms: make([]float64, len(w.q.terms))}
	src.idf, src.sum = w.residual(s, hop)
	list := src.out()
	list = append(list, src.in()...)
	return append(list, src.shared()...)
}

// sentence gives the share of the residual that stands in a sentence.
func (src *source) sentence(doc int32, sentence int32) float64 {
	if src.sum == 0 {
		return 0
	}
	clear(src.terms)
	d := &src.s.v.x.docs[doc]
	s := d.sentences[sentence]
	for _, t := range d.tokens[s.First:s.Last] {
		if h, ok := src.s.v.hits[src.s.v.x.vocab.termOf[t.Word()]]; ok {
			src.terms[h.term] = max(src.terms[h.term], h.fit)
		}
	}
	share := 0.0
	for i, fit := range src.terms {
		share += fit * src.idf[i]
	}
	return share / src.sum
}

// target gives the share of the residual's BM25 mass that a document holds.
func (src *source) target(doc int32) float64 {
	if src.sum == 0 {
		return 0
	}
	mass := 0.0
	for i, idf := range src.idf {
		if idf > 0 {
			mass += idf * src.w.q.impactOf(src.s.v, i, doc)
		}
	}
	return min(1, mass/(src.sum*src.w.q.params.Residual))
}

func (src *source) out() []way {
	p, x := src.w.q.params, src.s.v.x
	best := make(map[int32]way)
	from := place{src.s.v, src.s.doc}
	for _, l := range x.links.of(src.s.doc) {
		if !l.in {
			e := (p.OutFlat + p.OutTarget*src.target(l.other)) * src.relation(l)
			keep(best, way{from: from, to: l.other, strength: e, link: &l})
		}
	}
	for _, m := range x.docs[src.s.doc].mentions {
		e := (p.OutFlat + p.OutSentence*src.sentence(src.s.doc, m.sentence) + p.OutTarget*src.target(m.target)) * m.weight
		keep(best, way{from: from, to: m.target, strength: e, implicit: MentionEdge})
	}
	list := sorted(best, x)
	if len(list) == 0 {
		return nil
	}
	top := list[0].strength
	for i, y := range list {
		list[i].strength = src.s.a * (p.OutRelative*y.strength/top + p.OutAbsolute*y.strength) / (1 + p.OutMany*math.Log(float64(len(list))))
	}
	return list
}

// relation is the lens's weight of a user's edge.
func (src *source) relation(l link) float64 {
	if w, ok := src.w.request.Relations[src.s.v.x.links.edges[l.edge].Relation]; ok {
		return w
	}
	return 1
}

func keep(best map[int32]way, y way) {
	if old, ok := best[y.to]; !ok || y.strength > old.strength {
		best[y.to] = y
	}
}

func sorted(best map[int32]way, x *Index) []way {
	list := make([]way, 0, len(best))
	for _, y := range best {
		list = append(list, y)
	}
	slices.SortFunc(list, func(a, b way) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(x.docs[a.to].ID, x.docs[b.to].ID))
	})
	return list
}

func (src *source) in() []way {
	p, x := src.w.q.params, src.s.v.x
	best := make(map[int32]way)
	from := place{src.s.v, src.s.doc}
	for _, l := range x.links.of(src.s.doc) {
		if l.in {
			e := (p.InFlat + p.InTarget*src.target(l.other)) * src.relation(l)
			keep(best, way{from: from, to: l.other, strength: e, link: &l, reverse: true})
		}
	}
	for _, d := range src.strongest(x.docs[src.s.doc].mentioned) {
		target := src.target(d)
		for _, m := range x.docs[d].mentions {
			if m.target == src.s.doc {
				e := p.InFlat + p.InSentence*src.sentence(d, m.sentence) + p.InTarget*target
				keep(best, way{from: from, to: d, strength: e, implicit: MentionEdge, reverse: true})
			}
		}
	}
	list := sorted(best, x)
	n := float64(len(list))
	list = list[:min(len(list), p.InBest)]
	for i := range list {
		list[i].strength *= src.s.a * p.InAll / math.Sqrt(1+math.Log(n))
	}
	return list
}

// strongest gives the documents that are worth looking at, all when they are few.
func (src *source) strongest(list []int32) []int32 {
	limit := src.w.q.params.Neighbours
	if len(list) <= limit {
		return list
	}
	list = slices.Clone(list)
	bm := src.s.v.bm
	slices.SortFunc(list, func(a, b int32) int { return cmp.Or(cmp.Compare(bm[b], bm[a]), cmp.Compare(a, b)) })
	return list[:limit]
}

func (src *source) shared() []way {
	p, x := src.w.q.params, src.s.v.x
	best := make(map[int32]way)
	n := float64(len(x.ordinals))
	for _, ph := range x.docs[src.s.doc].phrases {
		holders := x.phrases[ph.hash]
		if len(holders) < 2 || len(holders) > phraseHolders {
			continue
		}
		idf := math.Log(n/float64(len(holders))) / math.Log(n+1)
		ctx := src.sentence(src.s.doc, ph.sentence)
		for _, d := range holders {
			if d != src.s.doc {
				e := p.PhraseAll * idf * (p.PhraseFlat + p.PhraseSentence*ctx + p.PhraseTarget*src.target(d))
				keep(best, way{from: place{src.s.v, src.s.doc}, to: d, strength: e * src.s.a, implicit: PhraseEdge})
			}
		}
	}
	return sorted(best, x)
}

// nodes gives the request's answer from the scores.
func (w *walker) nodes() []Node {
	var all []seed
	for _, v := range w.q.views {
		for d, s := range v.score {
			if s > 0 && v.x.docs[d].ID != "" {
				all = append(all, seed{v, int32(d), s})
			}
		}
	}
	all = bestSeeds(all, w.request.Limit)
	list := make([]Node, len(all))
	for i, s := range all {
		d := s.v.x.docs[s.doc]
		list[i] = Node{ID: d.ID, Kind: d.Kind, Title: d.Title, Score: s.a, Why: Match}
	}
	return list
}

var _ = text.Fold
