package outline_test

import "testing"

// TestOwnNames asks for what is in a project that is called by what the names of the
// others lack, before a noun for a kind, and apart from the rest of the question. A plan
// may begin with the same words.
func TestOwnNames(t *testing.T) {
	openWith(t, `{"kind":"project","id":"l","name":"River rules: Locks","state_key":"active"}
{"kind":"project","id":"g","name":"River rules: Weirs and gates","state_key":"active"}
{"kind":"plan","id":"r1","project_id":"g","name":"R-1: Weirs and gates of oak","state_key":"draft","type_key":"plan.proposal.rejected"}
{"kind":"plan","id":"r2","project_id":"g","name":"R-2: Paint","state_key":"active","type_key":"plan.proposal.accepted"}
{"kind":"plan","id":"r3","project_id":"l","name":"R-3: Lamps","state_key":"draft","type_key":"plan.proposal.rejected"}
{"kind":"plan","id":"r4","project_id":"l","name":"R-4: Chains","state_key":"active","type_key":"plan.proposal.accepted"}
{"kind":"document","id":"d1","project_id":"g","title":"Text of R-1","type_key":"document.proposal"}
{"kind":"document","id":"d2","project_id":"l","title":"Text of R-3","type_key":"document.proposal"}
`).answersAll(t, map[string]string{
		"Which weirs and gates proposals were rejected?":   "Plans of River rules: Weirs and gates, rejected: r1",
		"which lock proposals have been rejected outright": "Plans of River rules: Locks, rejected: r3",
		"accepted proposals, weirs and gates":              "Plans of River rules: Weirs and gates, accepted: r2",
		"Locks: rejected proposals":                        "Plans of River rules: Locks, rejected: r3",
		"rejected proposals":                               "Plans of all projects, rejected: r1 r3",
		"閘門の計画、却下":                                         "no list",
	})
}
