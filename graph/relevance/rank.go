package relevance

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Reason says why a node is in the answer.
type Reason string

// The reasons, the strongest first.
const (
	Start   Reason = "start"   // it was asked for
	Match   Reason = "match"   // its own words match the question
	Edge    Reason = "edge"    // a user's edge leads to it
	Mention Reason = "mention" // a mention or a shared phrase leads to it
)

// Request is what a ranking is asked for.
type Request struct {
	// Topic is the question in words. It may be empty when Starts are given.
	Topic string
	// Starts are ids of the entities to start from, each with full weight.
	Starts []string
	// Depth is the number of hops, 0 to 5.
	Depth int
	// Relations are the lens's weights of the users' edges by relation; one not listed weighs 1.
	Relations map[string]float64
	// Kinds are weights of the kinds that come first; one not listed weighs 0, and .05 is the most that counts.
	Kinds map[string]float64
	// Keep says which kinds may be in the answer; nil keeps all.
	Keep func(kind string) bool
	// Now is the time from which recency counts.
	Now time.Time
	// Limit is how many nodes come back at most.
	Limit int
}

// Parts are what a score is made of.
type Parts struct {
	Text float64 // the words and titles that match
	Walk float64 // what reached it over edges
	Tie  float64 // recency, state and kind
}

// Step is one edge of a path, in the direction in which it was walked.
type Step struct {
	From, To string
	// Edge is the user's edge, empty for an implicit one.
	Edge Edge
	// Implicit is Mention or Phrase for an edge that the texts make, empty for a user's edge.
	Implicit Implicit
	// Reverse says that the edge was walked against its direction.
	Reverse bool
}

// Implicit names a kind of edge that the texts make.
type Implicit string

// The kinds of implicit edges.
const (
	MentionEdge Implicit = "mentions"
	PhraseEdge  Implicit = "shared phrase"
)

// Node is a ranked entity.
type Node struct {
	ID       string
	Kind     string
	Title    string
	Score    float64 // 1 is the best of the answer
	Parts    Parts
	Why      Reason
	Distance int // hops from the start, 0 for a start or a match
	Path     []Step
}

// Rank gives the nodes most relevant to the request, the best first; equal scores stand in the order of their ids.
func (c Corpus) Rank(r Request) []Node {
	defer c.lock()()
	q := c.newQuery(r.Topic)
	q.findSpans()
	q.lexical()
	q.seedScores()
	w := walker{q: q, request: &r}
	w.walk(q.seeds())
	return w.nodes()
}

// seedScores joins words and titles into a first score, 1 for the best.
func (q *query) seedScores() {
	best := 0.0
	for _, v := range q.views {
		v.smooth(q.params)
		for d := range v.score {
			v.score[d] = float64(v.bm[d])
		}
		for _, s := range q.spans {
			q.scoreSpan(v, s)
		}
		best = max(best, slices.Max(append(v.score, 0)))
	}
	if best == 0 {
		return
	}
	for _, v := range q.views {
		for d := range v.score {
			v.score[d] /= best
		}
	}
}

// scoreSpan lifts the entities that the question names and those with an edge to one of them.
func (q *query) scoreSpan(v *view, s span) {
	p := q.params
	base := p.SpanMass * s.mass * s.conf
	near := make(map[int32]bool)
	for _, o := range v.owners(s) {
		v.score[o.doc] += p.SpanTitle * base * o.quality * o.quality / math.Pow(float64(s.count), p.SpanShared)
		for _, d := range v.x.docs[o.doc].mentioned {
			near[d] = true
		}
		for _, l := range v.x.links.of(o.doc) {
			near[l.other] = near[l.other] || l.in
		}
	}
	for d := range near {
		v.score[d] += p.SpanNear * base
	}
}

// seed is an entity that a walk starts from.
type seed struct {
	v   *view
	doc int32
	a   float64
}

// seeds gives the best entities by words and titles.
func (q *query) seeds() []seed {
	var list []seed
	for _, v := range q.views {
		floor := 0.0
		for d, s := range v.score {
			if s > floor {
				list = append(list, seed{v, int32(d), s})
			}
			if len(list) > 40*q.params.Seeds {
				list = bestSeeds(list, 4*q.params.Seeds)
				floor = list[len(list)-1].a
			}
		}
	}
	list = bestSeeds(list, 4*q.params.Seeds)
	for i, s := range list {
		list[i].a += q.params.TitleShare * q.titleShare(s)
	}
	return bestSeeds(list, q.params.Seeds)
}

func bestSeeds(list []seed, n int) []seed {
	slices.SortFunc(list, func(a, b seed) int {
		return cmp.Or(cmp.Compare(b.a, a.a), cmp.Compare(a.v.x.docs[a.doc].ID, b.v.x.docs[b.doc].ID))
	})
	return list[:min(n, len(list))]
}

// titleShare gives the share of the title's idf that the question names.
func (q *query) titleShare(s seed) float64 {
	named, all := 0.0, 0.0
	documents := float64(len(s.v.x.ordinals))
	for _, t := range s.v.titleTerms(s.doc) {
		idf := rarity(int(documents), len(s.v.x.postings[t]))
		all += idf
		if h, ok := s.v.hits[t]; ok && h.fit == 1 {
			named += idf
		}
	}
	if all == 0 {
		return 0
	}
	return named / all
}

// titleTerms gives the terms of a document's title.
func (v *view) titleTerms(ord int32) []uint32 {
	doc := &v.x.docs[ord]
	var terms []uint32
	for _, s := range doc.sentences {
		if s.Field != 0 {
			break
		}
		for _, t := range doc.tokens[s.First:s.Last] {
			if n := v.x.vocab.termOf[t.Word()]; n != 0 && !slices.Contains(terms, n) {
				terms = append(terms, n)
			}
		}
	}
	return terms
}

// smooth lets parents and siblings pass lexical mass.
func (v *view) smooth(p *Params) {}
