package relevance

import (
	"cmp"
	"math"
	"slices"

	"dossier/graph/text"
)

// walker carries activation from the seeds along edges.
type walker struct {
	q        *query
	request  *Request
	arrivals map[place]*arrival
	seeded   map[place]bool
	started  bool
	similar  func(id string) float64 // nil without embeddings
	unwalked int
}

// arrival is what reached a place: its strength and the best single way.
type arrival struct {
	strength float64
	way      way
}

// way is one step that carries activation.
type way struct {
	from     place
	to       int32
	strength float64
	via      Via
	edge     int32 // into the links' edges
	reverse  bool
}

func newWalker(q *query, r *Request) *walker {
	return &walker{q: q, request: r, arrivals: make(map[place]*arrival), seeded: make(map[place]bool)}
}

// startFrom makes a place the only seed and lets matches by words alone count less.
func (w *walker) startFrom(at place) []seed {
	w.started = true
	for _, v := range w.q.views {
		for d := range v.score {
			v.score[d] *= w.q.params.MatchBesideStarts
			if w.request.Depth == 0 {
				v.score[d] = 0
			}
		}
	}
	at.v.score[at.doc] = 1
	return []seed{{at, 1}}
}

func (w *walker) walk(seeds []seed) {
	for _, s := range seeds {
		w.seeded[s.place] = true
	}
	decay := 1.0
	for hop := 1; hop <= w.request.Depth && len(seeds) > 0; hop++ {
		arrived := make(map[place]*arrival)
		for _, s := range seeds {
			for _, y := range w.ways(s, hop) {
				y.strength *= decay
				w.arrive(arrived, y)
			}
		}
		seeds = w.settle(arrived)
		decay *= w.q.params.HopDecay
	}
}

// arrive adds a way to what reaches its end; strength holds the sum of the powers until the hop is settled.
func (w *walker) arrive(arrived map[place]*arrival, y way) {
	if y.strength <= 0 {
		return
	}
	at := place{y.from.v, y.to}
	a := arrived[at]
	if a == nil {
		a = &arrival{}
		arrived[at] = a
	}
	a.strength += math.Pow(y.strength, w.q.params.PathNorm)
	if y.strength > a.way.strength {
		a.way = y
	}
}

// settle adds what arrived to the scores and gives the seeds of the next hop.
func (w *walker) settle(arrived map[place]*arrival) []seed {
	var next []seed
	for at, a := range arrived {
		a.strength = math.Pow(a.strength, 1/w.q.params.PathNorm)
		score := &at.v.score[at.doc]
		*score = w.q.params.join(*score, a.strength)
		known := w.arrivals[at]
		if known != nil {
			known.strength = max(known.strength, a.strength)
			continue
		}
		w.arrivals[at] = a
		if !w.seeded[at] {
			next = append(next, seed{at, a.strength})
		}
	}
	return strongest(next, w.q.params.Frontier)
}

// source is a seed while its ways are weighed.
type source struct {
	seed
	w    *walker
	idf  []float64 // of the residual question, by term
	sum  float64
	fits []float64         // scratch
	held map[int32]float64 // what inTarget gave
	told []text.Token      // scratch
}

// ways gives all steps out of a seed with what they carry.
func (w *walker) ways(s seed, hop int) []way {
	src := &source{seed: s, w: w, fits: make([]float64, len(w.q.terms)), held: make(map[int32]float64)}
	src.idf, _ = w.q.untitled(s.place)
	if hop == 1 {
		for _, sp := range w.q.spans {
			for _, word := range w.q.words[sp.first:sp.last] {
				if word.term >= 0 {
					src.idf[word.term] = 0
				}
			}
		}
	}
	for _, x := range src.idf {
		src.sum += x
	}
	return slices.Concat(src.out(), src.in(), src.shared())
}

// inSentence gives the share of the residual that stands in a sentence of a document.
func (src *source) inSentence(doc, sentence int32) float64 {
	if src.sum == 0 {
		return 0
	}
	d := &src.v.x.docs[doc]
	src.w.q.fit(src.v, d, d.sentences[sentence], src.fits)
	share := 0.0
	for i, fit := range src.fits {
		share += fit * src.idf[i]
	}
	return share / src.sum
}

// inTarget gives the share of the residual's BM25 mass that a document holds, or its nearness in meaning if that is more.
func (src *source) inTarget(doc int32) float64 {
	near := src.v.nearness(doc)
	if src.sum == 0 || src.v.bm[doc] == 0 {
		return near
	}
	if share, known := src.held[doc]; known {
		return share
	}
	mass := 0.0
	for i, idf := range src.idf {
		if idf > 0 {
			mass += idf * src.w.q.impactOf(src.v, i, doc)
		}
	}
	share := max(near, min(1, mass/(src.sum*src.w.q.params.Residual)))
	src.held[doc] = share
	return share
}

// out follows the users' edges and the mentions that leave the seed.
func (src *source) out() []way {
	p := src.w.q.params
	best := ends{slots: src.v.slots}
	src.edges(&best, false, p.OutFlat, p.OutTarget)
	for _, m := range src.document().mentions {
		e := p.OutFlat + p.OutSentence*src.inSentence(src.doc, m.sentence) + p.OutTarget*src.inTarget(m.target)
		best.keep(way{from: src.place, to: m.target, strength: e * m.weight, via: ViaMention})
	}
	list := best.sorted(src.v.x)
	if len(list) == 0 {
		return nil
	}
	top, many := max(list[0].strength, 1e-9), 1+p.OutMany*math.Log(float64(len(list)))
	for i, y := range list {
		list[i].strength = src.a * (p.OutRelative*y.strength/top + p.OutAbsolute*y.strength) / many
	}
	return list
}

