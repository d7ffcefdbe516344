package linear_test

import (
	"testing"

	"dossier/sources/linear"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &linear.Format) }

func TestBadInput(t *testing.T) {
	const good, name = `{"identifier":"A-1","title":"Good","state":{"name":"Todo","type":"unstarted"}}`, "i.json"
	list := func(more string) map[string]string { return map[string]string{name: "[" + good + ",\n" + more + "]"} }
	sourcestest.Bads(t, &linear.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "[" + good + ",\n{\"identifier\":\"A-2"}, Want: "i.json:2: rejected: not JSON", Kept: 1},
		{Name: "an error of Linear", File: name, Files: map[string]string{name: `{"errors":[{"message":"No access"}]}`},
			Want: `i.json:1: rejected: Linear answered "No access"`, Kept: 0},
		{Name: "no identifier", Files: list(`{"title":"B","state":{}}`), Want: `i.json:2: rejected: "B" has no identifier`, Kept: 1},
		{Name: "no issues", File: name, Files: map[string]string{name: `{"a":[]}`}, Want: "i.json: rejected: no issues", Kept: 0},
		{Name: "the same identifier", Files: list(good), Want: `i.json:2: warned: the id "A-1" is used by i.json:1`, Kept: 2},
		{Name: "on two pages", Files: list(`{"id":"7","identifier":"A-2","title":"B"},{"id":"7","identifier":"A-2","title":"B"}`),
			Want: "i.json:2: skipped: A-2 is there several times", Kept: 2},
		{Name: "a bad date", Files: list(`{"identifier":"A-2","title":"B","createdAt":"zzz"}`),
			Want: `i.json:2: warned: created_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown state", Files: list(`{"identifier":"A-2","title":"B","state":{"name":"Zzz"}}`),
			Want: `i.json:2: warned: the status "Zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: list(`{"identifier":"A-2","title":"B","priorityLabel":"Zzz"}`),
			Want: `i.json:2: warned: the priority "Zzz" is not known`, Kept: 2},
		{Name: "an unknown relation", Files: list(`{"identifier":"A-2","title":"B","relations":{"nodes":[{"type":"blocks",` +
			`"relatedIssue":{"identifier":"A-9"}}]}}`), Want: `lost: A-2 blocks A-9: the source has no "A-9"`, Kept: 2},
		{Name: "a broken table", Files: map[string]string{"j.csv": "ID,Team,Title,Status,Cycle Name\nA-1,T,Good,Todo,\n,T,,Todo,\n"},
			Want: "j.csv:3: rejected: the row has neither an id nor a title", Kept: 1},
		{Name: "forms of members", Files: list(`{"identifier":7,"title":["x"],"labels":7,"comments":{"nodes":"x"},"cycle":{},"project":{},` +
			`"relations":[7]}`), Want: "", Kept: 3},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &linear.Format, "i.json", nil,
		`{"data":{"issues":{"nodes":[{"identifier":"A-1","title":"x","priority":2,"state":{"name":"y","type":"started"},"cycle":{"number":1},`+
			`"project":{"name":"z"},"relations":{"nodes":[{"type":"duplicate","relatedIssue":{"identifier":"A-1"}}]}}]}}}`)
}
