package memory

import (
	"slices"
	"sync"

	"dossier/flat"
	"dossier/graph"
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
	s := &saving{g, w}
	for _, spec := range graph.Kinds {
		s.writeKind(spec)
	}
	s.writeEdges()
	s.writeDerived()
}

// A saving writes a graph.
type saving struct {
	*Graph
	w *flat.Writer
}

// writeKind writes the entities of a kind.
func (s *saving) writeKind(spec *graph.Spec) {
	from, to := s.base.span(spec.Kind)
	entities := make([]*graph.Common, 0, to-from)
	for ord := from; ord < to; ord++ {
		entities = append(entities, s.At(ord).Self())
	}
	if len(entities) == 0 {
		return
	}
	spec.Save(s.w, entities)
}

// writeEdges writes the edges. An end without an entity is written as a text.
func (s *saving) writeEdges() {
	at, lost := s.ends()
	relations := flat.NewNumbered[string, uint32]()
	numbers := make([]uint32, 0, s.edgeCount)
	for _, e := range s.edges.all() {
		numbers = append(numbers, relations.Number(string(e.Rel)))
		if e.ProjectID != s.Revision.ProjectID {
			s.w.Fail(graph.BadInput("project", "edge %s belongs to project %s", e.ID, e.ProjectID))
		}
	}
	flat.WriteStrings(s.w, func(yield func(string) bool) {
		for _, e := range s.edges.all() {
			if !yield(e.ID) {
				return
			}
		}
	})
	flat.Write(s.w, at)
	flat.Write(s.w, numbers)
	flat.WriteStrings(s.w, slices.Values(relations.Values))
	flat.WriteStrings(s.w, slices.Values(lost))
	flat.WriteLists(s.w, func(yield func([]byte) bool) {
		for _, e := range s.edges.all() {
			if !yield(e.Props) {
				return
			}
		}
	})
}

// ends returns the ends of all edges, and in their order the kinds and ids of ends
// without an entity. It takes ends from the links, which is faster than to find their
// entities by id.
func (s *saving) ends() (at []ends, lost []string) {
	at, lost = make([]ends, s.edgeCount), []string{}
	for i := range at {
		at[i] = ends{none, none}
	}
	for ord := range s.Entities() {
		for _, link := range s.Links(ord) {
			if link.Outgoing {
				at[link.Edge] = ends{ord, link.Other}
			}
		}
	}
	end := func(ref graph.Ref) int32 {
		if ord, known := s.Ordinal(ref.ID); known {
			return ord
		}
		lost = append(lost, string(ref.Kind), ref.ID)
		return none
	}
	for i, e := range s.edges.all() {
		if at[i].src == none {
			at[i] = ends{end(e.Src), end(e.Dst)}
		}
	}
	return at, lost
}

// writeDerived writes what would take long to derive.
func (s *saving) writeDerived() {
	ids := make([]int32, 0, s.count)
	for _, id := range s.base.ids.get() {
		ids = append(ids, s.base.ordinals[id])
	}
	flat.Write(s.w, ids)
	flat.WriteLists(s.w, slices.Values(s.roots.get().pages))
	flat.WriteLists(s.w, slices.Values(s.reachable.get().pages))
	flat.WriteLists(s.w, slices.Values(s.survey.get().marks.pages))
	coverage := []int64{}
	for _, c := range s.Coverage() {
		coverage = append(coverage, int64(c.Total), int64(c.Direct), int64(c.Linked), int64(c.Unlinked), int64(c.Orphaned))
	}
	flat.Write(s.w, coverage)
	names, counts := []string{}, []int64{}
	for of, count := range s.types {
		names, counts = append(names, string(of.kind), of.key), append(counts, int64(count))
	}
	flat.WriteStrings(s.w, slices.Values(names))
	flat.Write(s.w, counts)
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
	g := &Graph{}
	g.Revision, g.base = revision, &numbering{spans: spans}
	entities, err := loadEntities(r, spans)
	if err != nil {
		return nil, err
	}
	g.count, g.entities = len(entities), newPaged(entities)
	l := &loading{Graph: g, r: r}
	defer l.beside.Wait() // the first request of a start waits for this
	l.beside.Go(l.number)
	if err := l.readEdges(); err != nil {
		return nil, err
	}
	l.readDerived()
	return g, r.Err()
}

// A loading reads a graph.
type loading struct {
	*Graph
	r      *flat.Reader
	beside sync.WaitGroup // for what is made beside what follows
}

// number sets the ordinals of the entities.
func (l *loading) number() {
	l.base.ordinals = make(map[string]int32, l.count)
	for i, e := range l.entities.all() {
		l.base.ordinals[(*e).Self().ID] = i
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

// readEdges reads the edges and joins them, the latter beside what follows. The
// entities are set.
func (l *loading) readEdges() error {
	ids := flat.ReadStrings(l.r)
	at := flat.ReadN[ends](l.r, len(ids))
	numbers := flat.ReadN[uint32](l.r, len(ids))
	relations := flat.ReadStrings(l.r)
	lost := flat.ReadStrings(l.r)
	props := flat.ReadListsN[byte](l.r, len(ids))
	if l.r.Err() != nil {
		return l.r.Err()
	}
	refs := make([]graph.Ref, l.count) // side by side: twice as fast as in the entities
	for i, e := range l.entities.all() {
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
	l.loose = map[int32]bool{}
	for i, of := range at {
		if min(of.src, of.dst) < none || int(max(of.src, of.dst)) >= l.count {
			l.r.Fail("edge %d has other ends", i)
			return l.r.Err()
		}
		if of.src == none || of.dst == none || of.src == of.dst {
			l.loose[int32(i)] = true
		}
	}
	l.beside.Go(func() { l.link(at) })
	edges := flat.Make[graph.Edge](len(ids), len(ids))
	for i := range edges {
		e := graph.Edge{ID: ids[i], ProjectID: l.Revision.ProjectID, Rel: graph.Relation(relations[numbers[i]]), Props: props.Next()}
		e.Src, e.Dst = end(at[i].src), end(at[i].dst)
		e.Dangling = l.loose[int32(i)]
		edges[i] = e
	}
	l.edges = newPaged(edges)
	l.numbered, l.edgeCount = l.edges.length, len(ids)
	return nil
}

// readDerived reads what is derived from the entities and edges.
func (l *loading) readDerived() {
	ids := flat.ReadN[int32](l.r, l.count)
	roots := loadPaged[int32](l.r, l.count)
	reachable := loadPaged[bool](l.r, l.count)
	marks := loadPaged[uint8](l.r, l.count)
	counts := flat.ReadN[int64](l.r, 5*len(graph.Kinds))
	names := flat.ReadStrings(l.r)
	uses := flat.ReadN[int64](l.r, len(names)/2)
	if l.r.Err() != nil {
		return
	}
	l.base.ids = onNeed(func() []string {
		sorted := make([]string, len(ids))
		for i, ord := range ids {
			sorted[i] = l.At(ord).Self().ID
		}
		return sorted
	})
	l.types = make(typeCounts, len(uses))
	for i, count := range uses {
		l.types[typeOf{graph.Kind(names[2*i]), names[2*i+1]}] = int(count)
	}
	l.deriveAll()
	l.roots, l.reachable, l.survey = already(roots), already(reachable), already(newSurvey(marks))
	counted := make(coverage, len(graph.Kinds))
	for i, spec := range graph.Kinds {
		of := counts[5*i : 5*i+5]
		counted[i] = KindCoverage{spec.Kind, int(of[0]), int(of[1]), int(of[2]), int(of[3]), int(of[4])}
	}
	l.coverage = already(counted)
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
