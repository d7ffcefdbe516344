package cli

import (
	"strings"
	"testing"
)

// TestRefusedWrites checks the exit status of wrong arguments, and that the
// error names them as the user typed them.
func TestRefusedWrites(t *testing.T) {
	db := demoFile(t)
	for command, want := range map[string]string{
		"create ticket project=airnet title=x":       "<kind>: unknown kind",
		"create task title=x":                        "",
		"ls tasks --state finished":                  "",
		"query {nope}":                               "nope",
		"link airnet has_task nobody":                "<dst>: names no entity",
		"rm nobody":                                  "<id>: no entity with id nobody",
		"create task project=nowhere title=x":        "projectId: names no entity",
		"set shoplane/task/offline-queue due=always": "expected a time",
	} {
		got := run(t, nil, append(strings.Fields(command), db)...)
		if got.status != 2 && got.status != 4 || !strings.Contains(got.errOut, want) {
			t.Errorf("%s: status %d, %s", command, got.status, got.errOut)
		}
	}
}
