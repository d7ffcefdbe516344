package query

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance"
	"dossier/graph/text"
)

// What it counts that a question names a kind, as "risks of the launch" does
// with risks. Set by eye on the Kubernetes enhancement proposals.
const (
	// intentWeight is how much more an entity of that kind counts. Less leaves
	// risks behind their plan's other entities, more lifts strangers.
	intentWeight = 1.7
	// intentJoined is what it gains, of the score of what the question is about,
	// if an edge joins the two.
	intentJoined = .8
	// intentRecent is what the latest gains if the question asks for news, others
	// the less the earlier they are.
	intentRecent = .4
	// recordWeight is how much less a record counts that the question does not
	// ask for: its few words match much and say little.
	recordWeight = .5
)

// An ask is what questions ask for by some words.
type ask struct {
	words     string
	kinds     []graph.Kind
	relations []graph.Relation // whose edges are told first
	verb      bool             // says nothing by itself, only of what it is said of: "blocks"
	open      bool             // what is done does not answer it
	recent    bool             // the latest answers it best
}

// asks are the words beside its own name by which a question asks for a kind.
var asks = []ask{
	{words: "objective aim", kinds: []graph.Kind{graph.KindGoal}},
	{words: "todo", kinds: []graph.Kind{graph.KindTask}},
	{words: "deadline", kinds: []graph.Kind{graph.KindMilestone}},
	{words: "doc", kinds: []graph.Kind{graph.KindDocument}},
	{words: "deliverable", kinds: []graph.Kind{graph.KindOutput}},
	{words: "threat danger", kinds: []graph.Kind{graph.KindRisk}},
	{words: "decide decided alternative rejected", kinds: []graph.Kind{graph.KindDecision}},
	{words: "criterion criteria must", kinds: []graph.Kind{graph.KindRequirement}},
	{words: "finding lesson", kinds: []graph.Kind{graph.KindInsight}},
	{words: "who owner owns person people author", kinds: []graph.Kind{graph.KindRecord}},
	{words: "working works responsible leads authored", kinds: []graph.Kind{graph.KindPlan, graph.KindTask, graph.KindGoal}, verb: true},
	{
		words: "blocks blocked blocking blocker blockers blocking depends waiting", verb: true, open: true,
		kinds:     []graph.Kind{graph.KindTask, graph.KindRisk},
		relations: []graph.Relation{graph.RelDependsOn, graph.RelRequires, graph.RelBlocks},
	},
	{
		words: "when graduate graduated release released ship shipped due", verb: true,
		kinds:     []graph.Kind{graph.KindTask, graph.KindMilestone},
		relations: []graph.Relation{"targets_milestone"},
	},
	{words: "recent recently lately latest news changed happened history", kinds: []graph.Kind{graph.KindSignal}, verb: true, recent: true},
}

// A wish is what a question asks for.
type wish struct {
	kinds     map[graph.Kind]bool
	named     map[graph.Kind]bool // of these, those that it calls by a noun
	relations map[graph.Relation]bool
	open      bool
	recent    bool
}

// wishOf is what a question asks for.
func wishOf(question string) wish {
	w := wish{kinds: map[graph.Kind]bool{}, named: map[graph.Kind]bool{}, relations: map[graph.Relation]bool{}}
	words := wordsOf(question)
	add := func(a ask) {
		if !slices.ContainsFunc(strings.Fields(a.words), func(noun string) bool { return words[noun] || !a.verb && words[text.English(noun)] }) {
			return
		}
		for _, kind := range a.kinds {
			w.kinds[kind], w.named[kind] = true, w.named[kind] || !a.verb
		}
		for _, relation := range a.relations {
			w.relations[relation] = true
		}
		w.open, w.recent = w.open || a.open, w.recent || a.recent
	}
	for _, spec := range graph.Kinds {
		add(ask{words: string(spec.Kind) + " " + spec.Plural, kinds: []graph.Kind{spec.Kind}})
	}
	for _, a := range asks {
		add(a)
	}
	return w
}

// wordsOf are the words of a question and their stems.
func wordsOf(question string) map[string]bool {
	words := map[string]bool{}
	for word := range text.Words(question) {
		words[text.English(word.Text)], words[word.Text] = true, true
	}
	delete(words, "") // the stem of a stop word
	return words
}

