package beads_test

import (
	"testing"

	"dossier/sources/beads"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &beads.Format) }

func TestBadInput(t *testing.T) {
	const good = `{"id":"a-1","title":"Good","status":"open","issue_type":"task","priority":2}` + "\n"
	issues := func(lines string) map[string]string { return map[string]string{".beads/issues.jsonl": good + lines} }
	sourcestest.Bads(t, &beads.Format, []sourcestest.Bad{
		{Name: "no JSON", Files: issues("{\"id\":\n"), Want: ".beads/issues.jsonl:2: rejected: not JSON", Kept: 1},
		{Name: "a conflict of git", Files: issues("<<<<<<< HEAD\n" + `{"id":"a-2","title":"B","status":"open"}` + "\n=======\n"),
			Want: ".beads/issues.jsonl:2: rejected: not JSON", Kept: 2},
		{Name: "a list", Files: issues("[]\n"), Want: ":2: rejected: got a list; expected an object", Kept: 1},
		{Name: "two objects", Files: issues("{} {}\n"), Want: ":2: rejected: more text after the value", Kept: 1},
		{Name: "no id", Files: issues(`{"title":"B"}`), Want: ":2: rejected: the issue has no id", Kept: 1},
		{Name: "the same id", Files: issues(`{"id":"a-1","title":"Other"}`),
			Want: `:2: warned: the id "a-1" is used by .beads/issues.jsonl:1; this one is imported as "a-1~2"`, Kept: 2},
		{Name: "a priority out of range", Files: issues(`{"id":"a-2","title":"B","priority":9}`),
			Want: `:2: warned: the priority "9" is out of range; expected 0 to 4`, Kept: 2},
		{Name: "an unknown status", Files: issues(`{"id":"a-2","title":"B","status":"zzz"}`),
			Want: `:2: warned: the status "zzz" is not known; read as todo`, Kept: 2},
		{Name: "a bad date", Files: issues(`{"id":"a-2","title":"B","created_at":"yesterday"}`),
			Want: `:2: warned: created_at: "yesterday" is no date`, Kept: 2},
		{Name: "a missing end", Files: issues(`{"id":"a-2","title":"B","dependencies":[{"depends_on_id":"zz","type":"blocks"}]}`),
			Want: `:2: lost: a-2 depends_on zz: the source has no "zz"`, Kept: 2},
		{Name: "forms of members",
			Files: issues(`{"id":7,"title":["x"],"labels":"a, b","dependencies":"c","comments":{},"assignee":{"name":"Ann"}}`), Want: "", Kept: 2},
		{Name: "characters that are no text", Files: issues("{\"id\":\"a-2\",\"title\":\"B\\u0000\\ud83d \xff\"}"), Want: "", Kept: 2},
		{Name: "a dependency on nothing", Files: issues(`{"id":"a-2","title":"B","dependencies":[{"type":"blocks"}]}`),
			Want: ":2: lost: dependencies without depends_on_id", Kept: 2},
		{Name: "no file", Files: map[string]string{".beads/config.yaml": ""}, Want: "error: read beads: path: no issues in .beads", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &beads.Format, ".beads/issues.jsonl", nil,
		`{"id":"a","title":"B","status":"open","priority":2,"issue_type":"epic","dependencies":[{"depends_on_id":"a","type":"blocks"}]}`,
		`{"id":"a","title":"B","status":"closed","comments":[{"author":"x","text":"# y"}]}`+"\n"+
			`{"id":"b","title":"","dependencies":[{"depends_on_id":"a","type":"parent-child"}]}`)
}
