package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/storetest"
)

// TestReadingLeavesNothingBehind checks that commands that only read create
// nothing if there is no store.
func TestReadingLeavesNothingBehind(t *testing.T) {
	folder := t.TempDir()
	db := "--db=sqlite:" + filepath.Join(folder, "absent.db")
	for _, args := range [][]string{
		{"search", "x"}, {"context", "x"}, {"export"}, {"entity", "x"}, {"links", "x"}, {"snapshot", "x"}, {"serve"},
		{"embed", "--embeddings-url=http://127.0.0.1:1", "--embeddings-model=m"},
	} {
		got := run(t, nil, append(args, db)...)
		if got.status != 7 || !strings.Contains(got.errOut, "does not exist") || !strings.Contains(got.errOut, "dossier migrate") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := run(t, nil, "import", "--dry-run", db, "../testdata/demo.ndjson"); got.status != 0 ||
		!strings.Contains(got.out, "nothing was written") {
		t.Errorf("dry run: %+v", got)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReadOnly checks that reading with --read-only does not change the store.
func TestReadOnly(t *testing.T) {
	db := demoFile(t)
	file := strings.TrimPrefix(db, "--db=sqlite:")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"search", "queue"}, {"export"}, {"import", "--dry-run", "../testdata/demo.ndjson"}, {"migrate"}} {
		if got := run(t, nil, append(args, db, "--read-only")...); got.status != 0 {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := run(t, nil, "import", "../testdata/demo.ndjson", db, "--read-only"); got.status != 7 ||
		!strings.Contains(got.errOut, "read-only") {
		t.Errorf("import: %+v", got)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("the file has changed")
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("beside the file: %v", left)
	}
}

// TestInterrupted checks the exit statuses after signals.
func TestInterrupted(t *testing.T) {
	for _, status := range []int{130, 143} {
		ctx, cancel := context.WithCancelCause(storetest.Context())
		cancel(Interrupt(status))
		var errOut bytes.Buffer
		got := report(&errOut, interrupted(ctx, fmt.Errorf("import: %w", ctx.Err())))
		if got != status || errOut.String() != "dossier: interrupted\n" {
			t.Errorf("status %d, wrote %q, want %d", got, errOut.String(), status)
		}
		if err := interrupted(ctx, nil); err != nil {
			t.Errorf("a command that was done: %v", err)
		}
	}
}

// TestDatabaseOfAnotherProgram checks that commands that do not write create no
// tables in a database without them.
func TestDatabaseOfAnotherProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil { // SQLite accepts it as a database
		t.Fatal(err)
	}
	for _, url := range []string{"sqlite:" + path, databases.Database(t)} {
		for _, args := range [][]string{{"search", "x"}, {"export"}, {"serve", "--listen=127.0.0.1:0"}, {"reindex"}, {"mcp"}} {
			for range 2 { // the first run could have created them
				got := run(t, nil, append(args, "--db="+url)...)
				if got.status != 7 || !strings.Contains(got.errOut, "the store has no tables; run dossier migrate") {
					t.Errorf("%v: %+v", args, got)
				}
			}
		}
	}
}

// TestEmptyStoreIsNamed checks that the first line of standard error names an
// empty store, without its secrets.
func TestEmptyStoreIsNamed(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "new.db")
	want := "The store " + url + " has no entities yet.\n"
	for _, args := range [][]string{{"migrate"}, {"search", "x"}} {
		if got := run(t, nil, append(args, "--db="+url)...); !strings.HasPrefix(got.errOut, want) {
			t.Errorf("%v: %q", args, got.errOut)
		}
	}
	for _, args := range [][]string{{"import", "--dry-run"}, {"import"}} { // an import expects one
		if got := run(t, nil, append(args, "../testdata/demo.ndjson", "--db="+url)...); got.errOut != "" {
			t.Errorf("%v: %q", args, got.errOut)
		}
	}
	if got := run(t, nil, "search", "x", "--db="+url); strings.Contains(got.errOut, "no entities yet") {
		t.Errorf("not empty any more: %q", got.errOut)
	}
}

// TestDatabaseURLIsIgnored checks that DATABASE_URL, which belongs to other
// programs, is ignored.
func TestDatabaseURLIsIgnored(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing")
	if got := run(t, nil, "search", "x"); got.status != 7 || !strings.Contains(got.errOut, "dossier.db does not exist") {
		t.Errorf("%+v", got)
	}
}
