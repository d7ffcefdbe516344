package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestQuestionsOfTrackers asks about small trackers in the forms of their tools. The
// answers must have the ids of the tracker, also in lists of few tokens.
func TestQuestionsOfTrackers(t *testing.T) {
	paths, err := filepath.Glob("testdata/trackers/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no trackers: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "tracker")
			extract(t, archive.Files[1:], dir)
			if got := command(t, "", "init", dir); got.status != 0 {
				t.Fatalf("init: status %d, %s", got.status, got.errOut)
			}
			askAbout(t, dir, string(archive.Files[0].Data))
		})
	}
}

// extract writes files into a folder.
func extract(t *testing.T, files []txtar.File, dir string) {
	t.Helper()
	for _, file := range files {
		name := filepath.Join(dir, file.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, string(file.Data))
	}
}

// askAbout asks questions, one a line, each with the texts that its answer must have.
func askAbout(t *testing.T, dir, questions string) {
	t.Helper()
	for line := range strings.Lines(questions) {
		question, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
		texts := []string{want}
		if strings.HasPrefix(want, "[") {
			texts = strings.Fields(want)
		}
		got := command(t, "", "context", question, "--max-tokens=500", "--folder="+dir)
		for _, text := range texts {
			if got.status != 0 || !strings.Contains(got.out, text) {
				t.Errorf("%s: status %d, without %s:\n%s%s", question, got.status, text, got.out, got.errOut)
			}
		}
	}
}
