package e2e_test

import (
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestCreate starts servers with stores that do not exist yet. Several may create one
// at the same time.
func TestCreate(t *testing.T) {
	file := func(t *testing.T) string { t.Helper(); return "sqlite:" + filepath.Join(t.TempDir(), "new.db") }
	for _, store := range []struct {
		name    string
		db      func(*testing.T) string
		servers int
	}{
		{"SQLite", file, 1},
		{"SQLite, four servers", file, 4},
		{"Postgres", func(t *testing.T) string { t.Helper(); return databases.Database(t) }, 1},
		{"Postgres, four servers", func(t *testing.T) string { t.Helper(); return databases.Database(t) }, 4},
	} {
		t.Run(store.name, func(t *testing.T) {
			db := "--db=" + store.db(t)
			if got := runBinary(t, "serve", db, "--listen=127.0.0.1:0"); got.status != 7 {
				t.Fatalf("without --create: %+v", got)
			}
			if got := runBinary(t, "doctor", db, "--create", "--listen=127.0.0.1:0"); strings.Contains(got.out, "store:") {
				t.Errorf("doctor before the first start: %+v", got)
			}
			var starting sync.WaitGroup
			for range store.servers {
				starting.Go(func() {
					s := startServer(t, "serve", db, "--create")
					page(t, s.address+"/readyz")
					if err := s.stop(syscall.SIGTERM); err != nil {
						t.Error(err)
					}
				})
			}
			starting.Wait()
			if got := runBinary(t, "import", db, root+"/testdata/trial.ndjson"); got.status != 0 {
				t.Errorf("import: %+v", got)
			}
		})
	}
	if got := runBinary(t, "serve", "--create", "--read-only", "--listen=127.0.0.1:0", "--db="+file(t)); got.status != 7 {
		t.Errorf("read only: %+v", got)
	}
}
