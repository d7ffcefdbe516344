package outline_test

import "testing"

// depot has tasks and outputs that are called by the series of their keys, with starts in
// a column and in the props, and an import that dates nothing.
const depot = `
{"kind":"project","id":"d","name":"Tram depot","state_key":"active"}
{"kind":"project","id":"l","name":"Line nine","state_key":"active"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"task","id":"m1","project_id":"d","title":"Longer pit","start_at":"2023-03-02","props":{"key":"MOT-0001"}}
{"kind":"task","id":"m2","project_id":"d","title":"Second lift","start_at":"2024-08-15","props":{"key":"MOT-0002"}}
{"kind":"task","id":"m3","project_id":"d","title":"Washing plant","start_at":"2025-02-01","props":{"key":"MOT-0003"}}
{"kind":"document","id":"x1","project_id":"d","title":"MOT-0001 motion: Longer pit","type_key":"document.motion","content":"A pit of 40 metres."}
{"kind":"document","id":"x2","project_id":"d","title":"MOT-0002 motion: Second lift","type_key":"document.motion","content":"One more lift."}
{"kind":"document","id":"x3","project_id":"d","title":"MOT-0003 motion: Washing plant","type_key":"document.motion","content":"Soft water."}
{"kind":"edge","rel":"references","src_id":"m1","dst_id":"x1"}
{"kind":"edge","rel":"references","src_id":"m2","dst_id":"x2"}
{"kind":"edge","rel":"references","src_id":"m3","dst_id":"x3"}
{"kind":"output","id":"n1","project_id":"l","name":"Stop at the fair","props":{"hearing_leader":"Runa","hearing_team":"Runa, Odd","number":"NOTE 1","opened_on":"2019-05-06"}}
{"kind":"output","id":"n2","project_id":"l","name":"Loop at the port","props":{"hearing_leader":"Odd","hearing_team":"Runa, Odd","number":"NOTE 2","opened_on":"2024-08-01"}}
{"kind":"record","id":"pia","project_id":"d","record_type":"person","name":"Pia Holm"}
{"kind":"edge","rel":"relates_to","src_id":"pia","dst_id":"m1"}
{"kind":"edge","rel":"relates_to","src_id":"pia","dst_id":"m3"}
`

// TestListsOfBeginnings asks when things were created whose creation only the import
// dates, in the words of their keys and of their documents.
func TestListsOfBeginnings(t *testing.T) {
	openWith(t, depot).answers(t, map[string]string{
		"MOTs created in 2024 or later":          "Tasks of all projects, since 2024-01-01: m3 m2",
		"which MOTs started in August 2024":      "Tasks of all projects, 2024-08-01 to 2024-08-31: m2",
		"motions opened in August 2024":          "Tasks of all projects, 2024-08-01 to 2024-08-31: m2",
		"notes created before 2020":              "Outputs of all projects, until 2019-12-31: n1",
		"MOTs begun in 2023 or before":           "Tasks of all projects, until 2023-12-31: m1",
		"what was opened in August 2024 (depot)": "Tasks of Tram depot, 2024-08-01 to 2024-08-31: m2",
		"motions by Pia Holm":                    "Tasks of Pia Holm: m3 m1",
		"notes of which Odd led the hearing":     "Outputs of all projects, hearing_leader odd: n2",
		"MOTs by elks":                           "no list",
		"motions written by nobody":              "Tasks of all projects, without an owner: m2",
	})
}

// TestListsOfExtremes asks for the newest and the oldest of a kind.
func TestListsOfExtremes(t *testing.T) {
	openWith(t, depot).answers(t, map[string]string{
		"newest MOT?":                          "Tasks of all projects, newest first: m3 m2 m1",
		"what is the oldest note of line nine": "Outputs of Line nine, oldest first: n1 n2",
		"latest motions":                       "Tasks of all projects, newest first: m3 m2 m1",
		"the earliest output by start date":    "Outputs of all projects, oldest first: n1 n2",
		"newest paint for the port":            "no list",
	})
}

// TestListsByDates asks for lists in the order of dates.
func TestListsByDates(t *testing.T) {
	openWith(t, depot+`{"kind":"record_type","id":"gear","name":"Gear","fields":[{"name":"check_due","type":"date"},{"name":"place","type":"text"}]}
{"kind":"record","id":"g1","project_id":"d","record_type":"gear","name":"Jack","fields":{"check_due":"2026-09-20","place":"pit"}}
{"kind":"record","id":"g2","project_id":"d","record_type":"gear","name":"Hoist","fields":{"check_due":"2026-09-04","place":"hall"}}
{"kind":"milestone","id":"k1","project_id":"l","title":"First ride","due_at":"2027-01-10"}
{"kind":"milestone","id":"k2","project_id":"d","title":"Roof done","due_at":"2026-07-10","state_key":"completed"}
`).answersAll(t, map[string]string{
		"milestones by due date": "Milestones of all projects, in the order of due date: k2 k1",
		"notes by start date":    "Outputs of all projects, in the order of start date: n1 n2",
		"gear by check date":     "Records of all projects, gear, in the order of check date: g2 g1",
		"all gear of the depot with a check before 9 September 2026": "Records of Tram depot, gear, check until 2026-09-08: g2",
		"milestones in July":    "Milestones of all projects, due 2026-07-01 to 2026-07-31: k2",
		"milestones in January": "Milestones of all projects, due 2027-01-01 to 2027-01-31: k1",
	})
}

// TestReportsOfPeriods asks for the mails of a month and of days, which are past, and for
// a project that is called as a priority is.
func TestReportsOfPeriods(t *testing.T) {
	openWith(t, `{"kind":"project","id":"P3","name":"P3","state_key":"active"}
{"kind":"project","id":"o","name":"Orchard","state_key":"active"}
{"kind":"signal","id":"w1","project_id":"o","channel":"mail","ts":"2026-08-03","payload":{"text":"Frost is over"}}
{"kind":"signal","id":"w2","project_id":"o","channel":"mail","ts":"2026-08-25","payload":{"text":"Bees arrive"}}
{"kind":"signal","id":"w3","project_id":"o","channel":"phone","ts":"2026-08-26","payload":{"text":"Ladder broke"}}
{"kind":"task","id":"a1","project_id":"o","title":"Prune","priority":3,"state_key":"todo"}
{"kind":"task","id":"a2","project_id":"P3","title":"Dig","priority":1,"state_key":"todo"}
`).answersAll(t, map[string]string{
		"emails in August":                   "Signals of all projects, 2026-08-01 to 2026-08-31: w2 w1",
		"which mails came after August 20th": "Signals of all projects, since 2026-08-21: w2",
		"mails this month":                   "None: Signals of all projects, 2026-09-01 to 2026-09-30",
		"open tasks in P3":                   "Tasks of P3, open: a2",
	})
}
