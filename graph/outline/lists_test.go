package outline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestGoldenLists asks the questions of the golden files of testdata/lists, each over a graph of
// its own. An answer says how likely it is, whether it is a list or about something, the
// titles, and the external ids. -update rewrites the answers.
func TestGoldenLists(t *testing.T) {
	files, err := filepath.Glob("testdata/lists/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d golden files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkLists(t, file) })
	}
}

func checkLists(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	graph, answers := &archive.Files[0], &archive.Files[1]
	l := openWith(t, string(graph.Data))
	var got strings.Builder
	for line := range strings.Lines(string(answers.Data)) {
		if question, isQuestion := strings.CutSuffix(line, "\n"); isQuestion && !strings.HasPrefix(line, "\t") {
			got.WriteString(question + "\n\t" + answerOf(l.Find(question)) + "\n")
		}
	}
	if *update {
		answers.Data = []byte(got.String())
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(string(answers.Data), "\n")
	for i, want := range wantLines {
		if i < len(gotLines) && gotLines[i] != want {
			t.Errorf("%q\n got %s\nwant %s", wantLines[max(0, i-1)], gotLines[i], want)
		}
	}
}