// favour lifts the entities of the kinds that a question asks for: those joined
// to what it is about, or all of a kind that it names if it is about nothing
// that is known by its name. Records that it does not ask for are lowered unless
// the lens puts them first.
func (f *found) favour(question string) {
	nodes, about := f.ranking.Nodes, f.about(question)
	joined := f.joined(about)
	spared := f.wish.kinds[graph.KindRecord] || slices.Contains(f.lens.Kinds, graph.KindRecord)
	for i := range nodes {
		node := &nodes[i]
		kind, strength := graph.Kind(node.Kind), joined[node.ID]
		switch {
		case f.wish.open && f.isDone(*node):
		case f.wish.kinds[kind] && strength > 0:
			node.Score = node.Score*intentWeight + intentJoined*strength
		case f.wish.named[kind] && len(about) == 0:
			node.Score *= intentWeight
		case kind == graph.KindRecord && !spared && about[node.ID] == 0:
			node.Score *= recordWeight
		}
	}
	if f.wish.recent {
		f.favourLatest(joined)
	}
	reorder(nodes)
	isAbout := func(node relevance.Node) bool { return about[node.ID] > 0 }
	if at := slices.IndexFunc(nodes, isAbout); at > aboutRank && len(f.wish.kinds) > 0 {
		node := nodes[at]
		node.Score = nodes[aboutRank].Score
		copy(nodes[aboutRank+1:], nodes[aboutRank:at])
		nodes[aboutRank] = node
	}
}

// reorder sorts nodes by their scores, and makes these relative to the best.
func reorder(nodes []relevance.Node) {
	slices.SortStableFunc(nodes, func(a, b relevance.Node) int { return cmp.Compare(b.Score, a.Score) })
	for i := len(nodes) - 1; i >= 0 && nodes[0].Score > 0; i-- {
		nodes[i].Score /= nodes[0].Score
	}
}

// A question is about an entity if it names more than aboutShare of the words of
// its label and the entity's score is at least aboutScore; only aboutMost labels
// are looked at, the best.
const (
	aboutShare = .5
	aboutScore = .3
	aboutMost  = 12
	aboutRank  = 3 // where the best of them stands at the latest, so that answers have their context
)

// about are the scores of the entities that a question is about, by id: those
// that it names and does not ask for.
func (f *found) about(question string) map[string]float64 {
	asked := wordsOf(question)
	about, labels := map[string]float64{}, map[string]bool{}
	for _, node := range f.ranking.Nodes {
		kind, label := graph.Kind(node.Kind), node.Title
		if labels[label] = true; node.Score < aboutScore || len(labels) > aboutMost {
			break
		}
		if kind != graph.KindProject && !f.wish.kinds[kind] && namedShare(label, asked) > aboutShare {
			about[node.ID] = node.Score
		}
	}
	return about
}

// namedShare is the share of a label's words that are among those asked for, of
// "KEP-1287: In-place update" of either part the better.
func namedShare(label string, asked map[string]bool) float64 {
	best := 0.0
	for part := range strings.SplitSeq(label, ": ") {
		named, all := 0.0, 0.0
		for word := range text.Words(part) {
			if text.StopWord(word.Text) || word.Marks&text.Whole != 0 {
				continue
			}
			all++
			if asked[text.English(word.Text)] {
				named++
			}
		}
		if all > 0 {
			best = max(best, named/all)
		}
	}
	return best
}

// joined are the best scores of what entities are joined to, by their ids.
func (f *found) joined(about map[string]float64) map[string]float64 {
	joined := map[string]float64{}
	for _, node := range f.ranking.Nodes {
		score := about[node.ID]
		if score == 0 {
			continue
		}
		g := f.graphOf(node)
		if ordinal, known := g.Ordinal(node.ID); known {
			for _, link := range g.Links(ordinal) {
				id := g.At(link.Other).Self().ID
				joined[id] = max(joined[id], score)
			}
		}
	}
	return joined
}

// isDone reports whether a node is over.
func (f *found) isDone(node relevance.Node) bool {
	common := f.graphOf(node).Entity(node.ID).Self()
	return common.Spec().IsDone(common.State())
}

// favourLatest orders the joined entities of the kinds that are asked for by how
// late they were noticed or changed.
func (f *found) favourLatest(joined map[string]float64) {
	type dated struct {
		*relevance.Node
		at time.Time
	}
	var list []dated
	for i := range f.ranking.Nodes {
		node := &f.ranking.Nodes[i]
		if joined[node.ID] > 0 && f.wish.kinds[graph.Kind(node.Kind)] {
			list = append(list, dated{node, happened(f.graphOf(*node).Entity(node.ID))})
		}
	}
	slices.SortStableFunc(list, func(a, b dated) int { return a.at.Compare(b.at) })
	for i, one := range list {
		one.Score = joined[one.ID]*(intentWeight+intentJoined) + intentRecent*float64(i+1)/float64(len(list))
	}
}

// happened is when a signal was noticed or another entity changed.
func happened(e graph.Entity) time.Time {
	if signal, ok := e.(*graph.Signal); ok && signal.TS != nil {
		return *signal.TS
	}
	return e.Self().UpdatedAt
}
