// Package rank orders the entities of a corpus by how well they answer a
// question. A ranking is computed in named stages, which stages.go lists. The
// constants of each stage are beside it, in a struct of [Params].
// [Request.Explain] shows the contribution of each stage to a score.
package rank

import (
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/links"
)

// Ranker ranks the entities of a corpus.
type Ranker struct {
	corpus corpus.Corpus
	params Params
}

// New returns a ranker of the corpus.
func New(c corpus.Corpus, params Params) Ranker { return Ranker{c, params} }

// Request describes a ranking. Without a topic or start, the ranking is empty.
type Request struct {
	// Topics are questions in words. The answers to several topics are
	// interleaved.
	Topics []string
	// Starts are the ids of entities to start from. The answers to several starts
	// are interleaved. The question is the first topic or, without a topic, the
	// title and first words of each start. Unknown ids are ignored.
	Starts []string
	// Depth is the number of hops of the walk, 0 to 5.
	Depth int
	// Relations are the weights of edges by relation; others have weight 1.
	Relations map[string]float64
	// First are the kinds that come first, unless the question asks for a kind.
	First []graph.Kind
	// Keep reports whether entities of a kind may be in the answer; nil keeps all.
	// The walk also passes through entities of other kinds.
	Keep func(kind string) bool
	// Skip has the ids of entities that the caller already shows. They are omitted
	// unless nothing else is found.
	Skip map[string]bool
	// Intent boosts the kinds that the topic asks for, if there is only one.
	Intent bool
	// Similar returns the cosine of an entity and the topic or start with the
	// number asked; nil without embeddings.
	Similar func(asked int, id string) float64
	// Now is the time for recency; with the zero time, recency is ignored.
	Now time.Time
	// Limit is the maximum number of nodes.
	Limit int
	// Weighed is the number of first nodes whose sentences are weighed, if there is one
	// topic and no start.
	Weighed int
	// Classic ranks by distance, similarity and age instead of relevance.
	Classic bool
	// Explain fills [Node.Shares].
	Explain bool
	// Ended reports whether the caller no longer needs the answer, which is then
	// empty; nil means never. It is called before each stage of each answer.
	Ended func() bool
}

// Reason is the reason why a node is in an answer.
type Reason string

// The reasons.
const (
	WhyStart   Reason = "start"   // the request starts from it
	WhyMatch   Reason = "match"   // its words match the question
	WhyEdge    Reason = "edge"    // an edge leads to it
	WhyMention Reason = "mention" // a mention or a shared phrase leads to it
)

// Parts are the parts of a score, which add up to it. Changes by intent are
// spread over them in proportion. [Node.Shares] has the share of each stage.
type Parts struct {
	Text float64 // words, titles and similarity
	Walk float64 // edges, mentions and shared phrases; in a classic score the distance
	Tie  float64 // time, state and kind; in a classic score the age
}

// Share is the contribution of a stage to a score.
type Share struct {
	Stage string  // the name of the stage
	Score float64 // may be negative
}

// Via is the kind of connection that a step follows.
type Via string

// The kinds of connections. Mentions and shared phrases are found in texts.
const (
	ViaEdge    Via = "edge"
	ViaMention Via = "mentions"
	ViaPhrase  Via = "shared phrase"
)

// Step is one connection of a path.
type Step struct {
	// From and To are ids in the direction of the walk.
	From, To string
	Via      Via // the kind of connection
	// Edge is set for ViaEdge.
	Edge links.Edge
	// Reverse reports whether the connection was followed against its direction.
	Reverse bool
}

// Node is a ranked entity.
type Node struct {
	ID, Kind, Title string // of the entity, as it was indexed
	// Score is relative to the best of the answer, 0 to 1.
	Score float64
	Parts Parts // what its score is made of
	// Shares are the contributions of the stages to Score, in the order of stages.
	// They are nil unless requested.
	Shares []Share
	Why    Reason // why it was found
	// Distance is the number of steps in Path: 0 for a start or a match.
	Distance int
	Path     []Step // from a start or a match, nil for these
	// Start is the number of the topic or start that the node answers best.
	Start int
	// Project is the number of the node's index in the corpus.
	Project int
}

