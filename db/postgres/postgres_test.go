package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/mergetest"
	"dossier/db/managed/managedtest"
	"dossier/db/postgres"
	"dossier/db/sqlstore"
)

// databases provides databases with tables.
var databases = managedtest.Template{Prepare: func(ctx context.Context, url string) error {
	store, err := postgres.Open(ctx, url, sqlstore.Options{Migrate: true})
	if err != nil {
		return err
	}
	return store.Close()
}}

func open(t testing.TB, url string, options sqlstore.Options) *sqlstore.Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), url, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// TestStore tests the contract. It deletes the rows of one database before each
// test, which is faster than creating a database.
func TestStore(t *testing.T) {
	url := databases.Database(t)
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		deleteRows(t, url)
		options.Migrate = false
		return open(t, url, options)
	})
}

// deleteRows deletes the rows of all tables.
func deleteRows(t testing.TB, url string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	// Disable triggers, which would keep tombstones.
	if _, err := connection.Exec(t.Context(), "SET session_replication_role = replica"); err != nil {
		t.Fatal(err)
	}
	rows, _ := connection.Query(t.Context(), "SELECT tablename FROM pg_tables WHERE tablename LIKE 'onto\\_%'")
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) == 0 {
		t.Fatalf("got tables %v, %v", tables, err)
	}
	for _, table := range tables {
		if _, err := connection.Exec(t.Context(), "DELETE FROM "+table); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkStore(b *testing.B) {
	dbtest.Bench(b, func(t testing.TB, options sqlstore.Options) fixture.Store {
		return open(t, databases.Database(t), options)
	})
}

func TestRandomMerges(t *testing.T) {
	mergetest.RandomMerges(t, open(t, databases.Database(t), sqlstore.Options{Migrate: true, NotesAfter: time.Hour}))
}
