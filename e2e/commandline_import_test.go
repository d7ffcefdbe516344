package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeFile(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExportRoundTrip imports an export into another store, which must export
// the same, and imports it again, which must change nothing.
func TestExportRoundTrip(t *testing.T) {
	first := command(t, "", "export", demoFile(t))
	if first.status != 0 || strings.Count(first.out, "\n") < 1200 {
		t.Fatalf("export: status %d, %d bytes, %s", first.status, len(first.out), first.errOut)
	}
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "again.db")
	for _, want := range []string{" created, 0 updated, 0 unchanged", "; 0 created, 0 updated, "} {
		if got := command(t, first.out, "import", db, "-"); got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("import: %+v, want %s", got, want)
		}
	}
	if second := command(t, "", "export", db); second.out != first.out {
		t.Error("the export of an imported export differs")
	}
	file := filepath.Join(t.TempDir(), "voices.ndjson")
	if got := command(t, "", "export", "--project=voices", "-o", file, db); got.status != 0 || got.out != "" {
		t.Errorf("export to a file: %+v", got)
	}
	if text := readFile(t, file); !strings.Contains(text, "voices/") || strings.Contains(text, "shoplane/") {
		t.Error("the export of a project has other projects, or not that one")
	}
}

// TestImportSkips imports a file with an invalid line, reported by number.
func TestImportSkips(t *testing.T) {
	dir := t.TempDir()
	file := writeFile(t, filepath.Join(dir, "some.ndjson"), `{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"t","project_id":"p","title":"T","state_key":"open"}
{"kind":"task","id":"u","project_id":"p","title":"U"}
`)
	db := "--db=sqlite:" + filepath.Join(dir, "some.db")
	for _, test := range []struct {
		flag, want string
	}{
		{"--dry-run", "nothing was written"},
		{"--on-error=stop", "nothing was written"},
		{"--on-error=skip", "2 entities, 0 edges, 1 rejected; 2 created"},
	} {
		got := command(t, "", "import", db, file, test.flag)
		if got.status != 3 || !strings.Contains(got.out, test.want) ||
			!strings.Contains(got.errOut, file+`:2: state_key: "open" is not known for a task`) {
			t.Errorf("%s: %+v", test.flag, got)
		}
	}
	if left := readFile(t, file+".rejected.ndjson"); !strings.Contains(left, `"reason"`) || !strings.Contains(left, `open`) {
		t.Errorf("the rejected lines are %s", left)
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
