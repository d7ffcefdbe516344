package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestTicketOfASeries names a plan by its ticket, whose letters also begin the titles of
// milestones: the graph lacks no milestone with the number.
func TestTicketOfASeries(t *testing.T) {
	o := openWith(t, `
{"kind":"project","id":"q","name":"Quarry","state_key":"active"}
{"kind":"plan","id":"p1","project_id":"q","name":"Deeper pit","state_key":"active","props":{"ticket":"PIT-4711"}}
{"kind":"milestone","id":"m1","project_id":"q","title":"PIT 1"}
{"kind":"milestone","id":"m2","project_id":"q","title":"PIT 2"}
{"kind":"milestone","id":"m3","project_id":"q","title":"PIT 3"}
{"kind":"milestone","id":"m4","project_id":"q","title":"PIT 4"}
{"kind":"milestone","id":"m5","project_id":"q","title":"PIT 5"}
{"kind":"milestone","id":"m6","project_id":"q","title":"PIT 6"}
{"kind":"milestone","id":"m7","project_id":"q","title":"PIT 7"}
{"kind":"milestone","id":"m8","project_id":"q","title":"PIT 8"}
{"kind":"milestone","id":"m9","project_id":"q","title":"PIT 9"}
{"kind":"milestone","id":"m10","project_id":"q","title":"PIT 10"}
`).find("which plan has ticket PIT-4711")
	if o.Confidence.Answer != outline.Likely {
		t.Errorf("the answer is %s: %s", o.Confidence.Answer, o.Confidence.Reasons)
	}
}

// TestLentParts checks that a goal lists a risk once which is its neighbour and a part of
// the work towards it.
func TestLentParts(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Pier","state_key":"active"}
{"kind":"goal","id":"ferry","project_id":"p","name":"Ferries land at night"}
{"kind":"plan","id":"lamps","project_id":"p","name":"Lamps along the pier"}
{"kind":"risk","id":"fog","project_id":"p","title":"Fog dims the lamps"}
{"kind":"milestone","id":"test","project_id":"p","title":"First landing"}
{"kind":"edge","rel":"has_milestone","src_id":"ferry","dst_id":"test"}
{"kind":"edge","rel":"supports_goal","src_id":"lamps","dst_id":"ferry"}
{"kind":"edge","rel":"has_risk","src_id":"lamps","dst_id":"fog"}
{"kind":"edge","rel":"relates_to","src_id":"fog","dst_id":"ferry"}
`)
	const question = "which risks has ferries land at night"
	plan := l.Plan(t, question, l.find(question))
	if got := text(plan.First(len(plan.Lines))); strings.Count(got, "Fog dims") != 1 {
		t.Errorf("%q: %s", question, got)
	}
}
