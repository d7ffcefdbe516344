package mcp_test

import (
	"fmt"
	"strings"
	"testing"
)

// named are names of tasks, two of each form.
var named = []string{
	"69bf1307", "shoplane/task/screenshots", "Crash-replay tests for the queue", "dossier://entity/d05ba375",
	"ff437f01", "shoplane/task/offline-copy", "Privacy labels and data-safety form", "dossier://entity/69bf1307",
}

// TestStatementsOfWriting checks that the number of statements of tools that
// write does not depend on the number of items, for every form of name.
func TestStatementsOfWriting(t *testing.T) {
	a := connect(t)
	for tool, test := range map[string]struct{ list, item string }{
		"create_entities": {"entities", `{"kind": "task", "project_id": "shoplane", "title": "Count %s"}`},
		"update_entities": {"entities", `{"id": "%s", "props": {"seen": true}}`},
		"delete_entities": {"ids", `"%s"`},
		"link_entities":   {"links", `{"src": "shoplane", "rel": "has_task", "dst": "%s"}`},
	} {
		statements := func(count int) int {
			var items []string
			for _, name := range named[:count] {
				items = append(items, fmt.Sprintf(test.item, name))
			}
			call := fmt.Sprintf(`{"dry_run": true, %q: [%s]}`, test.list, strings.Join(items, ", "))
			return a.store.Statements(func() {
				for _, file := range a.answers(t, tool, "", call) {
					if file.Name == ".error" {
						t.Errorf("%s %s: %s", tool, call, file.Data)
					}
				}
			})
		}
		statements(len(named)) // fills the memory of kinds, so that later calls are alike
		if half, all := statements(len(named)/2), statements(len(named)); half != all {
			t.Errorf("%s: %d statements for %d items, %d for %d", tool, half, len(named)/2, all, len(named))
		}
	}
}
