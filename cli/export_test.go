package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/cli/requests"
)

func TestExport(t *testing.T) {
	db := demoFile(t)
	file := filepath.Join(t.TempDir(), "out.ndjson")
	if got := run(t, nil, "export", db, "--project=voices", "-o", file); got != (result{}) {
		t.Errorf("to a file: %+v", got)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, nil, "export", db, "--project=voices"); got.status != 0 || got.out != string(written) {
		t.Errorf("standard output differs from the file: %+v", got)
	}
	if got := run(t, nil, "export", db, "--project=nobody"); got.status != 4 ||
		got.errOut != "dossier: no project with id nobody; "+requests.HowNamed+"\n" {
		t.Errorf("%+v", got)
	}
}

// TestExportAsOf exports projects as of a time.
func TestExportAsOf(t *testing.T) {
	db := demoFile(t)
	now := run(t, nil, "export", db, "--project=voices")
	if got := run(t, nil, "export", db, "--project=voices", "--as-of=2099-01-01T00:00:00Z"); got != now {
		t.Errorf("as of now: %d bytes, %s; want %d", len(got.out), got.errOut, len(now.out))
	}
	if got := run(t, nil, "export", db, "--project=voices", "--as-of=2001-01-01T00:00:00Z"); got.status != 0 ||
		strings.Contains(got.out, `"kind":"project"`) {
		t.Errorf("before the project: %+v", got)
	}
	if got := run(t, nil, "export", db, "--as-of=yesterday"); got.status != 2 ||
		!strings.Contains(got.errOut, `--as-of: expected a time of RFC 3339`) {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "entity", db, "voices/task/sticky", "--as-of=2099-01-01T00:00:00Z"); !strings.Contains(got.out,
		"\nstate_key: in_progress\n") {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "entity", db, "voices/task/sticky", "--as-of=2001-01-01T00:00:00Z"); got.status != 4 {
		t.Errorf("%+v", got)
	}
}