// Ranking is the result of a request.
type Ranking struct {
	// Nodes are in descending order of score, then by id.
	Nodes []Node
	// Found is the number of nodes without the limit. It is a lower bound if
	// several topics or starts found more than the limit.
	Found int
	// Kinds has the number of these nodes by kind.
	Kinds map[string]int
	// Unwalked is the number of neighbours that the walk ignored, of the crowded
	// nodes that the request starts from or names; of several topics or starts,
	// the largest, because their nodes may be the same.
	Unwalked int
	// Intent is the intent of the topic, if Request.Intent is set.
	Intent Intent
	// Sentences are those of the first nodes, as by [Ranker.Sentences]; see Request.Weighed.
	Sentences [][]Sentence
}

// Rank returns the nodes that are most relevant to the request.
func (r Ranker) Rank(request Request) Ranking {
	reader := r.corpus.Open()
	defer reader.Close()
	question := ""
	if len(request.Topics) > 0 {
		question = request.Topics[0]
	}
	var answers []Ranking
	for i, id := range request.Starts {
		answers = append(answers, r.answer(reader, &request, asked{i, question, id}))
	}
	if len(request.Starts) == 0 {
		for i, topic := range request.Topics {
			answers = append(answers, r.answer(reader, &request, asked{i, topic, ""}))
		}
	}
	if len(answers) == 1 {
		return answers[0]
	}
	return interleave(answers, &request)
}

// ended reports whether the caller no longer needs the answer.
func (r *Request) ended() bool { return r.Ended != nil && r.Ended() }

// single reports whether there is only one topic or start.
func (r *Request) single() bool {
	return len(r.Starts) == 1 || len(r.Starts) == 0 && len(r.Topics) == 1
}

// asked is one topic or start of a request.
type asked struct {
	number   int
	question string
	id       string // of the start, empty for a topic
}

// answer returns the answer to one topic or start.
func (r Ranker) answer(reader *corpus.Reader, request *Request, asked asked) Ranking {
	a := &answer{unit: 1}
	a.scoring = scoring{asked: asked, request: request, params: &r.params, reader: reader}
	if asked.id != "" {
		if a.start, a.started = reader.Find(asked.id); !a.started {
			return Ranking{}
		}
		if asked.question == "" {
			a.question = a.opening()
		}
	}
	a.analysed = reader.Question(a.question, "", &r.params.Question)
	defer a.analysed.Release()
	a.arrays = a.analysed.Arrays()
	for _, stage := range stages(request) {
		if request.ended() {
			return Ranking{}
		}
		stage.run(a)
		a.explain(stage.name)
	}
	ranking := a.ranking()
	if len(request.Starts) == 0 && request.single() {
		ranking.Sentences = a.sentences(r, request.Weighed)
	}
	return ranking
}

// interleave merges several answers by taking the next node of each in turn.
func interleave(answers []Ranking, request *Request) Ranking {
	merged := Ranking{Kinds: make(map[string]int)}
	seen := make(map[string]bool)
	for turn, more := 0, true; more; turn++ {
		more = false
		for i, answer := range answers {
			if turn >= len(answer.Nodes) {
				continue
			}
			more = true
			node := answer.Nodes[turn]
			if seen[node.ID] {
				continue
			}
			seen[node.ID] = true
			merged.Kinds[node.Kind]++
			if len(merged.Nodes) < request.Limit {
				node.Start = i
				merged.Nodes = append(merged.Nodes, node)
			}
		}
	}
	merged.Found = len(seen)
	for _, answer := range answers {
		merged.Found = max(merged.Found, answer.Found)
		for kind, count := range answer.Kinds {
			merged.Kinds[kind] = max(merged.Kinds[kind], count)
		}
		merged.Unwalked = max(merged.Unwalked, answer.Unwalked)
	}
	merged.Nodes = skipped(merged.Nodes, request.Skip, merged.Kinds, func(n Node) (id, kind string) { return n.ID, n.Kind })
	return merged
}
