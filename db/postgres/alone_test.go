package postgres

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// indexesOf returns the definitions of the indexes of tasks and edges.
func indexesOf(t *testing.T, reader engine.Reader) (definitions []string) {
	t.Helper()
	query := `SELECT pg_get_indexdef(indexrelid) || ' ' || indisprimary FROM pg_index
		WHERE indrelid IN ('onto_tasks'::regclass, 'onto_edges'::regclass) ORDER BY 1`
	err := reader.Read(t.Context(), engine.Query{SQL: query, Each: func(row engine.Row) error {
		var definition string
		err := row.Scan(&definition)
		definitions = append(definitions, definition)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return definitions
}

// TestImport checks in which imports the tables have no indexes until the end,
// that all have the same indexes after it, and that statistics are gathered.
func TestImport(t *testing.T) {
	ctx, url, failed := t.Context(), migrated.Database(t), errors.New("failed")
	d, err := connect(ctx, url, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	other := session(t, url)
	edges := schema.Tables()[4]
	tables := []engine.Table{edges, {Name: "onto_tasks"}}
	before := indexesOf(t, d)
	for _, step := range []struct {
		name    string
		locked  bool // by another transaction
		dropped bool
		err     error
		rows    int // after it
	}{
		{"beside a reader", true, false, failed, 0},
		{"failing", false, true, failed, 0},
		{"alone", false, true, nil, 1},
		{"not empty", false, false, nil, 2},
	} {
		reading := func() error { return nil }
		if step.locked {
			tx, err := other.Begin(ctx)
			if err == nil {
				_, err = tx.Exec(ctx, "SELECT FROM onto_tasks")
			}
			if err != nil {
				t.Fatal(err)
			}
			reading = func() error { return tx.Rollback(ctx) }
		}
		row := []any{graph.ID(step.name), graph.ID("p"), graph.ID("a"), "task", "references", graph.ID(step.name), "task", 1, false, nil}
		err := d.Import(ctx, func(tx engine.Tx) error {
			return tx.(engine.Loader).Load(ctx, tables, 1, func(map[string]bool) error {
				if got := indexesOf(t, tx); (got == nil) != step.dropped || !step.dropped && !slices.Equal(got, before) {
					t.Errorf("%s: got indexes %q", step.name, got)
				}
				return errors.Join(tx.Insert(ctx, edges, [][]any{row}), step.err)
			})
		})
		if !errors.Is(err, step.err) || reading() != nil {
			t.Errorf("%s: got %v, want %v", step.name, err, step.err)
		}
		if got := indexesOf(t, d); !slices.Equal(got, before) {
			t.Errorf("%s: got indexes %q afterwards, want %q", step.name, got, before)
		}
		var rows int
		var analysed bool
		query := "SELECT count(*), EXISTS (SELECT FROM pg_stats WHERE tablename = 'onto_edges') FROM onto_edges"
		if err := other.QueryRow(ctx, query, pgx.QueryExecModeSimpleProtocol).Scan(&rows,
			&analysed); err != nil || rows != step.rows || analysed != (rows > 0) {
			t.Errorf("%s: got %d rows, analysed: %t, %v, want %d", step.name, rows, analysed, err, step.rows)
		}
	}
}

// TestImportOfARole imports by a role that owns no table, which cannot drop an
// index.
func TestImportOfARole(t *testing.T) {
	ctx, url := t.Context(), migrated.Database(t)
	d, err := connect(ctx, url, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	before, failed := indexesOf(t, d), errors.New("failed")
	err = d.Import(ctx, func(tx engine.Tx) error {
		for _, statement := range []string{
			"CREATE ROLE onto_test_writer", "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO onto_test_writer",
			"SET LOCAL ROLE onto_test_writer",
		} {
			if err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return tx.(engine.Loader).Load(ctx, schema.Tables()[3:5], 1, func(map[string]bool) error {
			if got := indexesOf(t, tx); !slices.Equal(got, before) {
				t.Errorf("got indexes %q, want %q", got, before)
			}
			return failed
		})
	})
	if !errors.Is(err, failed) {
		t.Errorf("got %v, want %v", err, failed)
	}
}

// TestIndexesAfterImport opens a store whose import ended before it built the
// indexes of search.
func TestIndexesAfterImport(t *testing.T) {
	ctx, url := t.Context(), migrated.Database(t)
	conn := session(t, url)
	count := func() (count int) {
		t.Helper()
		query := "SELECT count(*) FROM pg_indexes WHERE schemaname = 'public' AND (indexname LIKE '%\\_search' OR indexname LIKE '%\\_similar')"
		if err := conn.QueryRow(ctx, query).Scan(&count); err != nil {
			t.Fatal(err)
		}
		return count
	}
	before := count()
	if _, err := conn.Exec(ctx, "DROP INDEX onto_tasks_search, onto_risks_similar"); err != nil {
		t.Fatal(err)
	}
	stored(t, url, sqlstore.Options{})
	if got := count(); got != before-2 {
		t.Errorf("got %d indexes, want %d", got, before-2)
	}
	stored(t, url, sqlstore.Options{Migrate: true})
	if got := count(); got != before || before < 2 {
		t.Errorf("got %d indexes, want %d", got, before)
	}
}

// TestCreateEach checks that after an error no other index is created.
func TestCreateEach(t *testing.T) {
	ctx, url := t.Context(), migrated.Database(t)
	d, err := connect(ctx, url, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	statements := []string{"CREATE INDEX first ON onto_tasks (title)", "CREATE INDEX second ON nothing (title)", "", "",
		"CREATE INDEX third ON onto_tasks (title)"}
	var refused *pgconn.PgError
	if err := (searchIndexes{d.pool}).createEach(ctx, statements); !errors.As(err, &refused) {
		t.Errorf("got %v, want an error of the server", err)
	}
	if got := strings.Join(indexesOf(t, d), "\n"); !strings.Contains(got, " first ") || strings.Contains(got, " third ") {
		t.Errorf("got indexes %s", got)
	}
}

// TestOrdered checks that indexes of large tables are created first, and those that show
// that others are missing last.
func TestOrdered(t *testing.T) {
	ctx := t.Context()
	d, err := connect(ctx, migrated.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var got []string
	err = d.write(ctx, func(tx *transaction) error {
		err := tx.execAll(ctx, []string{"CREATE TABLE small (n int)", "CREATE TABLE large AS SELECT n FROM generate_series(1, 1000) n"})
		if err != nil {
			return err
		}
		got, err = tx.ordered(ctx, []string{
			"CREATE INDEX small_search ON small USING gin (n)", "CREATE INDEX large_search ON public.large USING gin (n)",
			"CREATE INDEX small_similar ON public.small USING gin (n)", "CREATE INDEX large_similar ON public.large USING gin (n)",
		})
		return err
	})
	var names []string
	for _, statement := range got {
		names = append(names, strings.Fields(statement)[2])
	}
	if want := []string{"large_similar", "small_similar", "large_search", "small_search"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("got %q, %v, want %q", names, err, want)
	}
}
