package graph_test

import (
	"testing"

	"dossier/graph"
)

// TestRemnant checks the links and all columns of an entity that was deleted
// since it was read.
func TestRemnant(t *testing.T) {
	g := hub()
	task := &graph.Task{}
	task.ID, task.Kind, task.Label, task.ProjectID = "gone", graph.KindTask, "Gone", g.Revision.ProjectID
	ctx := graph.WithReader(t.Context(), memory{g})
	full, err := task.Full(ctx)
	if err != nil || full.Title != "Gone" {
		t.Errorf("got %+v, %v; want what is known of it", full, err)
	}
	links, err := task.LinkedEntities(ctx)
	if err != nil || links.Total() != 0 || len(links.All()) != 0 || links.Truncated() {
		t.Errorf("got %+v, %v; want no links", links, err)
	}
	if g.EdgeCount() == 0 || len(links.Relations()) != 0 {
		t.Error("want edges in the graph and no relations of what is gone")
	}
}
