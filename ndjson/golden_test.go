package ndjson_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/ndjson"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden imports the first file of each archive with [ndjson.Skip], and
// compares the report, the rejected lines and the export with the other files.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { checkGolden(t, path) })
	}
}

func checkGolden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rejected := filepath.Join(t.TempDir(), "rejected.ndjson")
	store := newStore(t)
	report := importInto(t, store, archive.Files[0].Data, ndjson.Options{
		OnError: ndjson.Skip, Rejected: rejected, RelatesTo: strings.Contains(string(archive.Comment), "RelatesTo"),
	})
	rejects, err := os.ReadFile(rejected)
	if err != nil {
		t.Fatal(err)
	}
	got := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{
		archive.Files[0],
		{Name: "report", Data: summary(t, report)},
		{Name: "rejected.ndjson", Data: rejects},
		{Name: "export.ndjson", Data: export(t, store)},
	}}
	if *update {
		if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := string(txtar.Format(got)), string(txtar.Format(archive)); got != want && !*update {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func summary(t *testing.T, report *ndjson.Report) []byte {
	t.Helper()
	var out strings.Builder
	for _, part := range []struct {
		name  string
		value any
	}{
		{"lines", report.Lines}, {"kinds", report.Kinds}, {"repeats", report.Repeats}, {"unknown", report.Unknown},
		{"rejects", report.Rejected}, {"created", report.Written.Created},
	} {
		text, err := json.Marshal(part.value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s %s\n", part.name, text)
	}
	return []byte(out.String())
}
