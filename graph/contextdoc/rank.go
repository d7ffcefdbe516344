package contextdoc

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/search"
	"dossier/graph/similarity"
	"dossier/graph/text"
)

const (
	// foundLimit is how many found entities are included or counted by kind.
	foundLimit = 2000
	// maxSuggestions is the number of similar titles listed when nothing matched.
	maxSuggestions = 3
)

// A ranking is what answers a question, the best first.
type ranking struct {
	question string // the topics, or the labels of the entities to start from
	ranker   rank.Ranker
	answer   rank.Ranking
	// suggestions are the entities whose labels share most trigrams with the
	// question, where nothing answers it.
	suggestions []graph.Entity
	// compared means that meaning was compared beside words.
	compared bool
	// weighed are the sentences of entities, by id, as far as a body asked for
	// them.
	weighed  map[string][]rank.Sentence
	warnings []Warning
}

// rank ranks the entities of the scope. It leaves out the documents of the front
// unless nothing else is found: those that the front has before its body is
// known, since a document is ranked once.
func (w *Writer) rank(ctx context.Context, r *request, sc *scope, f *front) (*ranking, error) {
	found := &ranking{question: question(r, sc), weighed: map[string][]rank.Sentence{}, warnings: sc.warnings}
	similar, status, err := w.Questions.Similar(ctx, r.start.topics, sc.starts, sc.projects.VectorOf())
	if err != nil {
		return nil, err
	}
	found.compared = similar != nil
	if status == similarity.Unavailable {
		found.warn(warnSemantic, "the embeddings endpoint does not answer; words, titles and edges alone were compared")
	}
	found.ranker = rank.New(sc.projects.Corpus(), w.Params)
	found.answer = found.ranker.Rank(rank.Request{
		Topics: r.start.topics, Starts: sc.starts, Depth: r.depth, Keep: keepOf[string](r.kinds), Skip: f.first.documents, Similar: similar,
		Relations: r.lens.RelationWeights(), Kinds: r.lens.KindWeights(), Intent: r.start.only,
		Now: r.now, Limit: foundLimit, Classic: r.ranking == RankClassic, Ended: func() bool { return ctx.Err() != nil },
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found.answer.Nodes = slices.DeleteFunc(found.answer.Nodes, func(node rank.Node) bool {
		return sc.entity(node.Project, node.ID) == nil
	})
	switch {
	case len(found.answer.Nodes) == 0:
		found.suggestions = suggestions(sc, found.question, keepOf[string](r.kinds))
	case found.answer.Unwalked > 0:
		found.warn(warnSampled, "%d neighbours of crowded entities were not looked at", found.answer.Unwalked)
	}
	return found, nil
}

// without returns the ranking without what a draft includes, or leaves out as
// known.
func (f *ranking) without(d *draft) *ranking {
	if len(d.nodes)+len(d.known) == 0 {
		return f
	}
	included := make(map[string]bool, len(d.nodes)+len(d.known))
	for _, node := range d.nodes {
		included[node.Entity.Self().ID] = true
	}
	for _, id := range d.known {
		included[id] = true
	}
	left := *f
	left.answer.Kinds = maps.Clone(f.answer.Kinds)
	left.answer.Nodes = slices.DeleteFunc(slices.Clone(f.answer.Nodes), func(node rank.Node) bool {
		if included[node.ID] {
			left.answer.Kinds[node.Kind]--
		}
		return included[node.ID]
	})
	return &left
}

func (f *ranking) warn(code, format string, args ...any) {
	f.warnings = append(f.warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// entity returns an entity of a project by its number, nil if it was written
// after the graphs were read, into the index alone.
func (sc *scope) entity(project int, id string) graph.Entity {
	return sc.projects[project].Graph.Entity(id)
}

// question returns what sentences are weighed by.
func question(r *request, sc *scope) string {
	words := slices.Clone(r.start.topics)
	for _, id := range sc.starts {
		words = append(words, sc.projects.With(id).Entity(id).Self().Label)
	}
	return strings.Join(words, "\n")
}

// keepOf returns the filter of kinds, nil if there are none.
func keepOf[K ~string](kinds []graph.Kind) func(K) bool {
	if len(kinds) == 0 {
		return nil
	}
	return func(kind K) bool { return slices.Contains(kinds, graph.Kind(kind)) }
}

// suggestions returns the entities with the titles nearest to a question.
func suggestions(sc *scope, question string, keep func(kind string) bool) []graph.Entity {
	var list []graph.Entity
	for _, title := range search.Nearest(sc.projects.Corpus(), question, keep, maxSuggestions, search.Defaults()) {
		if e := sc.entity(title.Project, title.ID); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// labelHas reports whether a label has all words of a question that are not
// common.
func labelHas(label, question string) bool {
	has := map[string]bool{}
	for word := range text.Words(label) {
		has[text.English(word.Text)] = true
	}
	for word := range text.Words(question) {
		if !text.StopWord(word.Text) && !has[text.English(word.Text)] {
			return false
		}
	}
	return true
}
