package cli

import (
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"dossier/cli/serving"
	"dossier/graph/query"
)

// TestUpgrade opens the stores of all earlier versions by the commands that
// migrate one: serve, mcp and import.
func TestUpgrade(t *testing.T) {
	fixtures, err := filepath.Glob("../db/sqlite/testdata/v*.db.gz")
	if err != nil || len(fixtures) < 10 {
		t.Fatalf("%d stores, %v", len(fixtures), err)
	}
	served := func(ctx context.Context, service *query.Service, _ serving.AccessStore, _ serving.Options, _ *slog.Logger, _ io.Writer) error {
		return service.Ready(ctx)
	}
	commands := [][]string{{"serve"}, {"mcp"}, {"import", "../testdata/demo.ndjson"}}
	for i, fixture := range fixtures {
		for j, command := range commands {
			if testing.Short() && j != i%len(commands) {
				continue
			}
			db := "--db=sqlite:" + unpacked(t, fixture)
			if got := run(t, served, append(command, db)...); got.status != 0 {
				t.Errorf("%s of %s: %+v", command[0], fixture, got)
			}
			if got := run(t, nil, "export", db); got.status != 0 || got.out == "" {
				t.Errorf("export after %s of %s: %+v", command[0], fixture, got)
			}
		}
	}
}

// unpacked returns the path of a new file with the content of a compressed one.
func unpacked(t *testing.T, path string) string {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	reader, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
