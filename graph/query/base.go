package query

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
	"dossier/graph/projects"
)

// A base reads projects and entities for all parts of a service.
type base struct {
	store    Store
	now      func() time.Time
	count    func(encoding string) (TokenCounter, error)
	projects *projects.Cache
	kinds    kindMemory
	onCall   func(ctx context.Context, method string) (context.Context, func()) // may be nil
}

// called reports that a method begins. The caller must call end.
func (s *base) called(ctx context.Context, method string) (_ context.Context, end func()) {
	if s.onCall == nil {
		return ctx, func() {}
	}
	return s.onCall(ctx, method)
}

// Counter returns the default token counter of prompt text.
func (s *base) Counter() (func(text string) int, error) {
	counter, err := s.count(contextdoc.DefaultEncoding)
	return counter.Count, err
}

// clock returns the time of a request; see [graph.Moment].
func (s *base) clock(ctx context.Context, now *time.Time) time.Time {
	return graph.Moment(ctx, now, s.now)
}

// Clock returns the time of a request.
func (s *base) Clock(ctx context.Context) time.Time { return s.clock(ctx, nil) }

// Graphs returns the graphs of the projects with the ids, or of all that the
// actor may read if ids is nil, by project id. It omits projects that are
// unknown or forbidden.
func (s *base) Graphs(ctx context.Context, ids []string) (map[string]*memory.Graph, error) {
	set, err := s.projects.Get(ctx, ids, projects.Parts{})
	if err != nil {
		return nil, err
	}
	graphs := make(map[string]*memory.Graph, len(set))
	for _, p := range set {
		graphs[p.ID()] = p.Graph
	}
	return graphs, nil
}

// Projects returns the projects that the actor may read, light and ordered by id.
func (s *base) Projects(ctx context.Context) ([]*graph.Project, error) {
	return s.store.Projects(ctx)
}

// Graph returns the graph of a project. The error is NOT_FOUND if the project
// is unknown or forbidden.
func (s *base) Graph(ctx context.Context, projectID string) (*memory.Graph, error) {
	set, err := s.project(ctx, projectID, projects.Parts{})
	if err != nil {
		return nil, err
	}
	return set[0].Graph, nil
}

// project returns the set of one project. The error is NOT_FOUND if the project
// is unknown or forbidden.
func (s *base) project(ctx context.Context, id string, parts projects.Parts) (projects.Set, error) {
	set, err := s.projects.Get(ctx, []string{id}, parts)
	if err == nil && len(set) == 0 {
		err = graph.NotFound("project", id)
	}
	return set, err
}
