package postgres

import (
	"math"
	"slices"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/graph"
)

// TestCopy copies a row with each type of column and one of nulls, and values
// that their columns do not have.
func TestCopy(t *testing.T) {
	ctx := t.Context()
	d, err := connect(ctx, empty.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	table := engine.Table{Name: "copied", Columns: []engine.Column{
		{Name: "a", Type: engine.UUID}, {Name: "b", Type: engine.Text}, {Name: "c", Type: engine.Integer}, {Name: "d", Type: engine.Real},
		{Name: "e", Type: engine.Boolean}, {Name: "f", Type: engine.Time}, {Name: "g", Type: engine.JSON}, {Name: "h", Type: engine.Bytes},
	}}
	full := []any{graph.ID("a"), "é\n", -3, math.Inf(-1), true, time.Date(1999, 12, 31, 23, 59, 59, 1000, time.UTC), `{"a": [1]}`,
		[]byte{0, 255}}
	err = d.write(ctx, func(tx *transaction) error {
		if err := tx.Exec(ctx,
			"CREATE TEMPORARY TABLE copied (a uuid, b text, c bigint, d float8, e boolean, f timestamptz, g jsonb, h bytea)"); err != nil {
			return err
		}
		if err := tx.copyInto("copied")(ctx, table, [][]any{full, make([]any, len(full))}); err != nil {
			return err
		}
		var same, null int
		query := engine.Query{
			SQL: `SELECT count(*) FILTER ` +
				`(WHERE ROW(copied.*) = ROW($1::uuid, $2, $3::bigint, $4::float8, $5::boolean, $6::timestamptz, $7::jsonb, $8::bytea)),
				count(*) FILTER (WHERE copied IS NULL) FROM copied`,
			Args: full, Each: func(row engine.Row) error { return row.Scan(&same, &null) },
		}
		if err := tx.Read(ctx, query); err != nil {
			return err
		}
		if same != 1 || null != 1 {
			t.Errorf("got %d rows with the values and %d without, want 1 and 1", same, null)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, wrong := range []any{"no id", 1, "text", "text", 1, "text", true, "text"} {
		row := slices.Clone(full)
		row[i] = wrong
		copied := copied{columns: table.Columns, rows: [][]any{row}}
		if n, err := copied.Read(make([]byte, sentAtOnce)); err == nil {
			t.Errorf("%s of type %s: %v was encoded in %d bytes", table.Columns[i].Name, types[table.Columns[i].Type], wrong, n)
		}
	}
}
