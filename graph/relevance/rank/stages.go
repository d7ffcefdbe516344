package rank

import (
	"slices"

	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// A stage is a named step of ranking. It reads and changes an answer.
type stage struct {
	name string
	run  func(*answer)
}

// relevance has the stages of a ranking by relevance, in order. Those before
// choose score all documents. choose picks the best ones, which later stages
// order.
var relevance = []stage{
	{"lexical", (*answer).lexical},     // words of the question, by BM25
	{"propagate", (*answer).propagate}, // scores of parents, siblings and neighbours in a sequence
	{"titles", (*answer).titles},       // titles that the question names; scales scores to 1
	{"similarity", (*answer).similarity},
	{"sections", (*answer).sections},   // documents with a section that has much of the question
	{"seeds", (*answer).seed},          // where the walk starts; titles in the question's words
	{"walk", (*answer).walk},           // edges, mentions and shared phrases
	{"choose", (*answer).choose},       // counts documents and keeps the best
	{"ties", (*answer).breakTies},      // recency and state
	{"diversify", (*answer).diversify}, // words of the question that no better document contains
	{"skip", (*answer).skip},           // entities that the caller already shows
	{"intent", (*answer).applyIntent},  // kinds that the question asks for
	{"first", (*answer).putFirst},      // kinds that the lens puts first
}

// classic has the stages of a ranking by distance, similarity and age. Words
// only decide where it starts.
var classic = []stage{
	{"lexical", (*answer).lexical},
	{"propagate", (*answer).propagate},
	{"titles", (*answer).titles},
	{"similarity", (*answer).similarity},
	{"seeds", (*answer).seed},
	{"distance", (*answer).distance},
	{"choose", (*answer).choose},
	{"skip", (*answer).skip},
}

func stages(request *Request) []stage {
	if request.Classic {
		return classic
	}
	return relevance
}

// An answer is the state of the stages for one topic or start. Each group of stages has
// the state of those before it, and adds its own. Scores are relative to the best only
// after ranking.
type answer struct {
	choosing
	// list are the chosen documents from skip on, in order.
	list []candidate
	// unit is the score that is 1 in the result.
	unit   float64
	intent Intent
}

// A scoring is the result of the first stages: the scores of all documents.
type scoring struct {
	asked
	request *Request
	params  *Params
	reader  *corpus.Reader
	start   corpus.Doc // where the walk starts, if started
	started bool

	// analysed is the question as matched with the corpus. arrays has its scores
	// by document: Lexical by words only, Score by all stages so far.
	analysed    *corpus.Question
	arrays      *corpus.Arrays
	bestLexical float32 // the highest score in arrays.Lexical, from the seeds on, for a text
	// similarities are the scores of the documents nearest in meaning.
	similarities map[corpus.Doc]float64

	trace *trace // nil unless the request asks for explanations
}

// A walking adds to the scores by what connects documents.
type walking struct {
	scoring
	seeds []corpus.Scored // where the walk starts
	trail trail           // how the walk reached documents
}

// A choosing has the best documents, and counts all that were found.
type choosing struct {
	walking
	found int
	kinds map[string]int
	best  []corpus.Scored // in order
}

// A candidate is a chosen document. relevance is its score before intent.
type candidate struct {
	corpus.Scored
	relevance float64
}

// isText reports whether the question is a text. The opening of a start is not.
func (s *scoring) isText() bool { return !s.started && len(s.analysed.Terms) >= s.params.TextTerms }

// join returns the combination of two independent scores.
func (s *scoring) join(x, y float64) float64 { return max(x, y) + s.params.Minor*min(x, y) }

// opening returns the title and first words of the start.
func (s *scoring) opening() string {
	entry, x := s.reader.Entry(s.start), s.reader.Indexes[s.start.Project]
	opening, words := entry.Title, 0
	for _, sentence := range entry.Sentences {
		if sentence.Field == 0 || sentence.Unit == text.Comment {
			continue
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			if words++; words > s.params.Seeds.OpeningWords {
				return opening
			}
			opening += " " + x.Words.Text(token.Word())
		}
	}
	return opening
}

// eachScore calls change with the score of each document that may have one.
func (s *scoring) eachScore(change func(score *float64)) {
	for project, scored := range s.arrays.Scored {
		for ordinal := range scored.All() {
			change(&s.arrays.Score[project][ordinal])
		}
	}
}

// choose counts the documents with a score, drops those of unwanted kinds, and
// picks the best.
func (c *choosing) choose() {
	c.kinds = make(map[string]int)
	for project := range c.reader.Indexes {
		c.count(project)
	}
	c.best = corpus.Best(c.reader, c.arrays.Scored, c.arrays.Score, 2*c.request.Limit+c.params.Seeds.Most)
	if c.request.Classic {
		c.best = c.reader.Top(c.best, c.request.Limit)
	}
}

// count counts the documents of a project with a score by kind, and clears the
// scores of unwanted kinds.
func (c *choosing) count(project int) {
	x, scored, scores := c.reader.Indexes[project], c.arrays.Scored[project], c.arrays.Score[project]
	counts := make([]int, len(x.Kinds()))
	for ordinal := range scored.All() {
		if scores[ordinal] > 0 {
			counts[x.KindOf(ordinal)]++
		}
	}
	if c.request.Keep != nil {
		for number, kind := range x.Kinds() {
			if !c.request.Keep(kind) {
				counts[number] = 0
			}
		}
		for ordinal := range scored.All() {
			if counts[x.KindOf(ordinal)] == 0 {
				scores[ordinal] = 0
			}
		}
	}
	for number, kind := range x.Kinds() {
		if counts[number] > 0 {
			c.found += counts[number]
			c.kinds[kind] += counts[number]
		}
	}
}

// skip omits entities that the caller already shows, unless interleave does
// this for several answers. It sets unit to the best score, even if that is
// omitted.
func (a *answer) skip() {
	if len(a.best) > 0 {
		a.unit = a.best[0].Score
	}
	a.list = make([]candidate, len(a.best))
	for i, one := range a.best {
		a.list[i] = candidate{one, one.Score}
	}
	if !a.request.single() {
		return
	}
	a.list = skipped(a.list, a.request.Skip, a.kinds, func(c candidate) (id, kind string) {
		entry := a.reader.Entry(c.Doc)
		return entry.ID, entry.Kind
	})
}

// skipped returns the list without the entities with ids in skip, and subtracts
// them from kinds. If nothing else is in the list, it returns the list
// unchanged.
func skipped[T any](list []T, skip map[string]bool, kinds map[string]int, entity func(T) (id, kind string)) []T {
	if len(skip) == 0 {
		return list
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(one T) bool { id, _ := entity(one); return skip[id] })
	if len(kept) == 0 {
		return list
	}
	for _, one := range list {
		if id, kind := entity(one); skip[id] {
			kinds[kind]--
		}
	}
	return kept
}

// ranking returns the answer. Only here scores become relative to the best.
func (a *answer) ranking() Ranking {
	ranking := Ranking{Found: a.found, Kinds: a.kinds, Unwalked: a.trail.unwalked, Intent: a.intent, Nodes: make([]Node, len(a.list))}
	for i, one := range a.list {
		node := &ranking.Nodes[i]
		a.fill(node, one)
		node.Score = one.Score / a.unit
		node.Parts = node.Parts.of(node.Score)
		node.Shares = a.trace.shares(one.Doc, a.unit)
	}
	return ranking
}

// of scales the parts so that they add up to score.
func (p Parts) of(score float64) Parts {
	sum := p.Text + p.Walk + p.Tie
	if sum == 0 {
		return Parts{}
	}
	scale := score / sum
	return Parts{Text: scale * p.Text, Walk: scale * p.Walk, Tie: scale * p.Tie}
}

// fill sets an empty node to that of a candidate, except its score. Its parts
// add up to the candidate's relevance.
func (a *answer) fill(node *Node, c candidate) {
	entry := a.reader.Entry(c.Doc)
	node.ID, node.Kind, node.Title, node.Why, node.Project = entry.ID, entry.Kind, entry.Title, WhyMatch, int(c.Project)
	node.Parts.Tie = a.tie(c.Doc)
	if a.request.Classic {
		node.Parts.Tie = a.age(c.Doc)
	}
	arrival, seeded := a.trail.arrivals[c.Doc], a.trail.seeded[c.Doc]
	if arrival != nil {
		node.Parts.Walk = arrival.activation
	}
	node.Parts.Text = max(0, c.relevance-node.Parts.Tie-node.Parts.Walk)
	switch {
	case a.started && seeded:
		node.Why = WhyStart
	case arrival == nil || seeded || node.Parts.Text > node.Parts.Walk:
	case arrival.step.via == ViaEdge:
		node.Why = WhyEdge
	default:
		node.Why = WhyMention
	}
	if node.Why == WhyEdge || node.Why == WhyMention {
		node.Path = a.path(c.Doc)
		node.Distance = len(node.Path)
	}
}
