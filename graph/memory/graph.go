// Package memory holds a project in memory as an immutable graph, with everything that is
// derived from its entities and edges: links, families, reach, paths, snapshots.
package memory

import (
	"maps"
	"slices"

	"dossier/graph"
)

// A Graph is a project in memory: its live entities, light, and its edges. It
// is immutable and safe for concurrent use. [Graph.Apply] returns a changed
// graph, which shares what is equal.
//
// Entities and edges have numbers, which they keep in later graphs until these
// are numbered again. So the order of numbers is no order of answers.
type Graph struct {
	content
	derived
}

// The derived values of a graph are computed once, when they are needed.
type derived struct {
	reachable *once[paged[bool]] // by ordinal: reachable from the project
	direct    *once[[]bool]      // by ordinal: linked to the project by an edge
	coverage  *once[coverage]
	roots     *once[paged[int32]] // by ordinal
	typeWords *once[map[string]graph.Kind]
	typeParts *once[map[string][]graph.Kind]
	people    *once[map[string]int32] // by folded name or handle
	labels    *once[map[string][]graph.Kind]
	channels  *once[[]string]
	records   *once[Records]
	prefixes  *once[map[string]bool] // what ids of trackers begin with
	order     *once[[]int32]
	survey    *once[*survey]
	memos     *memos
	context   *once[int32] // the ordinal of the context document, or none
}

const none int32 = -1

// NewGraph returns the graph of a project, given all its changes since revision
// 0.
func NewGraph(c graph.Changes) *Graph { return new(Graph).Apply(c) }

// deriveAll leaves all derived values to be computed, of a graph that was just numbered.
func (g *Graph) deriveAll() {
	g.base.sizes, g.base.externals = derive(g, measure), derive(g, findExternals)
	g.derived = derived{
		reachable: derive(g, findReachable), direct: derive(g, findDirect), coverage: derive(g, findCoverage),
		roots: derive(g, findRoots), typeWords: onNeed(g.types.words), typeParts: onNeed(g.types.parts), people: derive(g, findPeople),
		labels: derive(g, findLabels), channels: derive(g, findChannels), records: derive(g, findRecords), prefixes: derive(g, findPrefixes),
		order: derive(g, findOrder), survey: derive(g, findSurvey), memos: newMemos(g.entities.length), context: derive(g, findContext),
	}
}

// derive returns a value that is computed of a graph when it is needed.
func derive[T any](g *Graph, find func(*Graph) T) *once[T] {
	return onNeed(func() T { return find(g) })
}

// Ordered returns the ordinals of the live entities, ordered by kind and id. The
// slice is shared and must not be modified.
func (g *Graph) Ordered() []int32 { return g.order.get() }

func findOrder(g *Graph) []int32 {
	order := make([]int32, 0, g.count)
	for ord := range g.Entities() {
		order = append(order, ord)
	}
	return order
}

// Labels returns the labels of the entities, with the kinds of those that have them, in
// order. The map is shared and must not be modified.
func (g *Graph) Labels() map[string][]graph.Kind { return g.labels.get() }

func findLabels(g *Graph) map[string][]graph.Kind {
	found := map[string][]graph.Kind{}
	for _, spec := range graph.Kinds {
		for _, e := range g.OfKind(spec.Kind) {
			for _, label := range e.Self().Labels {
				if kinds := found[label]; len(kinds) == 0 || kinds[len(kinds)-1] != spec.Kind {
					found[label] = append(kinds, spec.Kind)
				}
			}
		}
	}
	return found
}

// Channels returns the channels of the signals, each once, in order. The slice is shared
// and must not be modified.
func (g *Graph) Channels() []string { return g.channels.get() }

func findChannels(g *Graph) []string {
	found := map[string]bool{}
	for _, e := range g.OfKind(graph.KindSignal) {
		found[e.(*graph.Signal).Channel] = true
	}
	return slices.Sorted(maps.Keys(found))
}
