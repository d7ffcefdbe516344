package query

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// indexes holds the search indexes of projects in memory, each as of the
// revision of a graph.
type indexes struct {
	store  Store
	params rank.Params
	mu     sync.Mutex
	held   map[string]*heldIndex
}

// heldIndex is an index under construction or ready. Its lock is a channel,
// since waiting for it ends with the context.
type heldIndex struct {
	lock     chan struct{}
	index    *index.Index
	language string
	revision int64
	stale    map[string]bool // entities whose search text cannot be read
	leftOut  atomic.Int64    // their number, to be read without the lock
}

func newIndexes(store Store, params rank.Params) *indexes {
	return &indexes{store: store, params: params, held: map[string]*heldIndex{}}
}

// corpus joins the search indexes of graphs; those of projects that are not
// held any more are let go of.
func (s *Service) corpus(ctx context.Context, graphs map[string]*graph.Graph) (corpus.Corpus, error) {
	s.index.keep(s.graphs.holds)
	return s.index.corpus(ctx, graphs)
}

// corpus joins the indexes of the graphs, each brought to its graph's revision,
// in the order of the project ids.
func (x *indexes) corpus(ctx context.Context, graphs map[string]*graph.Graph) (corpus.Corpus, error) {
	var list []*index.Index
	for _, g := range inOrder(graphs) {
		one, err := x.current(ctx, g)
		if err != nil {
			return corpus.Corpus{}, err
		}
		list = append(list, one)
	}
	return corpus.Over(list...), nil
}

// inOrder are graphs in the order in which a corpus has their indexes.
func inOrder(graphs map[string]*graph.Graph) []*graph.Graph {
	list := make([]*graph.Graph, 0, len(graphs))
	for _, id := range slices.Sorted(maps.Keys(graphs)) {
		list = append(list, graphs[id])
	}
	return list
}

func (x *indexes) current(ctx context.Context, g *graph.Graph) (*index.Index, error) {
	held := x.of(g.Revision.ProjectID)
	select {
	case held.lock <- struct{}{}:
		defer func() { <-held.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if held.revision >= g.Revision.Number {
		return held.index, nil
	}
	language, err := x.language(ctx, g.Revision.ProjectID)
	if err != nil {
		return nil, err
	}
	if language != held.language {
		held.begin(language)
	}
	since := g.Revision
	since.Number = held.revision
	put, gone, err := x.changed(ctx, g, since)
	if err != nil {
		return nil, err
	}
	if err := held.apply(put, gone); err != nil {
		return nil, err
	}
	held.index.SetEdges(relevanceEdges(g))
	held.revision = g.Revision.Number
	return held.index, nil
}

// apply brings the index up to date. Entities whose search text is of another
// version, or damaged, are gone from it until they are analysed anew.
func (h *heldIndex) apply(put []index.Document, gone []string) error {
	for _, id := range gone {
		delete(h.stale, id)
	}
	put, gone = h.readable(put, gone, text.Current)
	err := h.index.Apply(put, gone)
	if errors.Is(err, text.ErrVector) { // which to look for takes as long as indexing them
		err = h.index.Apply(h.readable(put, gone, isVector))
	}
	h.leftOut.Store(int64(len(h.stale)))
	return err
}

// readable takes away the documents whose search text cannot be read, and adds
// them to those that are gone.
func (h *heldIndex) readable(put []index.Document, gone []string, reads func([]byte) bool) ([]index.Document, []string) {
	put = slices.DeleteFunc(put, func(d index.Document) bool {
		delete(h.stale, d.ID)
		if reads(d.Vector) {
			return false
		}
		h.stale[d.ID] = true
		gone = append(gone, d.ID)
		return true
	})
	return put, gone
}

func isVector(blob []byte) bool {
	_, err := text.Decode(blob)
	return err == nil
}

// leftOut counts the entities of projects that the indexes cannot read.
func (x *indexes) leftOut(graphs map[string]*graph.Graph) (count int64) {
	for id := range graphs {
		count += x.of(id).leftOut.Load()
	}
	return count
}

func (x *indexes) of(projectID string) *heldIndex {
	x.mu.Lock()
	defer x.mu.Unlock()
	held := x.held[projectID]
	if held == nil {
		held = &heldIndex{lock: make(chan struct{}, 1), index: index.New(text.Simple)}
		x.held[projectID] = held
	}
	return held
}

// begin makes an empty index for a language. Stored search text holds words as
// they stand, so that they need not be analysed again.
func (h *heldIndex) begin(language string) {
	h.language, h.index, h.revision, h.stale = language, index.New(text.Stemmers[language]), 0, map[string]bool{}
}

// language is what a project's texts are searched as. A row that was written
// past the service may say what is not known; it counts as none.
func (x *indexes) language(ctx context.Context, projectID string) (string, error) {
	found, err := x.store.Entities(ctx, []graph.Ref{{Kind: graph.KindProject, ID: projectID}}, graph.Full)
	if err != nil {
		return "", err
	}
	project, ok := found[projectID].(*graph.Project)
	if !ok {
		return graph.Languages[0], nil
	}
	language, _ := project.Language()
	return language, nil
}

// keep lets go of the indexes of projects whose graph is not held.
func (x *indexes) keep(held func(projectID string) bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	maps.DeleteFunc(x.held, func(id string, _ *heldIndex) bool { return !held(id) })
}

// changed are the documents that were put or removed since a revision. Terms
// of an entity that the graph does not have yet belong to a later revision.
func (x *indexes) changed(ctx context.Context, g *graph.Graph, since graph.Revision) (put []index.Document, gone []string, err error) {
	err = x.store.Terms(ctx, since, func(terms graph.Terms) {
		entity := g.Entity(terms.ID)
		switch {
		case terms.Deleted || entity == nil || entity.Self().IsScratch():
			gone = append(gone, terms.ID)
		default:
			put = append(put, relevanceDocument(entity, terms.Data))
		}
	})
	return put, gone, err
}

func relevanceDocument(e graph.Entity, vector []byte) index.Document {
	common := e.Self()
	return index.Document{
		ID:       common.ID,
		Kind:     string(common.Kind),
		Title:    common.Label,
		Active:   common.Spec().IsActive(common.State()),
		Done:     common.Spec().IsDone(common.State()),
		Modified: common.UpdatedAt,
		Occurred: occurred(e),
		Vector:   vector,
	}
}

// occurred is when a signal was noticed; the zero time for other entities.
func occurred(e graph.Entity) time.Time {
	if signal, ok := e.(*graph.Signal); ok && signal.TS != nil {
		return *signal.TS
	}
	return time.Time{}
}

// relevanceEdges are the live edges of a graph. An edge that another relation
// stands in for is weighed by the name it had.
func relevanceEdges(g *graph.Graph) []index.Edge {
	var list []index.Edge
	for edge := range g.Edges() {
		name := relationName(edge)
		list = append(list, index.Edge{ID: edge.ID, From: edge.Src.ID, To: edge.Dst.ID, Relation: name, Role: graph.Relation(name).Role()})
	}
	return list
}

func relationName(edge *graph.Edge) string {
	if len(edge.Props) == 0 {
		return string(edge.Rel)
	}
	props := edge.Props.Object()
	for _, key := range []string{"original_rel", "rel"} {
		if name, ok := props[key].(string); ok {
			return name
		}
	}
	return string(edge.Rel)
}
