package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline"
	"dossier/graph/relevance/rank"
)

// TestDividedLists asks for the tasks and risks of a ferry and its deck by what
// they have. Ines is no record.
func TestDividedLists(t *testing.T) {
	l := openWith(t, work+`{"kind":"plan","id":"dock","project_id":"hull","name":"Dry dock"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"weld"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"rivet"}
{"kind":"edge","src_id":"dock","rel":"has_risk","dst_id":"rust"}
{"kind":"record_type","id":"supplier","name":"Supplier","fields":[{"name":"town","type":"text"}]}
{"kind":"record","id":"mill","project_id":"hull","record_type":"supplier","name":"Steel mill","fields":{"town":"Kiel"}}
{"kind":"record","id":"shop","project_id":"deck","record_type":"supplier","name":"Paint shop","fields":{"town":"Husum"}}
`)
	reader := l.set.Corpus().Open()
	defer reader.Close()
	for question, want := range map[string]string{
		"tasks by owner":                         "Ines 1, Jonas Berg 1, no owner 2",
		"how many tasks does each person have?":  "Ines 1, Jonas Berg 1, no person 2",
		"who has the most tasks?":                "Ines 1, Jonas Berg 1, no owner 2",
		"number of tasks per plan":               "Dry dock 2, no plan 2",
		"which plan has the most risks":          "Dry dock 1, no plan 1",
		"for each plan list the risks":           "Dry dock 1, no plan 1",
		"tasks grouped by state":                 "blocked 1, done 1, in_progress 1, todo 1",
		"open tasks by priority":                 "priority 1 1, priority 2 1, priority 4 1",
		"tasks per month":                        "2026-08 2, 2026-09 1, no month 1",
		"suppliers by town":                      "Husum 1, Kiel 1",
		"tasks by Ines":                          "", // hers
		"who has the most rust":                  "",
		"what does each person say of the keel?": "",
		"tasks by colour":                        "",
	} {
		o := outline.FindAll(reader, l.graphs(), rank.Plain(question), now, nil, outline.Defaults())
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
