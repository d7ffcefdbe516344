package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestReading runs the commands that read, with text and with JSON as output.
func TestReading(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct{ args, text, json string }{
		{"context|offline queue", "## Build the offline queue [69bf1307]", `"digest"`},
		{"search|offline|queue|--project=shoplane|--kinds=task", "69bf1307\ttask\tin_progress\tBuild the offline queue\t", `"total"`},
		{"links|69bf1307|--full|--kinds=plan|--relations=has_task", "#### Offline mode [", `"relation": "HAS_TASK"`},
		{"snapshot|shoplane|--focus=shoplane/insight/drawer|--now=2026-11-18T12:00:00Z", `"root_kind":"insight"`, `"coverage"`},
		{"entity|shoplane|--full", "facetStage: EXECUTION", `"full"`},
		{"lenses", "meeting-prep", `"relations"`},
	} {
		args := append(strings.Split(test.args, "|"), db)
		if got := run(t, nil, args...); got.status != 0 || got.errOut != "" || !strings.Contains(got.out, test.text) {
			t.Errorf("%s: got %+v, want %s", test.args, got, test.text)
		}
		got := run(t, nil, append(args, "--json")...)
		if got.status != 0 || got.errOut != "" || !json.Valid([]byte(got.out)) || !strings.Contains(got.out, test.json) {
			t.Errorf("%s --json: got %+v, want %s", test.args, got, test.json)
		}
	}
}

// TestVariables checks that the beginning of an id is an id if it looks like a
// number.
func TestVariables(t *testing.T) {
	db := demoFile(t)
	for _, id := range []string{"162808e9", "83984988", "02906728", "69bf1307"} {
		got := run(t, nil, "query", "query ($id: ID!) { entity(id: $id) { id } }", "-v", "id="+id, db)
		if got.status != 0 || !strings.Contains(got.out, `"id": "`+id) {
			t.Errorf("%s: got %+v", id, got)
		}
	}
	for assignment, want := range map[string]string{"ids=1": `--var: the document declares no variable "ids"; it declares id`,
		"id": "--var: expected NAME=VALUE"} {
		if got := run(t, nil, "query", "query ($id: ID!) { entity(id: $id) { id } }", "-v", assignment, db); got.status != 2 ||
			!strings.Contains(got.errOut, want) {
			t.Errorf("%s: got %+v, want %s", assignment, got, want)
		}
	}
}

// TestErrorsNameFlags checks that errors of GraphQL name the flag at fault.
func TestErrorsNameFlags(t *testing.T) {
	db := demoFile(t)
	for args, want := range map[string]string{
		"context|fog|--encoding=p50k": "--encoding: unknown encoding",
		"context| ":                   "<topic>: ",
		"search| ":                    "<words>: ",
		"context|--id=nobody":         "no entity with id",
		"entity|nobody":               "no entity with id nobody",
		"snapshot|shoplane|--depth=9": "--depth: ",
	} {
		got := run(t, nil, append(strings.Split(args, "|"), db)...)
		if got.status == 0 || got.out != "" || !strings.HasPrefix(got.errOut, "dossier: "+want) {
			t.Errorf("%s: got %+v, want %s", args, got, want)
		}
	}
}
