package taskwarrior_test

import (
	"testing"

	"dossier/sources/sourcestest"
	"dossier/sources/taskwarrior"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &taskwarrior.Format) }

func TestBadInput(t *testing.T) {
	const name = "t.json"
	const good = `{"uuid":"a360fc44-315c-4366-b70c-ea7e7520b749","description":"Good","entry":"20260302T080000Z","status":"pending"`
	list := func(tasks string) map[string]string { return map[string]string{name: "[\n" + good + "}" + tasks + "]"} }
	const next = ",\n" + `{"uuid":"b360fc44-315c-4366-b70c-ea7e7520b749","description":"B","entry":"20260302T080000Z"`
	sourcestest.Bads(t, &taskwarrior.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "[\n" + good + "},\n{\"uuid\":\"b3"},
			Want: "t.json:3: rejected: not JSON", Kept: 1},
		{Name: "no uuid", Files: list(",\n" + `{"description":"B"}`), Want: `t.json:3: rejected: the task "B" has no uuid`, Kept: 1},
		{Name: "a short uuid", Files: list(",\n" + `{"uuid":"7","description":"B"}`), Want: `the task "B" has no uuid`, Kept: 1},
		{Name: "no description", Files: list(",\n" + `{"uuid":"b360fc44-315c"}`),
			Want: "t.json:3: rejected: the task b360fc44-315c has no description",
			Kept: 1},
		{Name: "a blank description", Files: list(",\n" + `{"uuid":"b360fc44-315c","description":" "}`),
			Want: "has no description", Kept: 1},
		{Name: "deleted", Files: list(next + `,"status":"deleted"}`), Want: "t.json:3: skipped: tasks that were deleted", Kept: 1},
		{Name: "twice", Files: list(",\n" + good + "}"),
			Want: "t.json:3: skipped: a360fc44-315c-4366-b70c-ea7e7520b749 is there several times", Kept: 1},
		{Name: "an unknown status", Files: list(next + `,"status":"zzz"}`),
			Want: `t.json:3: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "a bad date", Files: list(next + `,"status":"pending","due":"zzz"}`),
			Want: `t.json:3: warned: due_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown dependency", Files: list(next + `,"status":"pending","depends":["c360fc44-315c"]}`),
			Want: "t.json:3: lost: ", Kept: 2},
		{Name: "forms of members", Files: list(next + `,"status":7,"tags":"x","annotations":{},"depends":9,"project":8}`),
			Want: "", Kept: 3},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read taskwarrior: path: no tasks of Taskwarrior", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &taskwarrior.Format, "t.json", nil,
		`[{"uuid":"a360fc44-315c","description":"A","entry":"20260302T080000Z","status":"waiting",`+
			`"project":"..a.b.","depends":"a360fc44-315c,x"}]`)
}
