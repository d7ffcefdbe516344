package relevance

import (
	"math"
	"slices"
	"time"

	"dossier/graph/text"
)

// Request is what a ranking is asked for. At least one topic or start is needed for an answer.
type Request struct {
	// Topics are questions in words. Several blend: each has its turn in the order of the answer.
	Topics []string
	// Starts are ids of entities to start from; several blend like topics. With a topic as well, the first topic is
	// the question asked of them, else their own titles and first words are. An unknown id is passed over.
	Starts []string
	// Depth is the number of hops from the starts, 0 to 5.
	Depth int
	// Relations are a lens's weights of the users' edges by relation; one that is not listed weighs 1.
	Relations map[string]float64
	// Kinds are what a lens adds to the score of a kind; .05 is a gentle push, one that is not listed gets nothing.
	Kinds map[string]float64
	// Keep tells whether a kind may be in the answer; nil keeps all. The walk passes through those left out.
	Keep func(kind string) bool
	// Similar gives the likeness in meaning, a cosine, of an entity to the start of that number in Starts, or without
	// starts to the topic; nil when there are no embeddings.
	Similar func(asked int, id string) float64
	// Now is the time from which recency counts; the zero time leaves it out.
	Now time.Time
	// Limit is how many nodes come back at most.
	Limit int
	// Classic asks for the formula by distance, words and age instead.
	Classic bool
}

// Reason says why a node is in an answer.
type Reason string

// The reasons.
const (
	WhyStart   Reason = "start"   // it was asked for
	WhyMatch   Reason = "match"   // its own words match the question
	WhyEdge    Reason = "edge"    // a user's edge leads to it
	WhyMention Reason = "mention" // a mention or a shared phrase leads to it
)

// Parts are what a score is made of, before it was divided by the best: what edges brought, time, state and kind, and the
// rest, which is what the words and the likeness in meaning say. Of a classic score Walk is the nearness and Tie the age.
type Parts struct{ Text, Walk, Tie float64 }

// Via says what kind of edge a step takes.
type Via string

// The kinds of edges. Mentions and shared phrases are found in the texts and are not the users'.
const (
	ViaEdge    Via = "edge"
	ViaMention Via = "mentions"
	ViaPhrase  Via = "shared phrase"
)

// Step is one edge of a path.
type Step struct {
	// From and To are ids in the direction of the walk.
	From, To string
	Via      Via
	// Edge is the user's edge, empty for the others.
	Edge Edge
	// Reverse says that the edge was walked against its own direction.
	Reverse bool
}

// Node is a ranked entity.
type Node struct {
	ID, Kind, Title string
	// Score is 1 for the best of a start's answer and at least 0.
	Score float64
	Parts Parts
	Why   Reason
	// Distance is the number of steps in Path, 0 for a start or a match.
	Distance int
	Path     []Step
	// Start is the index of the topic or start it answers best.
	Start int
	// Project is the number of its index in the corpus.
	Project int
}

// Ranking is the answer to a request.
type Ranking struct {
	// Nodes are the best first; equal scores stand in the order of their ids.
	Nodes []Node
	// Found is how many nodes there are without the limit; of several topics or starts that found more than it, at least.
	Found int
	// Kinds counts these nodes by kind.
	Kinds map[string]int
	// Unwalked is how many neighbours of crowded nodes were left out of the walk.
	Unwalked int
}

// Rank gives the nodes that are most relevant to the request.
func (c Corpus) Rank(r Request) Ranking {
	defer c.lock()()
	var answers []Ranking
	question := ""
	if len(r.Topics) > 0 {
		question = r.Topics[0]
	}
	for i, id := range r.Starts {
		answers = append(answers, c.rankOne(&r, i, question, id))
	}
	if len(r.Starts) == 0 {
		for i, topic := range r.Topics {
			answers = append(answers, c.rankOne(&r, i, topic, ""))
		}
	}
	return blend(answers, r.Limit)
}

