package layout_test

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/layout"
	"dossier/graph/outline/outlinetest"
)

// rulings are decisions with their texts in documents: one that no other decision
// has, and one that two share. Their goals keep decisions and documents apart. A plan's description is long.
const rulings = `
{"kind":"project","id":"p","name":"Canal","state_key":"active"}
{"kind":"decision","id":"r1","project_id":"p","title":"Ruling 1: Night locks","state_key":"made"}
{"kind":"decision","id":"r2","project_id":"p","title":"Ruling 2: Toll by weight","state_key":"made"}
{"kind":"decision","id":"r3","project_id":"p","title":"Ruling 3: Toll by length","state_key":"made"}
{"kind":"document","id":"d1","project_id":"p","title":"0001-night-locks",` +
	`"content":"# Summary\n\nLocks open at night.\n\n# Lamps\n\nA keeper carries two of them.\n"}
{"kind":"document","id":"d2","project_id":"p","title":"0002-tolls",` +
	`"content":"# Summary\n\nBoats pay by the ton.\n\n# Scales\n\nThe old scales are in the yard.\n"}
{"kind":"plan","id":"dredging","project_id":"p","name":"Dredging","state_key":"active",` +
	`"description":"Mud is taken from the bed. It fills the basin by a foot a year. Boats with coal run aground ` +
	`in August. The mill wants deep water too."}
{"kind":"document","id":"d3","project_id":"p","title":"Notes","content":"# Boats\n\nTwo punts and a crane.\n\n# Crew\n\nSix men and a ` +
	`cook.\n\n# Method\n\nThe reasons for buckets are known.\n\n# Order\n\nUpstream first.\n\n# Pay\n\nBy the cubic yard.\n"}
{"kind":"goal","id":"g1","project_id":"p","name":"Fewer queues"}
{"kind":"goal","id":"g2","project_id":"p","name":"More coal"}
{"kind":"edge","src_id":"r1","rel":"relates_to","dst_id":"g1"}
{"kind":"edge","src_id":"r1","rel":"relates_to","dst_id":"g2"}
{"kind":"edge","src_id":"r2","rel":"relates_to","dst_id":"g1"}
{"kind":"edge","src_id":"r2","rel":"relates_to","dst_id":"g2"}
{"kind":"edge","src_id":"r1","rel":"references","dst_id":"d1"}
{"kind":"edge","src_id":"r2","rel":"references","dst_id":"d2"}
{"kind":"edge","src_id":"r3","rel":"references","dst_id":"d2"}
{"kind":"edge","src_id":"dredging","rel":"contains","dst_id":"d3"}
`

// TestDocumentOfADecision checks that the sections of a document that only one
// decision references answer questions about the decision.
func TestDocumentOfADecision(t *testing.T) {
	l := outlinetest.Open(t, rulings)
	const question = "lamps of ruling 1"
	plan := l.Plan(t, question, l.Find(question))
	if got := outlinetest.Text(plan.First(len(plan.Lines))); !strings.Contains(got, "A keeper carries two of them.") {
		t.Errorf("the section about lamps is missing from\n%s", got)
	}
}

// TestLeadBeforeGuesses checks that the description of a plan precedes its further
// sections if no heading has what the question asks for: the reasons are there.
func TestLeadBeforeGuesses(t *testing.T) {
	l := outlinetest.Open(t, rulings)
	plan := l.Plan(t, "reasons for dredging", l.Find("reasons for dredging"))
	at := func(sentence string) int {
		return slices.IndexFunc(plan.Lines, func(line layout.Line) bool { return line.Passage.Text == sentence })
	}
	lead, guess := at("Boats with coal run aground in August."), at("By the cubic yard.")
	if lead < 0 || guess < 0 || lead > guess {
		t.Errorf("the description is in line %d, and the last section in line %d", lead, guess)
	}
}
