package sqlite

import (
	"slices"
	"testing"

	"dossier/db/engine"
	"dossier/db/sqlstore"
)

// TestRowsAreReadOnce joins a table of a parameter after another: SQLite reads the
// parameter before, and not for each row of the other.
func TestRowsAreReadOnce(t *testing.T) {
	d := emptyDatabase(t, Memory)
	stored(t, d, sqlstore.Options{})
	rows := dialect.Rows("?1", []engine.Column{{Name: "project", Type: engine.UUID}})
	var plan []string
	err := d.Read(t.Context(), engine.Query{
		SQL:  "EXPLAIN QUERY PLAN SELECT edge.id FROM onto_edges edge CROSS JOIN " + rows + " since ON edge.project_id = since.project",
		Args: []any{`[{"project": "p"}]`},
		Each: func(row engine.Row) error {
			var id, parent, unused int
			var step string
			err := row.Scan(&id, &parent, &unused, &step)
			plan = append(plan, step)
			return err
		},
	})
	if err != nil || !slices.Contains(plan, "MATERIALIZE since") {
		t.Errorf("got the plan %q, %v", plan, err)
	}
}
