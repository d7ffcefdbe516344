package sqlite

import (
	"context"
	"testing"

	"dossier/db"
	"dossier/graph"
)

// A row that holds a synonym, written by something else, is read as the
// canonical relation.
func TestStoredSynonymsAreReadAsCanonical(t *testing.T) {
	d, err := connect(Memory, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	if err := d.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	store := db.New(d, dialect, db.Options{})
	project := &graph.Project{Name: "p"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
		t.Fatal(err)
	}
	err = d.Write(ctx, func(tx db.Tx) error { return insertSynonym(ctx, tx, project.ID) })
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
}

func insertSynonym(ctx context.Context, tx db.Tx, projectID string) error {
	return tx.Read(ctx, db.Query{
		SQL: `INSERT INTO onto_edges (id, project_id, src_id, src_kind, rel, dst_id, dst_kind, rev, deleted)
			VALUES (?1, ?2, ?3, 'task', 'belongs_to_plan', ?4, 'plan', 1, 0)`,
		Args: []any{graph.ID("edge"), projectID, graph.ID("task"), graph.ID("plan")},
	})
}
