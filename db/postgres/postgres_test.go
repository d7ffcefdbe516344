package postgres_test

import (
	"context"
	"testing"

	"dossier/db"
	"dossier/db/dbtest"
	"dossier/db/managed/managedtest"
	"dossier/db/postgres"
)

// databases have the tables already.
var databases = managedtest.Template{Prepare: func(ctx context.Context, url string) error {
	store, err := postgres.Open(ctx, url, db.Options{Migrate: true})
	if err != nil {
		return err
	}
	return store.Close()
}}

func open(t testing.TB, options db.Options) *db.Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), databases.Database(t), options)
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

func TestStore(t *testing.T) {
	dbtest.Run(t, func(t testing.TB, options db.Options) dbtest.Store { return open(t, options) })
}

func BenchmarkStore(b *testing.B) {
	dbtest.Bench(b, func(t testing.TB, options db.Options) dbtest.Store { return open(t, options) })
}
