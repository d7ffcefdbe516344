package sqlite

import (
	"context"
	"testing"

	"dossier/db/engine"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// An edge stored under a synonym is read as its canonical relation.
func TestStoredSynonymsAreReadAsCanonical(t *testing.T) {
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	d := emptyDatabase(t, Memory)
	store := stored(t, d, sqlstore.Options{})
	project := &graph.Project{Name: "p"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
		t.Fatal(err)
	}
	err := d.Write(ctx, func(tx engine.Tx) error { return insertSynonym(ctx, tx, project.ID) })
	if err != nil {
		t.Fatal(err)
	}
	changes, err := store.Changes(ctx, []graph.Revision{{ProjectID: project.ID}})
	if err != nil || len(changes) != 1 || len(changes[0].Edges) != 1 {
		t.Fatalf("got %v, %v", changes, err)
	}
	edge := changes[0].Edges[0]
	if edge.Rel != graph.RelHasTask || edge.Src.Kind != graph.KindPlan || edge.Dst.Kind != graph.KindTask {
		t.Errorf("got %+v", edge)
	}
	writeCanonical(t, store)
}

// writeCanonical writes the canonical edge. It is unchanged, and is restored
// with the id of the synonym after it was deleted.
func writeCanonical(t *testing.T, store *sqlstore.Store) {
	t.Helper()
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	edge := graph.Edge{
		ProjectID: graph.ID("p"), Rel: graph.RelHasTask,
		Src: graph.Ref{Kind: graph.KindPlan, ID: graph.ID("plan")}, Dst: graph.Ref{Kind: graph.KindTask, ID: graph.ID("task")},
	}
	for _, step := range []struct {
		batch                       graph.Batch
		created, updated, unchanged int
	}{
		{graph.Batch{Edges: []graph.Edge{edge}}, 0, 0, 1},
		{graph.Batch{Unlinked: []string{graph.ID("edge")}}, 0, 1, 0},
		{graph.Batch{Edges: []graph.Edge{edge, edge}}, 1, 0, 1},
	} {
		written, err := store.Write(ctx, &step.batch)
		if err != nil {
			t.Fatal(err)
		}
		if c, u, n := written.Created[graph.KindEdge], written.Updated[graph.KindEdge],
			written.Unchanged[graph.KindEdge]; c != step.created || u != step.updated || n != step.unchanged {
			t.Errorf("%+v: got %v", step, written)
		}
	}
	changes, err := store.Changes(ctx, []graph.Revision{{ProjectID: graph.ID("p")}})
	if err != nil || len(changes[0].Edges) != 1 || changes[0].Edges[0].ID != graph.ID("edge") {
		t.Errorf("got %v, %v", changes, err)
	}
}

func insertSynonym(ctx context.Context, tx engine.Tx, projectID string) error {
	return tx.Exec(ctx, `INSERT INTO onto_edges (id, project_id, src_id, src_kind, rel, dst_id, dst_kind, rev, deleted)
		VALUES (?1, ?2, ?3, 'task', 'belongs_to_plan', ?4, 'plan', 1, 0)`,
		graph.ID("edge"), projectID, graph.ID("task"), graph.ID("plan"))
}
