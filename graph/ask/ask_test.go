package ask_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph/ask"
)

var update = flag.Bool("update", false, "write the golden files")

// now is a Tuesday.
var now = time.Date(2026, 11, 17, 9, 0, 0, 0, time.UTC)

// TestGoldens reads the questions of the files in testdata. Each line is a question
// and, behind =>, its query with the words that no rule uses.
func TestGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for line := range strings.Lines(string(data)) {
			out.WriteString(readLine(t, strings.TrimSuffix(line, "\n")) + "\n")
		}
		if *update {
			if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func readLine(t *testing.T, line string) string {
	if line == "" || strings.HasPrefix(line, "#") {
		return line
	}
	question, want, _ := strings.Cut(line, "=>")
	question, want = strings.TrimSpace(question), strings.TrimSpace(want)
	got := "none"
	if list := ask.Read(question, nil, now); len(list) > 0 {
		got = list[0].Query.String()
		if unused := list[0].Unused; len(unused) > 0 {
			got += " [unused: " + strings.Join(unused, " ") + "]"
		}
	}
	if got != want && !*update {
		t.Errorf("%q is read as\n\t%s\nwant\n\t%s", question, got, want)
	}
	return question + " => " + got
}
