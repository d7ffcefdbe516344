package jira_test

import (
	"strings"
	"testing"

	"dossier/sources/jira"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &jira.Format) }

func TestBadInput(t *testing.T) {
	const good, name = `{"key":"A-1","fields":{"summary":"Good","issuetype":{"name":"Task"},"status":{"name":"Open"}}}`, "i.json"
	list := func(more string) map[string]string {
		return map[string]string{name: "{\"issues\":[" + good + ",\n" + more + "]}"}
	}
	sourcestest.Bads(t, &jira.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: "{\"issues\":[" + good + ",\n{\"key\":\"A-2\",\"fie"},
			Want: "i.json:2: rejected: not JSON", Kept: 1},
		{Name: "an error of Jira", File: name, Files: map[string]string{name: `{"errorMessages":["No permission"],"errors":{}}`},
			Want: `i.json:1: rejected: Jira answered "No permission"`, Kept: 0},
		{Name: "no key", Files: list(`{"fields":{"summary":"B"}}`), Want: "i.json:2: rejected: the issue has no key", Kept: 1},
		{Name: "no issues", File: name, Files: map[string]string{name: `{"a":[]}`}, Want: "i.json: rejected: no issues", Kept: 0},
		{Name: "the same key", Files: list(good), Want: `i.json:2: warned: the id "A-1" is used by i.json:1`, Kept: 2},
		{Name: "on two pages", Files: list(`{"id":"7","key":"A-2","fields":{"summary":"B","issuetype":{}}},{"id":"7","key":"A-2",` +
			`"fields":{"summary":"B","issuetype":{}}}`), Want: "i.json:2: skipped: A-2 is there several times", Kept: 2},
		{Name: "a bad date", Files: list(`{"key":"A-2","fields":{"summary":"B","created":"zzz"}}`),
			Want: `i.json:2: warned: created_at: "zzz" is no date`, Kept: 2},
		{Name: "an unknown status", Files: list(`{"key":"A-2","fields":{"summary":"B","status":{"name":"Zzz"}}}`),
			Want: `i.json:2: warned: the status "Zzz" is not known`, Kept: 2},
		{Name: "an unknown priority", Files: list(`{"key":"A-2","fields":{"summary":"B","priority":{"name":"Zzz"}}}`),
			Want: `i.json:2: warned: the priority "Zzz" is not known`, Kept: 2},
		{Name: "an unknown link", Files: list(`{"key":"A-2","fields":{"summary":"B","issuelinks":[{"type":{"outward":"blocks"},` +
			`"outwardIssue":{"key":"A-9"}}]}}`), Want: `i.json:2: lost: A-2 blocks A-9: the source has no "A-9"`, Kept: 2},
		{Name: "a field without a name", Files: list(`{"key":"A-2","fields":{"summary":"B","customfield_1":"x"}}`),
			Want: "i.json:2: lost: customfield_1 has no name", Kept: 2},
		{Name: "XML that is cut off", Files: map[string]string{"x.xml": "<rss><item><key id=\"1\">A-1</key><summary>Good</summary></item>\n" +
			"<item><key id=\"2\">A-2</ke"}, Want: "x.xml:2: rejected: not XML", Kept: 1},
		{Name: "XML without a key", Files: map[string]string{"x.xml": "<rss><item><key id=\"1\"></key></item></rss>"},
			Want: "x.xml:1: rejected: the issue has no key", Kept: 0},
		{Name: "XML without issues", File: "x.xml", Files: map[string]string{"x.xml": "<rss><channel></channel></rss>"},
			Want: "x.xml:1: rejected: no issues; expected items with a key", Kept: 0},
		{Name: "a broken table", Files: map[string]string{"j.csv": "Issue key,Summary,Status\nA-1,Good,Open\n,,Open\n"},
			Want: "j.csv:3: rejected: the row has neither an id nor a title", Kept: 1},
		{Name: "forms of members", Files: list(`{"key":7,"fields":{"summary":{},"description":{"type":"doc","content":7},"labels":{},` +
			`"comment":[],"issuelinks":"x","fixVersions":[7]}}`), Want: "", Kept: 2},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &jira.Format, "i.json", nil,
		`{"issues":[{"key":"A-1","fields":{"summary":"x","description":{"type":"doc","content":[{"type":"bulletList",`+
			`"content":[{"type":"listItem","content":[{"type":"table"}]}]}]},"issuelinks":[{"type":{"outward":"blocks"},`+
			`"outwardIssue":{"key":"A-1"}}]}}]}`,
		`[{"key":"A-1","fields":{"summary":"x","description":"h1. y\n{code}\nx","issuetype":{"name":"Epic"},`+
			`"customfield_1":[{"name":"S","state":"x","boardId":1}]}}]`)
}

// TestMarkup reads texts in the markup of Jira as Markdown.
func TestMarkup(t *testing.T) {
	for markup, want := range map[string]string{
		`# Open\n# Close`:      `1. Open\n1. Close`,
		`* a\n** b\n*# c`:      `- a\n   - b\n   1. c`,
		`## deep`:              `1. deep`,
		`h3. Steps\n# Go`:      `### Steps\n1. Go`,
		`bq. said`:             `> said`,
		`use {{make all}} now`: "use `make all` now",
		`{color:red}stop{color} {panel:x}y{panel}`: `stop y`,
		`ask [~ann] or [~accountid:5f]`:            `ask @ann or @5f`,
		`*bold* words`:                             `*bold* words`,
		`{code}\n# no list\n{code}`:                "```\\n# no list\\n```",
		`-- ruled`:                                 `- ruled`,
	} {
		records, _ := sourcestest.ReadFile(t, &jira.Format, "x.json",
			`[{"key":"A-1","fields":{"summary":"x","description":"`+markup+`","issuetype":{"name":"Bug"}}}]`)
		if !strings.Contains(records, `"description":"`+want+`"`) {
			t.Errorf("%s: want %s in\n%s", markup, want, records)
		}
	}
}
