package query

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"dossier/graph"
	"dossier/graph/records"
)

// graphs holds the graphs of projects in memory. What it hands out is always
// of the revision that the store has at that moment, whoever wrote it: the
// store is asked for the revisions, one statement, and for what changed since
// the ones that are held. The same statement is the fence, so that a graph is
// never handed to an actor who may not read it.
type graphs struct {
	store  Store
	budget int
	// loading is held while changes are read, so that requests that find the
	// same project stale read it once. A channel, since waiting ends with ctx.
	loading chan struct{}

	mu   sync.Mutex
	held map[string]*heldGraph
	uses int64
}

type heldGraph struct {
	graph  *graph.Graph
	labels *records.Labels // of graph; nil until they are asked for
	usedAt int64           // of graphs.uses
}

func newGraphs(store Store, budget int) *graphs {
	return &graphs{store: store, budget: budget, loading: make(chan struct{}, 1), held: map[string]*heldGraph{}}
}

// Graphs are the graphs of the projects with these ids, or of all that the
// actor may read if ids is nil, by project id. What is unknown or forbidden is
// left out.
func (s *Service) Graphs(ctx context.Context, ids []string) (map[string]*graph.Graph, error) {
	return s.graphs.current(ctx, ids)
}

// Graph is the graph of a project; NOT_FOUND if it is unknown or forbidden.
func (s *Service) Graph(ctx context.Context, projectID string) (*graph.Graph, error) {
	found, err := s.Graphs(ctx, []string{projectID})
	if err != nil {
		return nil, err
	}
	if g := found[projectID]; g != nil {
		return g, nil
	}
	return nil, graph.NotFound("project", projectID)
}

func (g *graphs) current(ctx context.Context, ids []string) (map[string]*graph.Graph, error) {
	revisions, err := g.store.Revisions(ctx, ids)
	if err != nil {
		return nil, err
	}
	found, stale := g.split(revisions)
	if len(stale) == 0 {
		return found, nil
	}
	select {
	case g.loading <- struct{}{}:
		defer func() { <-g.loading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// While this request waited, another may have read what it needs.
	found, stale = g.split(revisions)
	changes, err := g.store.Changes(ctx, stale)
	if err != nil {
		return nil, err
	}
	for _, change := range changes {
		found[change.Revision.ProjectID] = g.apply(change)
	}
	g.evict(found)
	return found, nil
}

// split tells the projects whose graph is held as of its revision from those
// of which it is older; a stale one's number is that of the held graph.
func (g *graphs) split(revisions []graph.Revision) (map[string]*graph.Graph, []graph.Revision) {
	found := make(map[string]*graph.Graph, len(revisions))
	var stale []graph.Revision
	g.mu.Lock()
	defer g.mu.Unlock()
	g.uses++
	for _, revision := range revisions {
		held := g.held[revision.ProjectID]
		switch {
		case held == nil:
			revision.Number = 0
			stale = append(stale, revision)
		case held.graph.Revision.Number < revision.Number:
			revision.Number = held.graph.Revision.Number
			stale = append(stale, revision)
		default:
			held.usedAt = g.uses
			found[revision.ProjectID] = held.graph
		}
	}
	return found, stale
}

func (g *graphs) apply(change graph.Changes) *graph.Graph {
	g.mu.Lock()
	defer g.mu.Unlock()
	held := g.held[change.Revision.ProjectID]
	if held == nil {
		held = &heldGraph{graph: graph.NewGraph(change)}
		g.held[change.Revision.ProjectID] = held
	} else {
		held.graph, held.labels = held.graph.Apply(change), nil
	}
	held.usedAt = g.uses
	return held.graph
}

// holds reports whether a project's graph is held.
func (g *graphs) holds(projectID string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held[projectID] != nil
}

// evict lets go of the graphs that were not used for longest until the rest
// fits the budget; those in use stay.
func (g *graphs) evict(inUse map[string]*graph.Graph) {
	g.mu.Lock()
	defer g.mu.Unlock()
	size := 0
	ids := make([]string, 0, len(g.held))
	for id, held := range g.held {
		size += held.graph.Size()
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(g.held[a].usedAt, g.held[b].usedAt) })
	for _, id := range ids {
		if size <= g.budget {
			return
		}
		if inUse[id] == nil {
			size -= g.held[id].graph.Size()
			delete(g.held, id)
		}
	}
}
