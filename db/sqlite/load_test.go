package sqlite

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/sqlstore"
)

// TestLoad checks which indexes and triggers a transaction has while it adds
// many rows, and that all are there after it, also after an error.
func TestLoad(t *testing.T) {
	ctx, failed := t.Context(), errors.New("failed")
	d := emptyDatabase(t, Memory)
	stored(t, d, sqlstore.Options{})
	tables := schema.Tables()[:5] // up to edges
	triggers := objectsOf(t, d, "type = 'trigger'")
	all, unique := indexesOf(t, d, ""), indexesOf(t, d, " AND sql LIKE '%UNIQUE%'")
	if len(all) < 100 || len(unique) < 10 {
		t.Fatalf("got %d indexes, %d of them unique", len(all), len(unique))
	}
	edge := []any{"e", "p", "a", "task", "references", "b", "task", 1, false, nil}
	for _, step := range []struct {
		rows    int
		missing string
		err     error
	}{
		{10, "dst link src", failed},
		{10, "dst link src", nil},
		{10, "dst src", nil}, // now the table has a row
		{0, "", nil},
	} {
		err := d.Write(ctx, func(tx engine.Tx) error {
			return tx.(engine.Loader).Load(ctx, tables, step.rows, func(empty map[string]bool) error {
				if left := objectsOf(t, tx, "type = 'trigger' AND tbl_name = 'onto_edges'"); len(left) > 0 {
					t.Errorf("%d rows: got triggers %v, want none", step.rows, left)
				}
				if got := missingOf(t, tx); got != step.missing {
					t.Errorf("%d rows: got no %s, want no %s", step.rows, got, step.missing)
				}
				if isEmpty := step.missing == "dst link src"; empty["onto_edges"] != isEmpty {
					t.Errorf("%d rows: got %v", step.rows, empty)
				}
				return errors.Join(tx.Put(ctx, tables[4], [][]any{edge}), step.err)
			})
		})
		if !errors.Is(err, step.err) {
			t.Errorf("got %v, want %v", err, step.err)
		}
		if after := indexesOf(t, d, ""); !maps.Equal(all, after) {
			t.Errorf("got indexes %v, want %v", after, all)
		}
		if after := objectsOf(t, d, "type = 'trigger'"); !maps.Equal(triggers, after) {
			t.Errorf("got triggers %v, want %v", after, triggers)
		}
	}
}

// TestLoadOfMuch loads edges of which the pages and a sorted index together do
// not fit into the memory of a connection.
func TestLoadOfMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which takes 15 s")
	}
	d := emptyDatabase(t, filepath.Join(t.TempDir(), "x.db"))
	stored(t, d, sqlstore.Options{})
	edges, long := schema.Tables()[4], strings.Repeat("long", 250)
	err := d.Write(t.Context(), func(tx engine.Tx) error {
		return tx.(engine.Loader).Load(t.Context(), []engine.Table{edges}, 1<<20, func(map[string]bool) error {
			for n := range 130_000 {
				id := fmt.Sprint(n)
				if err := tx.Put(t.Context(), edges, [][]any{{id, "p", id, "task", long, id, "task", 1, false, nil}}); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// indexesOf returns the statements of the indexes that match a condition.
func indexesOf(t *testing.T, reader engine.Reader, condition string) map[string]string {
	t.Helper()
	return objectsOf(t, reader, "type = 'index' AND sql IS NOT NULL"+condition)
}

// objectsOf returns the statements of the objects that match a condition.
func objectsOf(t *testing.T, reader engine.Reader, condition string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := reader.Read(t.Context(), engine.Query{
		SQL: "SELECT name, sql FROM sqlite_schema WHERE " + condition,
		Each: func(row engine.Row) error {
			var name, sql string
			err := row.Scan(&name, &sql)
			found[name] = sql
			return err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// missingOf returns which indexes of edges are missing.
func missingOf(t *testing.T, reader engine.Reader) string {
	t.Helper()
	var missing []string
	found := indexesOf(t, reader, "")
	for _, name := range []string{"dst", "link", "rev", "src"} {
		if found["onto_edges_"+name] == "" {
			missing = append(missing, name)
		}
	}
	return strings.Join(missing, " ")
}
