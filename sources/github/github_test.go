package github_test

import (
	"strings"
	"testing"

	"dossier/sources/github"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &github.Format) }

func TestBadInput(t *testing.T) {
	const good = `{"number":1,"title":"Good","state":"open","body":"","url":"https://github.com/a/b/issues/1"}`
	list := func(more string) map[string]string { return map[string]string{"i.json": "[" + good + more + "]"} }
	const name = "i.json"
	sourcestest.Bads(t, &github.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "[" + good + ",\n{\"number\":2,\"title\":\"Ha"}, Want: "i.json:2: rejected: not JSON",
			Kept: 1},
		{Name: "two lists, and no third", Files: map[string]string{name: "[" + good + "]\n[" + strings.ReplaceAll(good, "1", "2") + "]\n["},
			Want: "i.json:3: rejected: not JSON", Kept: 2},
		{Name: "a limit of the service", File: name, Files: map[string]string{name: `{"message":"API rate limit ` +
			`exceeded","documentation_url":"x"}`}, Want: `i.json:1: rejected: GitHub answered "API rate limit exceeded"`, Kept: 0},
		{Name: "no number", Files: list(",\n" + `{"title":"B","state":"open"}`), Want: `i.json:2: rejected: "B" has no number`, Kept: 1},
		{Name: "no title", Files: list(",\n" + `{"number":2,"state":"open"}`), Want: "i.json:2: rejected: #2 has neither title nor body",
			Kept: 1},
		{Name: "an item that is no object", Files: list(",\n7"), Want: "i.json: rejected: an item of a list is no object", Kept: 1},
		{Name: "the same number", Files: list(",\n" + good), Want: `i.json:2: skipped: #1 is there several times`, Kept: 1},
		{Name: "the number in another repository", Files: list(",\n" + strings.ReplaceAll(good, "a/b", "a/c")),
			Want: `i.json:2: warned: the id "#1" is used by i.json:1`, Kept: 2},
		{Name: "a bad date", Files: list(",\n" + `{"number":2,"title":"B","state":"open","createdAt":"zzz"}`),
			Want: `i.json:2: warned: created_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown state", Files: list(",\n" + `{"number":2,"title":"B","state":"zzz"}`),
			Want: `i.json:2: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: list(",\n" + `{"number":2,"title":"B","state":"open","labels":["priority: zzz"]}`),
			Want: `i.json:2: warned: the priority "zzz" is not known`, Kept: 2},
		{Name: "no issues", File: name, Files: map[string]string{name: `{"a":1}`}, Want: "i.json: rejected: no issues", Kept: 0},
		{Name: "a line that is no JSON", File: "i.jsonl", Files: map[string]string{"i.jsonl": good + "\n{\n"},
			Want: "i.jsonl:2: rejected: not JSON", Kept: 1},
		{Name: "forms of members", Files: list(`,{"number":"x","title":7,"state":{},"labels":"a,b","assignees":{},"milestone":[],"comments":9,` +
			`"author":null}`), Want: "", Kept: 2},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read github: path: no JSON files with issues", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &github.Format, "issues.json", nil,
		`[{"number":1,"title":"A","state":"OPEN","body":"Closes #2\n- [ ] #3","labels":[{"name":"P1"}],"milestone":{"title":"x"}},{"number":2,`+
			`"title":"B","state":"CLOSED","mergedAt":"2026-01-01T00:00:00Z"}]`,
		`{"data":{"repository":{"issues":{"nodes":[{"number":1,"title":"A","state":"OPEN","parent":{"number":1}}]}}}}`)
}