// rankOne answers the topic or start of a number.
func (c Corpus) rankOne(r *Request, asked int, question, start string) Ranking {
	if question == "" {
		question = c.opening(start)
	}
	q := c.newQuery(question)
	defer q.release()
	at, started := q.find(start)
	if start != "" && !started {
		return Ranking{}
	}
	q.findSpans()
	q.lexical()
	q.smooth()
	w := newWalker(q, r)
	if r.Similar != nil {
		w.similar = func(id string) float64 { return r.Similar(asked, id) }
		q.findNear(w.similar)
	}
	if r.Classic {
		return w.classic(at, started)
	}
	q.seedScores()
	q.liftNear()
	seeds := q.seeds()
	if started {
		seeds = w.startFrom(at)
	}
	w.walk(seeds)
	return w.ranking(w.tie)
}

// openingWords is how much of a start's text stands for the question when none is asked.
const openingWords = 50

// opening gives the title and the first words of a document as far as its vector knows them; nothing of one not indexed.
func (c Corpus) opening(id string) string {
	at := slices.IndexFunc(c.indexes, func(x *Index) bool { return x.has(id) })
	if at < 0 {
		return ""
	}
	x := c.indexes[at]
	doc := &x.docs[x.ordinals[id]]
	s := doc.Title
	n := 0
	for _, sentence := range doc.sentences {
		if sentence.Field == 0 || sentence.Unit == text.Comment {
			continue
		}
		for _, t := range doc.tokens[sentence.First:sentence.Last] {
			if n++; n > openingWords {
				return s
			}
			s += " " + x.vocab.names[t.Word()]
		}
	}
	return s
}

// blend lets several answers take turns.
func blend(answers []Ranking, limit int) Ranking {
	if len(answers) == 1 {
		return answers[0]
	}
	all := Ranking{Kinds: make(map[string]int)}
	seen := make(map[string]bool)
	for turn, more := 0, true; more; turn++ {
		more = false
		for i, a := range answers {
			if turn >= len(a.Nodes) {
				continue
			}
			more = true
			n := a.Nodes[turn]
			if seen[n.ID] {
				continue
			}
			seen[n.ID] = true
			all.Kinds[n.Kind]++
			if len(all.Nodes) < limit {
				n.Start = i
				all.Nodes = append(all.Nodes, n)
			}
		}
	}
	all.Found = len(seen)
	for _, a := range answers {
		all.Found = max(all.Found, a.Found)
		for kind, n := range a.Kinds {
			all.Kinds[kind] = max(all.Kinds[kind], n)
		}
		all.Unwalked += a.Unwalked
	}
	return all
}

// place is a document of a view.
type place struct {
	v   *view
	doc int32
}

func (p place) document() *document { return &p.v.x.docs[p.doc] }

// seed is a place with the activation that a walk starts with there.
type seed struct {
	place
	a float64
}

// seedScores joins words and titles into a first score, 1 for the best.
func (q *query) seedScores() {
	best := 0.0
	for _, v := range q.views {
		for d, s := range v.bm {
			v.score[d] = float64(s)
		}
		for _, s := range q.spans {
			q.scoreSpan(v, s)
		}
		for _, s := range v.score {
			if s > best {
				best = s
			}
		}
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
	owners := v.owners(s)
	if len(owners) == 0 {
		return
	}
	var near []int32
	for _, o := range owners {
		v.score[o.doc] += p.SpanTitle * base * o.quality * o.quality / math.Pow(float64(s.count), p.SpanShared)
		near = append(near, v.x.docs[o.doc].mentioned...)
		for _, l := range v.x.links.of(o.doc) {
			if l.in {
				near = append(near, l.other)
			}
		}
	}
	slices.Sort(near)
	for _, d := range slices.Compact(near) {
		v.score[d] += p.SpanNear * base
	}
}

// seeds gives the best places by words and titles.
func (q *query) seeds() []seed {
	list := q.best(4 * q.params.Seeds)
	for i, s := range list {
		share := q.titleShare(s.place)
		s.v.score[s.doc] += q.params.TitleScore * share
		list[i].a += (q.params.TitleSeed + q.params.TitleScore) * share
	}
	return strongest(list, q.params.Seeds)
}

// titleShare gives the share of the title's idf that the question names.
func (q *query) titleShare(at place) float64 {
	named, all := 0.0, 0.0
	for _, t := range at.v.titleTerms(at.doc) {
		idf := rarity(len(at.v.x.ordinals), len(at.v.x.postings[t]))
		all += idf
		if at.v.hits[t].exact() {
			named += idf
		}
	}
	if all == 0 {
		return 0
	}
	return named / all
}

// titleTerms gives the terms of a document's title, each once.
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
