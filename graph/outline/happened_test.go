package outline_test

import "testing"

// quarry has plans with the dates of events in their props, and decisions without.
const quarry = `
{"kind":"project","id":"q","name":"Quarry","state_key":"active"}
{"kind":"plan","id":"p1","project_id":"q","name":"Deeper pit","state_key":"completed","props":{"status":"built","accepted_on":"2025-03-09"}}
{"kind":"plan","id":"p2","project_id":"q","name":"New crane","state_key":"active","props":{"status":"accepted","accepted_on":"2025-11-30"}}
{"kind":"plan","id":"p3","project_id":"q","name":"Rail spur","state_key":"active","props":{"status":"accepted","accepted_on":"2026-05-02","signed":"2026-06-01"}}
{"kind":"decision","id":"d1","project_id":"q","title":"No blasting on Sundays","state_key":"made","decision_at":"2025-04-01"}
{"kind":"document","id":"t1","project_id":"q","title":"Notes on ideas","content":"Ideas are accepted by the board."}
`

// TestListsByDatesInProps asks for what has the date of an event in the props, by any
// noun, and for a kind without such dates.
func TestListsByDatesInProps(t *testing.T) {
	openWith(t, quarry).answers(t, map[string]string{
		"which ideas were accepted in 2025":            "Plans of Quarry, accepted 2025-01-01 to 2025-12-31: p2 p1",
		"ideas accepted in the second half of 2025":    "Plans of Quarry, accepted 2025-07-01 to 2025-12-31: p2",
		"plans accepted since December 2025":           "Plans of Quarry, accepted since 2025-12-01: p3",
		"what was signed in June 2026":                 "Plans of Quarry, signed 2026-06-01 to 2026-06-30: p3",
		"plans accepted in 2019":                       "None: Plans of Quarry, accepted 2019-01-01 to 2019-12-31",
		"quarry ideas accepted since December 2025":    "Plans of Quarry, accepted since 2025-12-01: p3",
		"which crane from Norway was accepted in 2025": "no list",
		"which decisions were made in April 2025":      "Decisions of Quarry, 2025-04-01 to 2025-04-30: d1",
	})
}
