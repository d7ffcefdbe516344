package e2e_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNotice compares NOTICE with the modules that are linked into the program.
func TestNotice(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	notice, err := os.ReadFile(root + "/NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	named := strings.Split(string(notice), "\n")
	linked := map[string]bool{}
	for _, module := range strings.Fields(string(out)) {
		linked[module] = true
		if module != "dossier" && !slices.Contains(named, module) {
			t.Errorf("NOTICE lacks %s: add it with its licence and its copyright", module)
		}
	}
	for _, line := range named {
		if module, _, isPath := strings.Cut(line,
			" "); strings.Contains(module, ".") && strings.Contains(module, "/") && !isPath && !linked[module] {
			t.Errorf("NOTICE has %s, which is not linked any more", module)
		}
	}
}
