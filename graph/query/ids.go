package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/projects"
	"dossier/graph/reader"
)

// ambiguous is the maximum number of matching entities that an error lists.
const ambiguous = 5

// Expander returns a function that returns the id of the entity that a name
// means, among those that the actor may read: of the one with this external id,
// or else whose id is or begins with the name, or else, on the command line and for
// agents, with this name. What the text looks like does not matter. PROJECT/ID means the
// external id in that project. If no entity has the name, its error is NOT_FOUND; if
// several have it, the error lists them. If the actor may read many projects, the
// first call of the function runs statements, which also find the other names;
// otherwise none does.
func (s *base) Expander(ctx context.Context) (expand reader.Expand, err error) {
	set, few, err := s.projects.All(ctx, projects.Parts{})
	if err != nil {
		return nil, err
	}
	r := &resolver{
		ctx: ctx, store: s.store, projects: s.projects, graphs: set.Graphs(),
		byLabel: graph.ActorFrom(ctx).Interface.TakesNames(), found: map[string][]string{},
	}
	if few {
		return r.inGraphs, nil
	}
	return r.inStore, nil
}

// A resolver finds the entity that a name means.
type resolver struct {
	ctx      context.Context
	store    Store
	projects *projects.Cache
	graphs   []*memory.Graph
	byLabel  bool

	mu    sync.Mutex
	found map[string][]string // ids by the names that statements have looked for
}

// inGraphs finds an entity in graphs that are loaded.
func (r *resolver) inGraphs(name string, _ func() []string) (string, error) {
	for _, find := range []func(*memory.Graph) []graph.Entity{
		func(g *memory.Graph) []graph.Entity { return g.IDs().External(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Begun(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Qualified(name) },
		func(g *memory.Graph) []graph.Entity { return r.called(g, name) },
	} {
		var found []graph.Entity
		for _, g := range r.graphs {
			found = append(found, find(g)...)
		}
		if len(found) > 0 {
			return only(found, name)
		}
	}
	return "", graph.NotFound("entity", name)
}

// called returns the entities whose whole name it is, if the interface takes those.
func (r *resolver) called(g *memory.Graph, name string) (found []graph.Entity) {
	if !r.byLabel {
		return nil
	}
	for _, e := range g.Entities() {
		if graph.IsCalled(e, name) {
			found = append(found, e)
		}
	}
	return found
}

// only returns the id of the only entity with a name.
func only(found []graph.Entity, name string) (string, error) {
	if len(found) == 1 {
		return found[0].Self().ID, nil
	}
	slices.SortFunc(found, func(a, b graph.Entity) int { return strings.Compare(a.Self().ID, b.Self().ID) })
	var texts []string
	for _, e := range found[:min(len(found), ambiguous)] {
		texts = append(texts, fmt.Sprintf("%s (%s %q)", e.Self().ID, e.Self().Kind, graph.Truncate(e.Self().Label, 60)))
	}
	return "", several(name, len(found), texts)
}

// several returns the error about a name of several entities.
func several(name string, count int, texts []string) error {
	return graph.BadInput("id", "%d entities may be meant by %q: %s; give the whole id of one, or PROJECT/ID", count, graph.Truncate(name, 60),
		strings.Join(texts[:min(len(texts), ambiguous)], ", "))
}
