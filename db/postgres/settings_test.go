package postgres

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/sqlstore"
	"dossier/graph"
)

// administer executes statements as the owner of a database.
func administer(t *testing.T, address string, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // also when the test has ended
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// databaseOf returns the name of a database in an address, quoted.
func databaseOf(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return pgx.Identifier{strings.TrimPrefix(parsed.Path, "/")}.Sanitize()
}

// TestSettingsOfTheDatabase checks that a store can be migrated, written and read
// whatever settings its database has.
func TestSettingsOfTheDatabase(t *testing.T) {
	for _, setting := range []string{
		"client_encoding = 'LATIN1'", "client_encoding = 'SQL_ASCII'", "standard_conforming_strings = off", "DateStyle = 'German, DMY'",
		"DateStyle = 'SQL, DMY'", "IntervalStyle = 'iso_8601'", "TimeZone = 'Asia/Kathmandu'", "bytea_output = 'escape'",
		"extra_float_digits = -15", "array_nulls = off", "transform_null_equals = on", "default_transaction_isolation = 'serializable'",
		"statement_timeout = 1000", "row_security = off", "backslash_quote = off", "plan_cache_mode = 'force_custom_plan'",
		"default_text_search_config = 'pg_catalog.german'", "quote_all_identifiers = on", "lc_messages = 'C'",
	} {
		t.Run(setting, func(t *testing.T) {
			address := empty.Database(t)
			administer(t, address, "ALTER DATABASE "+databaseOf(t, address)+" SET "+setting)
			store := stored(t, address, sqlstore.Options{Migrate: true})
			ctx := graph.WithActor(t.Context(), graph.LocalActor)
			title, due := `Ünï\code 漢字 'quoted' \x41`, time.Date(2026, 2, 13, 4, 5, 6, 789000000, time.UTC)
			project := &graph.Project{Name: "Settings"}
			project.Kind, project.ID, project.ProjectID = graph.KindProject, graph.ID("settings"), graph.ID("settings")
			task := &graph.Task{Title: title, DueAt: &due}
			task.Kind, task.ID, task.ProjectID = graph.KindTask, graph.ID("settings/task"), project.ID
			if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project, task}}); err != nil {
				t.Fatal(err)
			}
			read, err := store.Entities(ctx, []graph.Ref{task.Ref()}, graph.Full)
			if err != nil {
				t.Fatal(err)
			}
			got, is := read[task.ID].(*graph.Task)
			if !is || got.Title != title || got.DueAt == nil || got.DueAt.Sub(due).Abs() > 1000 {
				t.Errorf("got %+v", read[task.ID])
			}
		})
	}
}

// TestSession checks that a session has the settings of this package rather than
// those of its database.
func TestSession(t *testing.T) {
	address := empty.Database(t)
	administer(t, address, "ALTER DATABASE "+databaseOf(t, address)+" SET statement_timeout = 1000",
		"ALTER DATABASE "+databaseOf(t, address)+" SET DateStyle = 'SQL, DMY'")
	d, err := connect(t.Context(), address, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, settings := range []map[string]string{tracked, untracked} {
		for name, expected := range settings {
			var got string
			if err := d.pool.QueryRow(t.Context(), "SELECT current_setting($1)", name).Scan(&got); err != nil || got != expected {
				t.Errorf("%s: got %q, %v; expected %q", name, got, err, expected)
			}
		}
	}
}

// TestEncodingOfTheDatabase checks that a database that cannot hold every text is
// refused by its encoding.
func TestEncodingOfTheDatabase(t *testing.T) {
	for _, encoding := range []string{"SQL_ASCII", "LATIN1"} {
		address := empty.Database(t)
		name := "encoding_" + strings.ToLower(encoding)
		administer(t, address, "DROP DATABASE IF EXISTS "+name,
			"CREATE DATABASE "+name+" ENCODING '"+encoding+"' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
		t.Cleanup(func() { administer(t, address, "DROP DATABASE "+name) })
		parsed, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		parsed.Path = "/" + name
		if _, err = Open(t.Context(), parsed.String(), sqlstore.Options{Migrate: true}); graph.CodeOf(err) != graph.CodeUnavailable ||
			!strings.Contains(err.Error(), "the database has the encoding "+encoding+"; expected UTF8") {
			t.Errorf("%s: got %v", encoding, err)
		}
	}
}
