package storage

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

func newStores(url string) *Stores {
	return &Stores{URL: url, Now: storetest.Now, Log: slog.New(slog.DiscardHandler)}
}

// TestOpen opens each kind of store and reads it.
func TestOpen(t *testing.T) {
	for name, url := range map[string]func(t *testing.T) string{
		"memory":   func(*testing.T) string { return InMemory },
		"SQLite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "new.db") },
		"Postgres": func(t *testing.T) string { return databases.Database(t) },
		"managed": func(t *testing.T) string {
			managedtest.Installation(t)
			return "managed:" + filepath.Join(t.TempDir(), "data")
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, closeStore, err := newStores(url(t)).Open(storetest.Context(), Writes)
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
		"mysql://ann:secret@somewhere": {graph.CodeBadUserInput,
			`db: expected sqlite:PATH, postgres://… or managed[:FOLDER]; got a URL of the scheme "mysql"`},
		"":                  {graph.CodeBadUserInput, `got ""`},
		"secret":            {graph.CodeBadUserInput, `got "secret"`},
		"sqlite://u:pw@h/x": {graph.CodeBadUserInput, "got a URL with a user"},
		"sqlite:":           {graph.CodeUnavailable, "got an empty path"},
		"postgres://%zz":    {graph.CodeBadUserInput, "url: "},
		"managed:" + file:   {graph.CodeUnavailable, "db: "},
	} {
		_, _, err := newStores(url).Open(storetest.Context(), Writes)
		if graph.CodeOf(err) != want.code || err == nil || !strings.Contains(err.Error(), want.text) {
			t.Errorf("%q: got %v, want %s %s", url, err, want.code, want.text)
		}
	}
}

// TestOpenCreatesNothing checks that opening a missing store for reading or
// serving fails with advice, and creates nothing.
func TestOpenCreatesNothing(t *testing.T) {
	folder := t.TempDir()
	for _, scheme := range []string{"sqlite:", "managed:"} {
		for _, what := range []Use{Reads, Serves} {
			_, _, err := newStores(scheme+filepath.Join(folder, "absent")).Open(storetest.Context(), what)
			if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "does not exist; import a graph with dossier import") {
				t.Errorf("%s: got %v", scheme, err)
			}
		}
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestAddress checks that secrets are left out.
func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://ann:secret@host:5432/db?password=secret": "postgres://host:5432/db",
		"postgres://ann@/db?host=%2Fsocket":                  "postgres:///db",
		"postgres:ann:secret@host/db":                        `a URL of the scheme "postgres"`,
	} {
		if got := Address(url); got != want {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
