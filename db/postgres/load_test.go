package postgres

import (
	"testing"

	"dossier/db"
	"dossier/graph"
)

// TestLoad adds an edge that another program adds after the beginning: in a
// table that was empty that is a conflict, in others the edge is replaced. With
// policies, no table is taken to be empty.
func TestLoad(t *testing.T) {
	ctx, url := t.Context(), migrated.Database(t)
	d, err := connect(ctx, url, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	other, tables := session(t, url), db.Tables()[3:5] // entities and edges
	project, from, to := graph.ID("p"), graph.ID("a"), graph.ID("b")
	edge := []any{graph.ID("e"), project, from, "task", "references", to, "task", 1, false, nil}
	for _, step := range []struct {
		secured bool
		added   string // by the other program
		empty   int
		code    graph.Code // "" for no error
	}{
		{false, graph.ID("e"), 2, graph.CodeConflict},
		{false, "", 1, ""},
		{true, "", 0, ""},
	} {
		d.secured = step.secured
		err := d.Write(ctx, func(tx db.Tx) error {
			return tx.(db.Loader).Load(ctx, tables, 1, func(empty map[string]bool) error {
				if len(empty) != step.empty || !step.secured && !empty["onto_entities"] {
					t.Errorf("got %v, want %d tables", empty, step.empty)
				}
				if step.added != "" {
					if _, err := other.Exec(ctx, "INSERT INTO onto_edges (id, project_id, src_id, rel, dst_id) VALUES ($1, $2, $3, 'references', $4)", step.added, project, from, to); err != nil {
						t.Error(err)
					}
				}
				return tx.Put(ctx, tables[1], [][]any{edge})
			})
		})
		if (err == nil) != (step.code == "") || err != nil && graph.CodeOf(err) != step.code {
			t.Errorf("got %v, want %q", err, step.code)
		}
	}
}
