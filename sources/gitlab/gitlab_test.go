package gitlab_test

import (
	"testing"

	"dossier/sources/gitlab"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &gitlab.Format) }

func TestBadInput(t *testing.T) {
	const good, name = `{"iid":1,"project_id":1,"title":"Good","state":"opened","author":{"username":"a"},"labels":[]}`, "i.json"
	list := func(more string) map[string]string { return map[string]string{name: "[" + good + ",\n" + more + "]"} }
	with := func(members string) map[string]string {
		return list(`{"iid":2,"project_id":1,"title":"B","author":{},"labels":[],` + members + `}`)
	}
	sourcestest.Bads(t, &gitlab.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "[" + good + ",\n{\"iid\":2,\"ti"}, Want: "i.json:2: rejected: not JSON", Kept: 1},
		{Name: "an error of GitLab", File: name, Files: map[string]string{name: `{"message":"401 Unauthorized"}`},
			Want: `i.json:1: rejected: GitLab answered "401 Unauthorized"`, Kept: 0},
		{Name: "no iid", Files: list(`{"title":"B","state":"opened"}`), Want: `i.json:2: rejected: "B" has no iid`, Kept: 1},
		{Name: "no issues", File: name, Files: map[string]string{name: `{"a":[]}`}, Want: "i.json: rejected: no issues", Kept: 0},
		{Name: "the same iid", Files: list(good), Want: `i.json:2: warned: the id "#1" is used by i.json:1`, Kept: 2},
		{Name: "on two pages", Files: list(`{"id":7,"iid":2,"title":"B","labels":[]},{"id":7,"iid":2,"title":"B","labels":[]}`),
			Want: "i.json:2: skipped: #2 is there several times", Kept: 2},
		{Name: "a bad date", Files: with(`"created_at":"zzz"`), Want: `i.json:2: warned: created_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown state", Files: with(`"state":"zzz"`), Want: `i.json:2: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: list(`{"iid":2,"project_id":1,"title":"B","state":"opened","author":{},` +
			`"labels":["priority::zzz"]}`), Want: `i.json:2: warned: the priority "zzz" is not known`, Kept: 2},
		{Name: "an unknown epic", Files: with(`"state":"opened","epic_iid":9`), Want: `i.json:2: lost: &9 parent #2: the source has no "&9"`,
			Kept: 2},
		{Name: "a line that is no JSON", File: "i.jsonl", Files: map[string]string{"i.jsonl": good + "\n{\n"},
			Want: "i.jsonl:2: rejected: not JSON", Kept: 1},
		{Name: "forms of members", Files: with(`"state":{},"milestone":7,"assignees":{},"epic":[],"notes":"x","closed_at":7`), Want: "", Kept: 2},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &gitlab.Format, "i.json", nil,
		`[{"iid":1,"title":"A","state":"opened","description":"Closes #1, !2","author":{},"labels":["priority::1"],"milestone":{"title":"m"},`+
			`"epic":{"iid":1,"title":"e","group_id":1}},{"iid":2,"title":"B","source_branch":"x","state":"merged"}]`)
}
