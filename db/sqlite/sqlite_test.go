package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/mergetest"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
)

func open(t testing.TB, path string, options sqlstore.Options) *sqlstore.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path, options)
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

func TestStoreInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("TestStoreInFile has the same contract")
	}
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store { return open(t, sqlite.Memory, options) })
}

func TestStoreInFile(t *testing.T) {
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		return open(t, filepath.Join(t.TempDir(), "a name?#%20 ü.db"), options)
	})
}

func BenchmarkStore(b *testing.B) {
	dbtest.Bench(b, func(t testing.TB, options sqlstore.Options) fixture.Store {
		return open(t, filepath.Join(t.TempDir(), "bench.db"), options)
	})
}

func TestRandomMerges(t *testing.T) {
	mergetest.RandomMerges(t, open(t, sqlite.Memory, sqlstore.Options{NotesAfter: time.Hour}))
}