// in follows the users' edges and the mentions that lead to the seed, the best of them.
func (src *source) in() []way {
	p := src.w.q.params
	best := ends{slots: src.v.slots}
	src.edges(&best, true, p.InFlat, p.InTarget)
	for _, d := range crowd(src, src.document().mentioned, func(d int32) int32 { return d }) {
		target := src.inTarget(d)
		for _, m := range src.v.x.docs[d].mentionsOf(src.doc) {
			e := p.InFlat + p.InSentence*src.inSentence(d, m.sentence) + p.InTarget*target
			best.keep(way{from: src.place, to: d, strength: e, via: ViaMention, reverse: true})
		}
	}
	list := best.sorted(src.v.x)
	many := math.Sqrt(1 + math.Log(float64(max(1, len(list)))))
	list = list[:min(len(list), p.InBest)]
	for i := range list {
		list[i].strength *= src.a * p.InAll / many
	}
	return list
}

// edges weighs the users' edges of one direction.
func (src *source) edges(best *ends, in bool, flat, target float64) {
	links := &src.v.x.links
	for _, l := range crowd(src, links.of(src.doc), func(l link) int32 { return l.other }) {
		if l.in != in {
			continue
		}
		weight, listed := src.w.request.Relations[links.edges[l.edge].Relation]
		if !listed {
			weight = 1
		}
		e := (flat + target*src.inTarget(l.other)) * weight
		best.keep(way{from: src.place, to: l.other, strength: e, via: ViaEdge, edge: l.edge, reverse: in})
	}
}

// crowd gives the neighbours that are worth looking at: all when they are few, else those with the best words.
func crowd[T any](src *source, list []T, end func(T) int32) []T {
	limit := src.w.q.params.Neighbours
	if len(list) <= limit {
		return list
	}
	src.w.unwalked += len(list) - limit
	bm, docs := src.v.bm, src.v.x.docs
	better := func(a, b T) int {
		i, j := end(a), end(b)
		if bm[i] != bm[j] {
			return cmp.Compare(bm[j], bm[i])
		}
		return cmp.Compare(docs[i].ID, docs[j].ID)
	}
	var kept []T
	floor := float32(0)
	for _, one := range list {
		if bm[end(one)] >= floor {
			kept = append(kept, one)
		}
		if len(kept) == 4*limit {
			slices.SortFunc(kept, better)
			kept = kept[:limit]
			floor = bm[end(kept[limit-1])]
		}
	}
	slices.SortFunc(kept, better)
	return kept[:limit]
}

// shared follows the capitalised phrases that the seed has in common with a few others.
// Phrases that bring nothing new are passed over.
func (src *source) shared() []way {
	p, x := src.w.q.params, src.v.x
	best := ends{slots: src.v.slots}
	n := float64(len(x.ordinals))
	for _, ph := range src.document().phrases {
		holders := x.phrases[ph.hash]
		if len(holders) < 2 || len(holders) > phraseHolders || src.repeats(ph) {
			continue
		}
		worth := p.PhraseAll * math.Log(n/float64(len(holders))) / math.Log(n+1)
		flat := p.PhraseFlat + p.PhraseSentence*src.inSentence(src.doc, ph.sentence)
		for _, d := range holders {
			if d != src.doc {
				e := src.a * worth * (flat + p.PhraseTarget*src.inTarget(d))
				best.keep(way{from: src.place, to: d, strength: e, via: ViaPhrase})
			}
		}
	}
	return best.sorted(x)
}

// repeats tells whether a phrase of the seed brings nothing new: the mentions follow its own title, and the words have found
// who holds a phrase that the question names itself.
func (src *source) repeats(ph phrase) bool {
	d, x := src.document(), src.v.x
	src.told = d.sequence(d.sentences[ph.sentence], src.told)
	words := src.told[ph.first:ph.last]
	if owners, n := x.titles.longest(words); n == len(words) {
		return slices.ContainsFunc(owners, func(o owner) bool { return o.doc == src.doc })
	}
	return !slices.ContainsFunc(words, func(t text.Token) bool {
		n := x.vocab.termOf[t.Word()]
		return n != 0 && !src.v.hits[n].exact()
	})
}

// ends are ways to documents, the strongest to each.
type ends struct {
	list  []way
	slots []int32 // by document: where its way is in the list, counted from 1
}

// keep keeps the stronger of two ways to the same end.
func (e *ends) keep(y way) {
	slot := &e.slots[y.to]
	switch {
	case *slot == 0:
		e.list = append(e.list, y)
		*slot = int32(len(e.list))
	case y.strength > e.list[*slot-1].strength:
		e.list[*slot-1] = y
	}
}

// sorted gives the ways in descending strength, equal ones by the id of their end, and clears the slots.
func (e *ends) sorted(x *Index) []way {
	for _, y := range e.list {
		e.slots[y.to] = 0
	}
	slices.SortFunc(e.list, func(a, b way) int {
		if a.strength != b.strength {
			return cmp.Compare(b.strength, a.strength)
		}
		return cmp.Compare(x.docs[a.to].ID, x.docs[b.to].ID)
	})
	return e.list
}
