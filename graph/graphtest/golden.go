package graphtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph/memory"
)

// Golden runs the archives in testdata. Each has a project as graph.ndjson, and
// further files, whose names are requests and whose contents are the expected
// answers. If update is set, Golden writes the answers.
func Golden(t *testing.T, update bool, answer func(g *memory.Graph, request string) (string, error)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g := only(t, archive.Files[0].Data)
		for i, file := range archive.Files[1:] {
			t.Run(filepath.Base(path)+"/"+file.Name, func(t *testing.T) {
				text, err := answer(g, file.Name)
				if err != nil {
					text = "error: " + err.Error() + "\n"
				}
				switch {
				case update:
					archive.Files[i+1].Data = []byte(text)
				case text != string(file.Data):
					t.Errorf("got:\n%s\nwant:\n%s", text, file.Data)
				}
			})
		}
		if update {
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func only(t *testing.T, ndjson []byte) *memory.Graph {
	t.Helper()
	graphs, err := Read(bytes.NewReader(ndjson))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range graphs {
		return g
	}
	t.Fatal("no project")
	return nil
}
