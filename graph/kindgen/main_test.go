package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/graph"
)

const root = "../.."

func TestFilesAreFresh(t *testing.T) {
	for _, output := range outputs {
		old, err := os.ReadFile(filepath.Join(root, output.file))
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := output.apply(string(old))
		if err != nil {
			t.Fatal(err)
		}
		if fresh != string(old) {
			t.Errorf("%s is stale; run: go generate ./...", output.file)
		}
	}
}

// TestWrite checks that only the section of an output is replaced, and that
// nothing is written if the section is missing.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "kinds.md")
	section := output{"kinds.md", "BEGIN", "END", "{{upper `new`}}\n"}
	for old, want := range map[string]string{
		"a\n# BEGIN x\nold\n# END\nb\n": "a\n# BEGIN x\nNEW\n# END\nb\n",
		"a\n":                           "a\n",
	} {
		if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		err := section.write(folder)
		if marked := strings.Contains(old, "BEGIN"); marked != (err == nil) {
			t.Errorf("%q: %v", old, err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("%q: got %q, want %q", old, got, want)
		}
	}
}

// TestFieldsHaveOneType checks that a field has the same type in every kind,
// because clients cannot select it from several kinds at once otherwise.
func TestFieldsHaveOneType(t *testing.T) {
	types := map[string]string{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.Fields {
			name, sdl := camel(field.Name), sdlType(field)
			if other, seen := types[name]; seen && other != sdl {
				t.Errorf("%s.%s is %s, elsewhere %s", spec.Kind, name, sdl, other)
			}
			types[name] = sdl
		}
	}
}
