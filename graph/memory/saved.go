package memory

import (
	"slices"
	"sync"

	"dossier/graph"
	"dossier/graph/flat"
)

// Compact returns an equal graph that is numbered without gaps, as [Graph.Save]
// needs it: entities by kind and id, edges by id.
func (g *Graph) Compact() *Graph {
	if g.base == nil || int(g.entities.length) > g.count || int(g.edges.length) > g.edgeCount || len(g.addedEntities)+len(g.addedEdges) > 0 {
		return g.renumbered(graph.Changes{Revision: g.Revision})
	}
	return g
}

// Save writes a compact graph, with what is derived from it, for [Load].
func (g *Graph) Save(w *flat.Writer) {
	flat.WriteStrings(w, slices.Values([]string{g.Revision.ProjectID, g.Revision.Stamp}))
	flat.WriteOne(w, g.Revision.Number)
	flat.Write(w, g.base.spans)
	for _, spec := range graph.Kinds {
		g.saveKind(w, spec)
	}
	g.saveEdges(w)
	g.saveDerived(w)
}

// saveKind writes the entities of a kind.
func (g *Graph) saveKind(w *flat.Writer, spec *graph.Spec) {
	from, to := g.base.span(spec.Kind)
	entities := make([]*graph.Common, 0, to-from)
	for ord := from; ord < to; ord++ {
		entities = append(entities, g.At(ord).Self())
	}
	if len(entities) == 0 {
		return
	}
	spec.Save(w, entities)
}

// saveEdges writes the edges. An end without an entity is written as a text.
func (g *Graph) saveEdges(w *flat.Writer) {
	at, lost := g.savedEnds()
	relations := flat.NewNumbered[string, uint32]()
	numbers := make([]uint32, 0, g.edgeCount)
	for _, e := range g.edges.all() {
		numbers = append(numbers, relations.Number(string(e.Rel)))
		if e.ProjectID != g.Revision.ProjectID {
			w.Fail(graph.BadInput("project", "edge %s belongs to project %s", e.ID, e.ProjectID))
		}
	}
	flat.WriteStrings(w, func(yield func(string) bool) {
		for _, e := range g.edges.all() {
			if !yield(e.ID) {
				return
			}
		}
	})
	flat.Write(w, at)
	flat.Write(w, numbers)
	flat.WriteStrings(w, slices.Values(relations.Values))
	flat.WriteStrings(w, slices.Values(lost))
	flat.WriteLists(w, func(yield func([]byte) bool) {
		for _, e := range g.edges.all() {
			if !yield(e.Props) {
				return
			}
		}
	})
}

// savedEnds returns the ends of all edges, and in their order the kinds and ids of ends
// without an entity. It takes ends from the links, which is faster than to find their
// entities by id.
func (g *Graph) savedEnds() (at []ends, lost []string) {
	at, lost = make([]ends, g.edgeCount), []string{}
	for i := range at {
		at[i] = ends{none, none}
	}
	for ord := range g.Entities() {
		for _, link := range g.Links(ord) {
			if link.Outgoing {
				at[link.Edge] = ends{ord, link.Other}
			}
		}
	}
	end := func(ref graph.Ref) int32 {
		if ord, known := g.Ordinal(ref.ID); known {
			return ord
		}
		lost = append(lost, string(ref.Kind), ref.ID)
		return none
	}
	for i, e := range g.edges.all() {
		if at[i].src == none {
			at[i] = ends{end(e.Src), end(e.Dst)}
		}
	}
	return at, lost
}

// saveDerived writes what would take long to derive.
func (g *Graph) saveDerived(w *flat.Writer) {
	ids := make([]int32, 0, g.count)
	for _, id := range g.base.ids.get() {
		ids = append(ids, g.base.ordinals[id])
	}
	flat.Write(w, ids)
	flat.WriteLists(w, slices.Values(g.roots.get().pages))
	flat.WriteLists(w, slices.Values(g.reachable.get().pages))
	flat.WriteLists(w, slices.Values(g.survey.get().marks.pages))
	coverage := []int64{}
	for _, c := range g.Coverage() {
		coverage = append(coverage, int64(c.Total), int64(c.Direct), int64(c.Linked), int64(c.Unlinked), int64(c.Orphaned))
	}
	flat.Write(w, coverage)
	names, counts := []string{}, []int64{}
	for of, count := range g.types {
		names, counts = append(names, string(of.kind), of.key), append(counts, int64(count))
	}
	flat.WriteStrings(w, slices.Values(names))
	flat.Write(w, counts)
}

// SavedRevision reads the revision at the beginning of a saved graph.
func SavedRevision(r *flat.Reader) graph.Revision {
	names := flat.ReadStringsN(r, 2)
	number := flat.ReadOne[int64](r)
	if r.Err() != nil {
		return graph.Revision{}
	}
	return graph.Revision{ProjectID: names[0], Number: number, Stamp: names[1]}
}

// Load reads a graph that [Graph.Save] wrote.
func Load(r *flat.Reader) (*Graph, error) {
	revision := SavedRevision(r)
	spans := flat.ReadN[int32](r, len(graph.Kinds)+1)
	if r.Err() != nil {
		return nil, r.Err()
	}
	g := &Graph{Revision: revision, base: &numbering{spans: spans}}
	entities, err := loadEntities(r, spans)
	if err != nil {
		return nil, err
	}
	g.count, g.entities = len(entities), newPaged(entities)
	g.base.sizes = onNeed(g.measure)
	var beside sync.WaitGroup // the first request of a start waits for this
	defer beside.Wait()
	beside.Go(g.numberLoaded)
	if err := g.loadEdges(r, &beside); err != nil {
		return nil, err
	}
	g.loadDerived(r)
	return g, r.Err()
}

