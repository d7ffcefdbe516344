package json_test

import (
	"testing"

	"dossier/sources"
	"dossier/sources/json"
	"dossier/sources/sourcestest"
)

func format() *sources.Format { return json.New(func(string, []byte) bool { return false }) }

func TestGolden(t *testing.T) { sourcestest.Golden(t, format()) }

func TestMatch(t *testing.T) {
	for name, one := range map[string]struct {
		text string
		want bool
	}{
		"tasks":            {`[{"id":1,"title":"A","status":"open","due":"2026-01-01"}]`, true},
		"tasks, cut off":   {`{"tasks":[{"id":1,"name":"A","completed":false,"assignee":{"name":"Ann"},"notes":"so`, true},
		"a package of npm": {`{"name":"a","version":"1","dependencies":{"b":"1"},"contributors":[{"name":"Ann","email":"a@x"}]}`, false},
		"a list of parts":  {`[{"id":1,"name":"Bolt","price":3}]`, false},
		"one object":       {`{"id":1,"title":"A","status":"open","due":"2026-01-01"}`, false},
		"no JSON":          {`title,status`, false},
		"nothing":          {``, false},
	} {
		if got := format().Match("a.json", []byte(one.text)); got != one.want {
			t.Errorf("%s: match is %v; expected %v", name, got, one.want)
		}
	}
}

func TestBadInput(t *testing.T) {
	const good = `{"id":1,"title":"Good","status":"open","due":"2026-01-01"}`
	list := func(tasks string) map[string]string { return map[string]string{"t.json": "[\n" + good + tasks + "]"} }
	sourcestest.Bads(t, format(), []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{"t.json": "[\n" + good + ",\n{\"id\":2"}, Want: "t.json:3: rejected: not JSON", Kept: 1},
		{Name: "no tasks", File: "t.json", Files: map[string]string{"t.json": `[{"a":1}]`}, Want: "t.json: rejected: no tasks", Kept: 0},
		{Name: "deleted", Files: list(",\n" + `{"id":2,"title":"B","status":"open","due":null,"deleted":true}`),
			Want: "t.json:3: skipped: tasks that were deleted", Kept: 1},
		{Name: "no title", Files: list(",\n" + `{"id":2,"title":null,"status":"open","due":null}`), Want: "", Kept: 2},
		{Name: "no task", Files: list(",\n" + `{"id":2}`), Want: "t.json:3: rejected: an object in a list of tasks has no title", Kept: 1},
		{Name: "the same id", Files: list(",\n" + `{"id":1,"title":"B","status":"open","due":null}`), Want: `the id "1" is used by t.json:2`,
			Kept: 2},
		{Name: "a bad date", Files: list(",\n" + `{"id":2,"title":"B","status":"open","due":"zzz"}`),
			Want: `t.json:3: warned: due_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown status", Files: list(",\n" + `{"id":2,"title":"B","status":"zzz","due":null}`),
			Want: `t.json:3: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "an object without a name", Files: list(",\n" + `{"id":2,"title":"B","status":"open","due":null,"pin":{"x":1}}`),
			Want: "t.json:3: lost: pin: an object without a name", Kept: 2},
		{Name: "forms of members", Files: list(",\n" + `{"id":[],"title":7,"status":{},"due":[[1]],"labels":{"a":[]},"parent":[{}]}`),
			Want: "", Kept: 2},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read json: path: no list of tasks", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, format(), "t.json", nil, `{"items":[{"title":"L","items":[{"id":"a","title":"A","status":"open","due":"2026-01-01",`+
		`"children":[{"id":"b","title":"B","status":"done","owner":{"name":"Ann"},"due":1508369194377}]}]}]}`)
}
