package query

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
)

// A SnapshotInput describes a graph snapshot. Nil fields have defaults.
type SnapshotInput struct {
	ProjectID string
	// FocusID is the entity in the middle; nil is the project.
	FocusID                                               *string
	Depth, MaxNodes, MaxEdges, MaxNodesPerKind, MaxTokens *int       // limits; see [memory.SnapshotQuery]
	Now                                                   *time.Time // for scores; nil is the clock
}

// Snapshot returns the graph around a project, or around one entity of it.
func (s *graphs) Snapshot(ctx context.Context, in SnapshotInput) (*memory.GraphSnapshot, error) {
	ctx, end := s.called(ctx, "snapshot")
	defer end()
	projectID, err := graph.ParseID("projectId", in.ProjectID)
	if err != nil {
		return nil, err
	}
	snapshot, err := s.snapshotQuery(ctx, in)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return g.Snapshot(snapshot)
}

// snapshotQuery parses the arguments of a snapshot.
func (s *graphs) snapshotQuery(ctx context.Context, in SnapshotInput) (snapshot memory.SnapshotQuery, err error) {
	counter, err := s.count(contextdoc.DefaultEncoding)
	if err != nil {
		return snapshot, err
	}
	snapshot = memory.DefaultSnapshot(s.clock(ctx, in.Now), counter.Count)
	if in.FocusID != nil {
		if snapshot.Root, err = graph.ParseID("focusId", *in.FocusID); err != nil {
			return snapshot, err
		}
	}
	for _, given := range []struct{ from, to *int }{
		{in.Depth, &snapshot.Depth}, {in.MaxNodes, &snapshot.MaxNodes}, {in.MaxEdges, &snapshot.MaxEdges},
		{in.MaxNodesPerKind, &snapshot.MaxNodesPerKind}, {in.MaxTokens, &snapshot.MaxTokens},
	} {
		if given.from != nil {
			*given.to = *given.from
		}
	}
	if in.MaxTokens != nil && *in.MaxTokens < 1 { // 0 means no limit
		err = graph.BadInput("maxTokens", "%d is out of range; expected 1 or more", *in.MaxTokens)
	}
	return snapshot, err
}

// ShownLinks returns links whose ids as displayed mean one entity of all projects that the
// actor may read.
func (s *graphs) ShownLinks(ctx context.Context, links *memory.LinkedEntities) (*memory.LinkedEntities, error) {
	ids := []string{links.Source.Self().ID}
	for _, group := range links.All() {
		for _, item := range group.Items {
			ids = append(ids, item.Entity.Self().ID)
		}
	}
	short, err := s.ShortIDs(ctx, []string{links.Source.Self().ProjectID}, ids)
	if err != nil {
		return nil, err
	}
	return links.ShownBy(short), nil
}

// Links returns the entities that are linked to an entity. The error is
// NOT_FOUND if it is unknown or forbidden.
func (s *graphs) Links(ctx context.Context, id string, links memory.LinkQuery) (*memory.LinkedEntities, error) {
	ctx, end := s.called(ctx, "links")
	defer end()
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	if err := graph.CheckKinds("kinds", links.Kinds); err != nil {
		return nil, err
	}
	projectID, err := s.projectOf(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return g.LinkedEntities(id, links)
}