// numberLoaded sets the ordinals of the entities.
func (g *Graph) numberLoaded() {
	g.base.ordinals = make(map[string]int32, g.count)
	for i, e := range g.entities.all() {
		g.base.ordinals[(*e).Self().ID] = i
	}
}

// loadEntities reads the entities of all kinds. spans are those of a numbering.
func loadEntities(r *flat.Reader, spans []int32) ([]graph.Entity, error) {
	if !slices.IsSorted(spans) || spans[0] != 0 {
		r.Fail("the numbers of entities are not in order")
		return nil, r.Err()
	}
	var entities []graph.Entity
	for rank, spec := range graph.Kinds {
		count := int(spans[rank+1] - spans[rank])
		if count == 0 {
			continue
		}
		all := spec.Load(r, count)
		if r.Err() != nil {
			return nil, r.Err()
		}
		entities = append(entities, all...)
	}
	return entities, r.Err()
}

// loadEdges reads the edges and joins them, the latter beside what follows. The
// entities are set.
func (g *Graph) loadEdges(r *flat.Reader, beside *sync.WaitGroup) error {
	ids := flat.ReadStrings(r)
	at := flat.ReadN[ends](r, len(ids))
	numbers := flat.ReadN[uint32](r, len(ids))
	relations := flat.ReadStrings(r)
	lost := flat.ReadStrings(r)
	props := flat.ReadListsN[byte](r, len(ids))
	if r.Err() != nil {
		return r.Err()
	}
	refs := make([]graph.Ref, g.count) // side by side: twice as fast as in the entities
	for i, e := range g.entities.all() {
		refs[i] = (*e).Self().Ref()
	}
	end := func(ord int32) graph.Ref {
		if ord != none {
			return refs[ord]
		}
		ref := graph.Ref{Kind: graph.Kind(lost[0]), ID: lost[1]}
		lost = lost[2:]
		return ref
	}
	g.loose = map[int32]bool{}
	for i, of := range at {
		if min(of.src, of.dst) < none || int(max(of.src, of.dst)) >= g.count {
			r.Fail("edge %d has other ends", i)
			return r.Err()
		}
		if of.src == none || of.dst == none || of.src == of.dst {
			g.loose[int32(i)] = true
		}
	}
	beside.Go(func() { g.link(at) })
	g.edges = filled(len(ids), func(i int) graph.Edge {
		e := graph.Edge{ID: ids[i], ProjectID: g.Revision.ProjectID, Rel: graph.Relation(relations[numbers[i]]), Props: props.Next()}
		e.Src, e.Dst = end(at[i].src), end(at[i].dst)
		e.Dangling = g.loose[int32(i)]
		return e
	})
	g.base.edges, g.edgeCount = g.edges.length, len(ids)
	return nil
}

// loadDerived reads what is derived from the entities and edges.
func (g *Graph) loadDerived(r *flat.Reader) {
	ids := flat.ReadN[int32](r, g.count)
	roots := loadPaged[int32](r, g.count)
	reachable := loadPaged[bool](r, g.count)
	marks := loadPaged[uint8](r, g.count)
	counts := flat.ReadN[int64](r, 5*len(graph.Kinds))
	names := flat.ReadStrings(r)
	uses := flat.ReadN[int64](r, len(names)/2)
	if r.Err() != nil {
		return
	}
	g.base.ids = onNeed(func() []string {
		sorted := make([]string, len(ids))
		for i, ord := range ids {
			sorted[i] = g.At(ord).Self().ID
		}
		return sorted
	})
	g.roots, g.reachable, g.survey = already(roots), already(reachable), already(newSurvey(marks))
	coverage := make([]KindCoverage, len(graph.Kinds))
	for i, spec := range graph.Kinds {
		of := counts[5*i : 5*i+5]
		coverage[i] = KindCoverage{spec.Kind, int(of[0]), int(of[1]), int(of[2]), int(of[3]), int(of[4])}
	}
	g.coverage = already(coverage)
	g.types = make(map[typeOf]int, len(uses))
	for i, count := range uses {
		g.types[typeOf{graph.Kind(names[2*i]), names[2*i+1]}] = int(count)
	}
	g.direct, g.order, g.typeWords = onNeed(g.findDirect), onNeed(g.findOrder), onNeed(g.findTypeWords)
	g.memos, g.context = newMemos(g.entities.length), onNeed(g.findContext)
	g.people, g.labels, g.base.externals = onNeed(g.findPeople), onNeed(g.findLabels), onNeed(g.findExternals)
	g.prefixes, g.records = onNeed(g.findPrefixes), onNeed(g.findShapes)
}

// loadPaged reads a list that was written in pages.
func loadPaged[T any](r *flat.Reader, length int) paged[T] {
	lists := flat.ReadLists[T](r)
	list := lists.All()
	if r.Err() == nil && len(list) != length {
		r.Fail("a list with %d elements; expected %d", len(list), length)
	}
	return newPaged(list)
}
