package contextdoc

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/projects"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/search"
	"dossier/graph/similarity"
	"dossier/graph/text"
)

const (
	// foundLimit is the maximum number of entities that are included or counted
	// by kind.
	foundLimit = 2000
	// maxSuggestions is the number of similar titles listed when nothing matched.
	maxSuggestions = 3
)

// A ranking has the entities that answer a question, the best first.
type ranking struct {
	question string // the topics as they are searched, or the labels of the entities to start from
	asked    string // the same, with the topics as they were given
	ranker   rank.Ranker
	answer   rank.Ranking
	// compared means that embeddings were compared in addition to words.
	compared bool
	// weighed caches the weighed sentences of entities, by id.
	weighed  map[string][]rank.Sentence
	warnings []Warning
	places   map[string]int // of the nodes by id; nil until place is called
}

// rank ranks the entities of the scope, without the documents that the front
// includes before the tokens of the body are known, because entities are ranked
// only once. If nothing else is found, these documents are ranked too.
func (w *Writer) rank(ctx context.Context, r *request, sc *scope, f *front) (*ranking, error) {
	found := &ranking{question: question(r.start.plain, sc), asked: question(r.start.topics, sc), weighed: map[string][]rank.Sentence{},
		warnings: sc.warnings}
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
		Topics: r.start.plain, Starts: sc.starts, Depth: r.depth, Keep: keepOf[string](r.kinds), Skip: f.first.documents, Similar: similar,
		Relations: r.lens.RelationWeights(), First: r.lens.Kinds, Intent: r.start.only,
		Now: r.now, Limit: foundLimit, Weighed: weighedAtOnce, Classic: r.ranking == RankClassic, Ended: func() bool { return ctx.Err() != nil },
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, sentences := range found.answer.Sentences {
		found.weighed[found.answer.Nodes[i].ID] = sentences
	}
	if slices.ContainsFunc(sc.projects, projects.Project.IsAhead) {
		found.answer.Nodes = slices.DeleteFunc(found.answer.Nodes, func(node rank.Node) bool {
			return sc.entity(node.Project, node.ID) == nil
		})
	}
	if len(found.answer.Nodes) > 0 && found.answer.Unwalked > 0 {
		found.warn(warnSampled, "of the neighbours of what was asked for, %d without words of the question were not looked at",
			found.answer.Unwalked)
	}
	return found, nil
}

// without returns the ranking without the entities with some ids. It has at most
// limit nodes, and the numbers by kind of all.
func (f *ranking) without(ids map[string]bool, limit int) *ranking {
	left := *f
	left.places = nil
	if len(ids) == 0 {
		left.answer.Nodes = f.answer.Nodes[:min(len(f.answer.Nodes), limit)]
		return &left
	}
	left.answer.Kinds = maps.Clone(f.answer.Kinds)
	isLeftOut := make([]bool, len(f.answer.Nodes))
	for id := range ids {
		if at, ranked := f.place(id); ranked {
			isLeftOut[at] = true
			left.answer.Kinds[f.answer.Nodes[at].Kind]--
		}
	}
	left.answer.Nodes = make([]rank.Node, 0, min(len(f.answer.Nodes), limit))
	for at := range f.answer.Nodes {
		if !isLeftOut[at] && len(left.answer.Nodes) < limit {
			left.answer.Nodes = append(left.answer.Nodes, f.answer.Nodes[at])
		}
	}
	return &left
}

// place returns the place of the node of an entity.
func (f *ranking) place(id string) (at int, ranked bool) {
	if f.places == nil {
		f.places = make(map[string]int, len(f.answer.Nodes))
		for at := range f.answer.Nodes {
			f.places[f.answer.Nodes[at].ID] = at
		}
	}
	at, ranked = f.places[id]
	return at, ranked
}

// only returns the ranking with the nodes of some kinds, nil for all. It has the
// numbers of all kinds.
func (f *ranking) only(kinds []graph.Kind) *ranking {
	if kinds == nil {
		return f
	}
	left := *f
	left.places = nil
	left.answer.Nodes = slices.DeleteFunc(slices.Clone(f.answer.Nodes), func(node rank.Node) bool {
		return !slices.Contains(kinds, graph.Kind(node.Kind))
	})
	return &left
}

func (f *ranking) warn(code, format string, args ...any) {
	f.warnings = append(f.warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// entity returns an entity of a project by its id. It is nil if the entity was
// written after the graphs were read, so that only the index has it.
func (sc *scope) entity(project int, id string) graph.Entity {
	return sc.projects[project].Graph.Entity(id)
}

// lights returns the entities of the scope that references name, nil for those that it
// lacks. It searches first the project of the last one.
func (sc *scope) lights(refs []graph.Ref) []graph.Entity {
	found, last := make([]graph.Entity, len(refs)), 0
	for i, ref := range refs {
		for range sc.projects {
			if found[i] = sc.entity(last, ref.ID); found[i] != nil {
				break
			}
			last = (last + 1) % len(sc.projects)
		}
	}
	return found
}

// question returns some topics and the labels of the entities to start from.
func question(topics []string, sc *scope) string {
	words := slices.Clone(topics)
	for _, id := range sc.starts {
		words = append(words, sc.projects.With(id).Entity(id).Self().Label)
	}
	return strings.Join(words, "\n")
}

// keepOf returns a function that reports whether a kind is in kinds, nil if
// kinds is nil.
func keepOf[K ~string](kinds []graph.Kind) func(K) bool {
	if kinds == nil {
		return nil
	}
	return func(kind K) bool { return slices.Contains(kinds, graph.Kind(kind)) }
}

// suggestions returns the entities with the titles that are spelt most like a
// question.
func suggestions(sc *scope, question string, keep func(kind string) bool) []graph.Entity {
	var list []graph.Entity
	for _, title := range search.Nearest(sc.projects.Corpus(), question, keep, maxSuggestions, search.Defaults()) {
		if e := sc.entity(title.Project, title.ID); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// labelHas reports whether a label has all words of a question, except stop
// words.
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
