package sqlite

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/foreigntest"
	"dossier/db/dbtest/tabletest"
	"dossier/db/engine"
	"dossier/db/sqlstore"
)

func schemaOf(t testing.TB) tabletest.Schema {
	t.Helper()
	return tabletest.Schema{
		Migrations: upgrades,
		Open:       func(t testing.TB) *sql.DB { return emptyDatabase(t, Memory).writer.db },
		Parts: `WITH tables AS (
			SELECT name, strict, wr FROM pragma_table_list
			WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version')
		SELECT 'table', name, '', iif(strict, 'STRICT', '') || iif(wr, ' WITHOUT ROWID', '') FROM tables
		UNION ALL SELECT 'column', tables.name, col.name, col.type || iif(col."notnull", ' NOT NULL', '')
			FROM tables, pragma_table_info(tables.name) col
		UNION ALL SELECT 'key', tables.name, '', (
			SELECT group_concat(name, ', ' ORDER BY pk) FROM pragma_table_info(tables.name) WHERE pk > 0) FROM tables
		UNION ALL SELECT type, tbl_name, name, sql FROM sqlite_schema
			WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL`,
		Types: map[engine.Type]string{
			engine.UUID: "TEXT", engine.Text: "TEXT", engine.Integer: "INTEGER", engine.Real: "REAL",
			engine.Boolean: "INTEGER", engine.Time: "TEXT", engine.JSON: "TEXT", engine.Bytes: "BLOB",
		},
		TableOptions: " STRICT",
		Clustered:    ", WITHOUT ROWID",
		Defaults:     defaults,
		Extras:       triggerParts(t),
	}
}

// emptyDatabase returns a database without tables.
func emptyDatabase(t testing.TB, path string) *database {
	t.Helper()
	d, err := connect(path, 0, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// stored returns a store on a database, whose tables it upgrades.
func stored(t testing.TB, d *database, options sqlstore.Options) *sqlstore.Store {
	t.Helper()
	if err := d.prepare(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	store := sqlstore.New(d, dialect, options)
	if err := store.Complete(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}

func TestMigrations(t *testing.T) { tabletest.Migrations(t, schemaOf(t)) }

func TestOlderVersions(t *testing.T) {
	tabletest.OlderVersions(t, schemaOf(t), tabletest.Fixtures{
		Extension: ".db.gz",
		Create: func(t testing.TB, options sqlstore.Options) (fixture.Store, func(string)) {
			d := emptyDatabase(t, filepath.Join(t.TempDir(), "create.db"))
			return stored(t, d, options), func(file string) { save(t, d, file) }
		},
		Open: func(t testing.TB, file string, options sqlstore.Options) (fixture.Store, *sql.DB) {
			d := emptyDatabase(t, load(t, file))
			return stored(t, d, options), d.writer.db
		},
	})
}

// save writes a database to a compressed file.
func save(t testing.TB, d *database, file string) {
	t.Helper()
	plain := filepath.Join(t.TempDir(), "save.db")
	if _, err := d.writer.db.ExecContext(t.Context(), "VACUUM INTO ?", plain); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	compressed, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // a valid level
	if _, err := compressed.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// load returns the path of an uncompressed copy of a saved database.
func load(t testing.TB, file string) string {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	compressed, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(compressed)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "load.db")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLaterVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "later.db")
	tabletest.LaterVersion(t, schemaOf(t), emptyDatabase(t, path).writer.db, func(options sqlstore.Options) (*sqlstore.Store, error) {
		return Open(context.Background(), path, options)
	})
}

// TestDamagedRows reads rows with values that other programs damaged.
func TestDamagedRows(t *testing.T) {
	damages := maps.Clone(tabletest.Damages)
	damages["a text that is no time"] = "UPDATE %s SET updated_at = 'yesterday' WHERE id = '%s'"
	damages["a text that is no JSON"] = "UPDATE %s SET props = '{' WHERE id = '%s'"
	tabletest.Damaged(t, damages, func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		d := emptyDatabase(t, filepath.Join(t.TempDir(), "damaged.db"))
		return stored(t, d, options), d.writer.db
	})
}

// BenchmarkTriggers measures the cost of the triggers for other programs.
func BenchmarkTriggers(b *testing.B) {
	open := func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		path := filepath.Join(t.TempDir(), "foreign.db")
		store := stored(t, emptyDatabase(t, path), options)
		return store, emptyDatabase(t, path).writer.db
	}
	dbtest.BenchTriggers(b, open, func(b *testing.B, database *sql.DB) {
		for _, part := range triggerParts(b) {
			if strings.HasPrefix(part.Part.Name, part.Part.Table+"_") && part.Part.Kind == "trigger" { // not a trigger of a view
				if _, err := database.ExecContext(b.Context(), part.Drop); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// TestForeignRows writes rows as other programs do.
func TestForeignRows(t *testing.T) {
	foreigntest.Run(t, func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		path := filepath.Join(t.TempDir(), "foreign.db")
		store := stored(t, emptyDatabase(t, path), options)
		return store, emptyDatabase(t, path).writer.db
	})
}
