package query

import (
	"context"
	"time"

	"dossier/graph"
)

// A Source is a source of a project that a server reads, with the result of the last reading.
type Source struct {
	Name      string
	Format    string
	Path      string     // of its folder or file, or its URL
	ProjectID *string    // nil before anything was read
	ReadAt    *time.Time // nil if it was not read yet
	Counts    []graph.KindCount
	Conflicts []string // fields that were changed both in the source and here, the first ones
	Problems  []string // what could not be read, with the reason, the first ones
	Withheld  int      // entities that vanished from the source and were kept
	Error     string   // why it could not be read, "" if it could
}

// sources has what the server reads.
type sources struct {
	store Store
	list  func(context.Context) ([]Source, error) // may be nil
}

// Sources returns the sources that this server reads, of projects that the actor
// may read.
func (s *sources) Sources(ctx context.Context) ([]Source, error) {
	found := []Source{}
	if s.list == nil {
		return found, nil
	}
	all, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	readable, err := s.readable(ctx, all)
	if err != nil {
		return nil, err
	}
	for _, source := range all {
		if source.ProjectID != nil && readable[*source.ProjectID] {
			found = append(found, source)
		}
	}
	return found, nil
}

// readable returns the projects of sources that the actor may read.
func (s *sources) readable(ctx context.Context, all []Source) (map[string]bool, error) {
	ids := []string{}
	for _, source := range all {
		if source.ProjectID != nil {
			ids = append(ids, *source.ProjectID)
		}
	}
	revisions, err := s.store.Revisions(ctx, ids)
	if err != nil {
		return nil, err
	}
	readable := map[string]bool{}
	for _, revision := range revisions {
		readable[revision.ProjectID] = true
	}
	return readable, nil
}

// AccessTo returns the level of the actor's access to a project, nil if it may not read it.
func (s *sources) AccessTo(ctx context.Context, projectID string) (*graph.Access, error) {
	id, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	revisions, err := s.store.Revisions(ctx, []string{id})
	if err != nil || len(revisions) == 0 {
		return nil, err
	}
	return &revisions[0].Access, nil
}
