package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var filterExample = regexp.MustCompile("(?s)```graphql\n(.*?)```\n\n```json\n(.*?)```")

// TestFiltersOfDocs sends the examples of docs/filters.md to the demo. With -update it
// writes the answers there.
func TestFiltersOfDocs(t *testing.T) {
	path := filepath.Join(root, "docs", "filters.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, examples := serveDemo(t), 0
	fresh := filterExample.ReplaceAllStringFunc(string(page), func(example string) string {
		examples++
		parts := filterExample.FindStringSubmatch(example)
		got := strings.TrimRight(s.answerText(t, parts[1], ""), "\n") + "\n"
		if strings.Contains(got, `"errors"`) {
			t.Errorf("%s got\n%s", parts[1], got)
		}
		return "```graphql\n" + parts[1] + "```\n\n```json\n" + got + "```"
	})
	const least = 6
	switch {
	case examples < least:
		t.Errorf("%d examples are left", examples)
	case fresh != string(page) && *update:
		if err := os.WriteFile(path, []byte(fresh), 0o600); err != nil {
			t.Fatal(err)
		}
	case fresh != string(page):
		t.Errorf("the answers are now\n%s\nif that is right, run: go test ./e2e -run FiltersOfDocs -update", fresh)
	}
}
