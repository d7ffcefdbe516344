package ndjson_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/sqlstore"
	"dossier/ndjson"
)

// Lines of projects that name their tasks alike.
func sharedProject(id string) string {
	return fmt.Sprintf(`{"kind":"project","id":%q,"name":%[1]q}`+"\n", id)
}

func sharedTask(project string, n int) string {
	return fmt.Sprintf(`{"kind":"task","id":"task-%d","project_id":%q,"title":"%d of %[2]s"}`+"\n", n, project, n)
}

func sharedPlan(project string) string {
	return fmt.Sprintf(`{"kind":"plan","id":"plan-of-%s","project_id":%[1]q,"name":"Plan of %[1]s"}`+"\n", project)
}

func sharedEdge(src, rel, dst string) string {
	return fmt.Sprintf(`{"kind":"edge","rel":%q,"src_id":%q,"dst_id":%q}`+"\n", rel, src, dst)
}

// TestSharedNames imports projects whose entities have the same names: together, one
// after the other, in any order of lines, and again.
func TestSharedNames(t *testing.T) {
	one := sharedProject("one") + sharedPlan("one") + sharedTask("one", 1) + sharedTask("one", 2)
	two := sharedProject("two") + sharedPlan("two") + sharedTask("two", 1) + sharedTask("two", 2)
	inOne := one + sharedEdge("one", "has_task", "task-1") + sharedEdge("plan-of-one", "has_task", "task-2") + sharedEdge("task-1", "blocks",
		"task-2")
	inTwo := two + sharedEdge("two", "has_task", "task-1") + sharedEdge("task-1", "belongs_to_plan", "plan-of-two") + sharedEdge("task-2",
		"depends_on", "task-1")
	both := one + two + sharedEdge("plan-of-one", "has_task", "task-1") + sharedEdge("task-2", "belongs_to_plan", "plan-of-two")
	for name, test := range map[string]struct {
		files    []string
		created  int // of all files
		rejected string
	}{
		"two files":                {[]string{one, two}, 8, ""},
		"two files with edges":     {[]string{inOne, inTwo}, 14, ""},
		"one file":                 {[]string{both}, 10, ""},
		"one file backwards":       {[]string{backwards(both)}, 10, ""},
		"one file, then backwards": {[]string{both, backwards(both)}, 10, ""},
		"edges by themselves": {[]string{one, two,
			sharedEdge("plan-of-two", "has_task", "task-2") + sharedEdge("plan-of-one", "has_task", "task-2")}, 10, ""},
		"the second alone later": {[]string{both, two, one}, 10, ""},
		"ambiguous": {[]string{both + sharedEdge("task-1", "blocks", "task-2")}, 0,
			"both ends are the names of entities of several projects"},
		"twice in a project": {[]string{two + sharedTask("one", 1) + one}, 0, "is on line"},
		"in two projects":    {[]string{one + two + sharedEdge("plan-of-one", "contains", "plan-of-two")}, 0, "project"},
	} {
		store, created := newStore(t), 0
		for _, file := range test.files {
			report, err := ndjson.Import(actor, store, strings.NewReader(file), ndjson.Options{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, reject := range report.Rejects {
				if test.rejected == "" || !strings.Contains(reject.Reason, test.rejected) {
					t.Errorf("%s: line %d: %s: %s", name, reject.Line, reject.Field, reject.Reason)
				}
			}
			if test.rejected != "" && report.Rejected == 0 {
				t.Errorf("%s: nothing is rejected", name)
			}
			created += report.Counts.Created
		}
		if created != test.created {
			t.Errorf("%s: %d rows were created, want %d", name, created, test.created)
		}
		checkExport(t, name, store)
		for _, file := range test.files {
			if report, err := ndjson.Import(actor, store, strings.NewReader(file), ndjson.Options{}); err != nil ||
				report.Counts.Created+report.Counts.Updated > 0 {
				t.Errorf("%s, again: %+v, %v", name, report.Counts, err)
			}
		}
	}
}

func backwards(lines string) string {
	all := strings.SplitAfter(lines, "\n")
	slices.Reverse(all)
	return strings.Join(all, "")
}

// checkExport imports the export of a store into another one, whose export must be
// the same.
func checkExport(t *testing.T, name string, from *sqlstore.Store) {
	t.Helper()
	first, other := export(t, from), newStore(t)
	if report := importInto(t, other, first, ndjson.Options{}); report.Rejected > 0 {
		t.Errorf("%s: the export is rejected: %v", name, report.Rejects)
	}
	if second := export(t, other); !bytes.Equal(first, second) {
		t.Errorf("%s: the export differs from that of its import:\n%s\n%s", name, first, second)
	}
}
