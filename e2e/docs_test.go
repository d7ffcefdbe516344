package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// namedFile is a Go file with a folder in a text, unless the text is a recipe that makes it.
var namedFile = regexp.MustCompile("(New file )?`([a-z0-9_-]+(?:/[a-z0-9_-]+)+\\.go)`")

// TestNamedFiles checks that the Go files which documents name are there, by their path or
// the end of it.
func TestNamedFiles(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/notebook/*.md", "db/*/README.md"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern)) // the patterns are valid
		documents = append(documents, found...)
	}
	files, named := goFiles(t), 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range namedFile.FindAllStringSubmatch(string(text), -1) {
			if match[1] != "" {
				continue
			}
			named++
			if !slices.ContainsFunc(files, func(file string) bool { return strings.HasSuffix(file, "/"+match[2]) }) {
				t.Errorf("%s names %s, which is not there", document, match[2])
			}
		}
	}
	if named < 20 {
		t.Errorf("documents name %d files, want at least 20", named)
	}
}
