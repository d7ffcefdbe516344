package outline_test

import (
	"testing"
)

// answersAll checks the first list by which FindAll answers each question.
func (l *library) answersAll(t *testing.T, lists map[string]string) {
	t.Helper()
	for question, want := range lists {
		o := l.findAll(question)
		if got := firstList(o); got != want {
			t.Errorf("%q is answered by\n%s\nwant\n%s", question, got, want)
		}
	}
}

// TestListsWithCourtesy asks for lists politely, of everything, and for an occasion. A
// milestone that is called a meeting is none.
func TestListsWithCourtesy(t *testing.T) {
	openWith(t, `{"kind":"project","id":"n","name":"North barn","state_key":"active"}
{"kind":"project","id":"s","name":"South barn","state_key":"active"}
{"kind":"task","id":"roof","project_id":"n","title":"Cover the roof","state_key":"blocked"}
{"kind":"task","id":"door","project_id":"s","title":"Hang the door","state_key":"todo"}
{"kind":"risk","id":"wet","project_id":"s","title":"Wet straw","impact":"high"}
{"kind":"risk","id":"dry","project_id":"s","title":"Dry spell","impact":"low"}
{"kind":"milestone","id":"talk","project_id":"s","title":"Harvest meeting","due_at":"2026-10-01"}
{"kind":"edge","rel":"targets_milestone","src_id":"door","dst_id":"talk"}
`).answersAll(t, map[string]string{
		"Good afternoon, which tasks are blocked? Best wishes, Ottilie": "Tasks of all projects, blocked: roof",
		"dear colleagues: list the blocked tasks, cheers":               "Tasks of all projects, blocked: roof",
		"could you please fetch me the blocked tasks":                   "Tasks of all projects, blocked: roof",
		"high risks anywhere":                                           "Risks of all projects, high: wet",
		"tasks blocked in both of the two projects":                     "Tasks of all projects, blocked: roof",
		"blocked tasks for my Thursday standup":                         "Tasks of all projects, blocked: roof",
		"tasks for our harvest meeting":                                 "Tasks of Harvest meeting: door",
	})
}
