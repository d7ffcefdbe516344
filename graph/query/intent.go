package query

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance"
	"dossier/graph/text"
)

// intentWeight is how much more an entity counts whose kind the question names:
// "risks of the launch" asks for risks. Measured by eye on the sample: less
// leaves them behind their plan's other entities, more lifts strangers.
const intentWeight = 1.7

// kindNouns are the words beside its own name by which a question names a kind.
var kindNouns = map[graph.Kind][]string{
	graph.KindGoal:        {"objective", "aim"},
	graph.KindTask:        {"todo"},
	graph.KindMilestone:   {"deadline"},
	graph.KindDocument:    {"doc"},
	graph.KindOutput:      {"deliverable"},
	graph.KindRisk:        {"threat", "danger"},
	graph.KindDecision:    {"decide", "decided", "alternative"},
	graph.KindRequirement: {"criterion", "criteria", "must"},
	graph.KindInsight:     {"finding", "lesson"},
	graph.KindRecord:      {"who", "owner", "owns", "person", "people", "author"},
}

// namedKinds are the kinds that a question names.
func namedKinds(question string) map[string]bool {
	words := map[string]bool{}
	for word := range text.Words(question) {
		words[text.English(word.Text)] = true
		words[word.Text] = true
	}
	named := map[string]bool{}
	for _, spec := range graph.Kinds {
		for _, noun := range append([]string{string(spec.Kind), spec.Plural}, kindNouns[spec.Kind]...) {
			if words[noun] || words[text.English(noun)] {
				named[string(spec.Kind)] = true
			}
		}
	}
	return named
}

// recordWeight is how much less a record counts that the question does not ask
// for: its few words match much and say little.
const recordWeight = .75

// favour lifts the entities of the kinds that a question names, and lowers
// records unless they are among them or the lens puts them first.
func favour(nodes []relevance.Node, question string, lens *Lens) {
	named := namedKinds(question)
	asked := named[string(graph.KindRecord)] || slices.Contains(lens.Kinds, graph.KindRecord)
	best := 0.0
	for i := range nodes {
		switch kind := nodes[i].Kind; {
		case named[kind]:
			nodes[i].Score *= intentWeight
		case kind == string(graph.KindRecord) && !asked:
			nodes[i].Score *= recordWeight
		}
		best = max(best, nodes[i].Score)
	}
	if best == 0 {
		return
	}
	for i := range nodes {
		nodes[i].Score /= best
	}
	slices.SortStableFunc(nodes, func(a, b relevance.Node) int { return cmp.Compare(b.Score, a.Score) })
}
