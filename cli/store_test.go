package cli

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/managed/managedtest"
	"dossier/db/storetest"
	"dossier/graph"
)

var databases managedtest.Template

func newStores(url string) *stores {
	return &stores{url: url, now: storetest.Now, log: slog.New(slog.DiscardHandler)}
}

// TestOpen opens each sort of store and reads it.
func TestOpen(t *testing.T) {
	for name, url := range map[string]func(t *testing.T) string{
		"memory":   func(*testing.T) string { return inMemory },
		"SQLite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "new.db") },
		"Postgres": func(t *testing.T) string { return databases.Database(t) },
		"managed": func(t *testing.T) string {
			managedtest.Installation(t)
			return "managed:" + filepath.Join(t.TempDir(), "data")
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, closeStore, err := newStores(url(t)).open(storetest.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer closeStore()
			if projects, err := store.Revisions(storetest.Context(), nil); len(projects) > 0 || err != nil {
				t.Errorf("a new store has %v, %v", projects, err)
			}
		})
	}
}

func TestOpenFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]struct {
		code graph.Code
		text string
	}{
		"mysql://somewhere": {graph.CodeBadUserInput, `db: expected sqlite:PATH, postgres://… or managed[:FOLDER]; got "mysql://somewhere"`},
		"":                  {graph.CodeBadUserInput, `got ""`},
		"sqlite:":           {graph.CodeUnavailable, "got an empty path"},
		"postgres://%zz":    {graph.CodeBadUserInput, "url: "},
		"managed:" + file:   {graph.CodeUnavailable, "db: "},
	} {
		_, _, err := newStores(url).open(storetest.Context())
		if graph.CodeOf(err) != want.code || err == nil || !strings.Contains(err.Error(), want.text) {
			t.Errorf("%q: got %v, want %s %s", url, err, want.code, want.text)
		}
	}
}
