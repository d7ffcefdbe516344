package migrations_test

import (
	"database/sql"
	"testing"
	"testing/fstest"

	"github.com/ncruces/go-sqlite3/driver"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // a database in memory
	"github.com/pressly/goose/v3"

	"dossier/db/migrations"
	"dossier/graph"
)

func testMigrations(files fstest.MapFS) *migrations.Migrations {
	return &migrations.Migrations{
		Files: files, Dialect: goose.DialectSQLite3,
		HasVersions: "SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version'",
	}
}

func emptyDatabase(t *testing.T) *sql.DB {
	t.Helper()
	database, err := driver.Open("file:/" + t.Name() + "?vfs=memdb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := database.Close(); err != nil {
			t.Error(err)
		}
	})
	return database
}

func TestLaterVersionIsRefused(t *testing.T) {
	database := emptyDatabase(t)
	one := testMigrations(fstest.MapFS{"migrations/00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (x);\n")}})
	two := testMigrations(fstest.MapFS{
		"migrations/00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (x);\n")},
		"migrations/00002_b.sql": {Data: []byte("-- +goose Up\nCREATE TABLE b (x);\n")},
	})
	if err := one.Check(t.Context(), database, "it"); err != nil {
		t.Errorf("an empty database: %v", err)
	}
	var tables int
	if err := database.QueryRowContext(t.Context(), "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil || tables != 0 {
		t.Errorf("Check created %d tables, %v", tables, err)
	}
	for _, up := range []*migrations.Migrations{one, one, two} {
		if err := up.Up(t.Context(), database, "it"); err != nil {
			t.Fatal(err)
		}
	}
	if err := two.Check(t.Context(), database, "it"); err != nil {
		t.Errorf("the present version: %v", err)
	}
	const want = "expected tables of version 1 or earlier; got version 2: use the later version of dossier that upgraded them"
	for _, err := range []error{one.Check(t.Context(), database, "it"), one.Up(t.Context(), database, "it")} {
		if graph.CodeOf(err) != graph.CodeUnavailable || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestMigrationsThatCannotRun(t *testing.T) {
	database := emptyDatabase(t)
	for name, files := range map[string]fstest.MapFS{
		"none":   {},
		"broken": {"migrations/00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE;\n")}},
	} {
		if err := testMigrations(files).Up(t.Context(), database, "it"); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if err := testMigrations(fstest.MapFS{}).Check(t.Context(), database, "it"); err == nil {
		t.Error("checked without migrations")
	}
}
