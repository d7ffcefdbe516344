package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestDividedLists asks for the tasks and risks of a ferry and its deck by what
// they have. Ines is no record.
func TestDividedLists(t *testing.T) {
	l := openWith(t, work+`{"kind":"plan","id":"dock","project_id":"hull","name":"Dry dock"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"weld"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"rivet"}
{"kind":"edge","src_id":"dock","rel":"has_risk","dst_id":"rust"}
{"kind":"record_type","id":"supplier","name":"Supplier","fields":[{"name":"town","type":"text"},{"name":"status","type":"text"},{"name":"contact","type":"entity_ref","entity_type":"supplier"},{"name":"partners","type":"entity_ref_list","entity_type":"supplier"}]}
{"kind":"record","id":"mill","project_id":"hull","record_type":"supplier","name":"Steel mill","fields":{"town":"Kiel","status":"closed"}}
{"kind":"record","id":"shop","project_id":"deck","record_type":"supplier","name":"Paint shop","fields":{"town":"Husum","status":"active"}}
{"kind":"record","id":"forge","project_id":"hull","record_type":"supplier","name":"Forge","fields":{"town":"Kiel","contact":"mill","partners":["mill","forge"]}}
`)
	for question, want := range map[string]string{
		"tasks by owner":                         "Ines 1, Jonas Berg 1, no owner 2",
		"how many tasks does each person have?":  "Ines 1, Jonas Berg 1, no person 2",
		"who has the most tasks?":                "Ines 1, Jonas Berg 1, no owner 2",
		"number of tasks per plan":               "Dry dock 2, no plan 2",
		"which plan has the most risks":          "Dry dock 1, no plan 1",
		"for each plan list the risks":           "Dry dock 1, no plan 1",
		"risks per project":                      "Deck paint 1, Hull repair: the ferry Aurora 1",
		"tasks grouped by state":                 "blocked 1, done 1, in_progress 1, todo 1",
		"open tasks by priority":                 "priority 1 1, priority 2 1, priority 4 1",
		"tasks per month":                        "2026-08 2, 2026-09 1, no month 1",
		"suppliers by town":                      "Kiel 2, Husum 1",
		"suppliers by status":                    "active 1, closed 1, no status 1",
		"suppliers by contact":                   "Steel mill 1, no contact 2",
		"suppliers by partners":                  "Forge 1, Steel mill 1, no partners 2",
		"tasks by Ines":                          "", // hers
		"who has the most rust":                  "",
		"what does each person say of the keel?": "",
		"tasks by colour":                        "",
	} {
		o := l.findAll(question)
		var got []string
		for _, group := range groupsOf(o.List) {
			if group.Value != "" {
				got = append(got, fmt.Sprint(group.Value, " ", len(group.Members)))
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q divides a list by %q, want %q", question, got, want)
		}
	}
}

func groupsOf(list *outline.List) []outline.Group {
	if list == nil {
		return nil
	}
	return list.Groups
}

// TestWorkAhead asks for tasks by what they wait for, and by a milestone to which
// no edge joins any.
func TestWorkAhead(t *testing.T) {
	openWith(t, work+`{"kind":"milestone","id":"launch","project_id":"hull","title":"Sea trial","state_key":"pending","due_at":"2026-09-02T00:00:00Z"}
{"kind":"milestone","id":"dry","project_id":"hull","title":"Dry dock","state_key":"completed","completed_at":"2026-08-22T00:00:00Z"}
{"kind":"task","id":"float","project_id":"hull","title":"Float the hull","state_key":"todo","due_at":"2026-10-01T00:00:00Z"}
{"kind":"edge","src_id":"float","rel":"depends_on","dst_id":"weld"}
`).answers(t, map[string]string{
		"which tasks can start now?":            "Tasks of all projects, ready to start: rivet",
		"what is ready to start":                "Tasks of all projects, ready to start: rivet",
		"can the keel of the ferry start":       "no list",
		"open tasks before the sea trial":       "Tasks of all projects, open, due until 2026-09-02: weld",
		"tasks due after the sea trial":         "Tasks of all projects, due from 2026-09-02: prime float",
		"tasks completed since the dry dock":    "Tasks of all projects, since 2026-08-22: sand",
		"how long is the keel before sea trial": "no list",
	})
}
