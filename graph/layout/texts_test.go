package layout_test

import (
	"strings"
	"testing"

	"dossier/graph/outline/outlinetest"
)

// orchard has plans and their texts, both called rules. Only plans have a status,
// one in its type and one in its props. The notes have no description.
const orchard = `
{"kind":"project","id":"o","name":"Orchard","state_key":"active"}
{"kind":"plan","id":"r1","project_id":"o","name":"Rule 1","type_key":"plan.rule.rejected","state_key":"completed"}
{"kind":"plan","id":"r2","project_id":"o","name":"Rule 2","type_key":"plan.rule","state_key":"completed","props":{"status":"Rejected"}}
{"kind":"plan","id":"r3","project_id":"o","name":"Rule 3","type_key":"plan.rule.kept","state_key":"draft"}
{"kind":"document","id":"d1","project_id":"o","title":"Ladders","type_key":"document.rule","state_key":"published"}
{"kind":"document","id":"d2","project_id":"o","title":"Baskets","type_key":"document.rule","state_key":"published",` +
	`"props":{"switch":"apple-press-lever"}}
{"kind":"document","id":"n1","project_id":"o","title":"Apple press lever","type_key":"document.note","state_key":"published",` +
	`"content":"- Since: 2024\n\n## Summary\nThe lever is longer now. One hand moves it.\n\n## Drawbacks\nIt bends.\n"}
{"kind":"document","id":"n2","project_id":"o","title":"Cider barrel tap","type_key":"document.note","state_key":"published",` +
	`"content":"## Why\nThe old tap drips all night.\n\n## Drawbacks\nIt costs more.\n"}
{"kind":"decision","id":"n1d","project_id":"o","title":"No second lever"}
{"kind":"decision","id":"n2d","project_id":"o","title":"No plastic tap"}
{"kind":"edge","src_id":"n1d","rel":"relates_to","dst_id":"n1"}
{"kind":"edge","src_id":"n2d","rel":"relates_to","dst_id":"n2"}
`

// TestLeadsWithoutDescriptions checks that two documents without descriptions
// begin with the first prose of their texts.
func TestLeadsWithoutDescriptions(t *testing.T) {
	l := outlinetest.Open(t, orchard)
	const question = "compare Apple press lever with Cider barrel tap"
	plan := l.Plan(t, question, l.Find(question))
	got := outlinetest.Text(plan.First(2))
	for _, want := range []string{"The lever is longer now.", "The old tap drips all night."} {
		if !strings.Contains(got, want) {
			t.Errorf("the first two lines are\n%s\nwant %q among them", got, want)
		}
	}
}

// TestQuotedSignals checks that a message which quotes a signal begins with it,
// and with what it refers to.
func TestQuotedSignals(t *testing.T) {
	l := outlinetest.Open(t, `{"kind":"project","id":"m","name":"Mine","state_key":"active"}
{"kind":"plan","id":"lift","project_id":"m","name":"Lift","state_key":"active"}
{"kind":"task","id":"brake","project_id":"m","title":"Mend the brake","state_key":"todo","description":"The drum slips."}
{"kind":"task","id":"paint","project_id":"m","title":"Paint the cage","state_key":"todo"}
{"kind":"signal","id":"log","project_id":"m","channel":"diary","ts":"2026-08-30",`+
		`"payload":{"text":"Halted at 40 m twice, hydraulic pressure fell to 12 bar"}}
{"kind":"edge","src_id":"lift","rel":"has_task","dst_id":"brake"}
{"kind":"edge","src_id":"lift","rel":"has_task","dst_id":"paint"}
{"kind":"edge","src_id":"log","rel":"references","dst_id":"brake"}
`)
	const message = "diary: halted twice at 40 m, hydraulic pressure 12 bar. do we know why"
	plan := l.Plan(t, message, l.Find(message))
	got := outlinetest.Text(plan.First(3))
	for _, want := range []string{"## Lift", "hydraulic pressure fell", "Mend the brake"} {
		if !strings.Contains(got, want) {
			t.Errorf("the first lines are\n%s\nwant %q among them", got, want)
		}
	}
}

// TestMilestonesListDocuments checks that the documents of a milestone are listed,
// all before their texts, and that no section of one is quoted.
func TestMilestonesListDocuments(t *testing.T) {
	source := `{"kind":"project","id":"c","name":"Clinic","state_key":"active"}
{"kind":"milestone","id":"m","project_id":"c","title":"Edition 4.2","state_key":"completed"}
`
	names := strings.Fields("Masks Gloves Gowns Visors Boots Caps Wipes Bins Carts")
	for _, name := range names {
		source += `{"kind":"document","id":"` + name + `","project_id":"c","title":"` + name +
			` on wards","content":"Wear them.\n\n## Why\nFewer infections.\n"}
{"kind":"edge","src_id":"` + name + `","rel":"relates_to","dst_id":"m"}
`
	}
	l := outlinetest.Open(t, source)
	for _, question := range []string{"what came with edition 4.2", "which rules landed in Edition 4.2"} {
		o := l.Find(question)
		got := outlinetest.Text(l.Plan(t, question, o).First(len(names)))
		for _, name := range names {
			if !strings.Contains(got, name+" on wards") {
				t.Errorf("%q: the first lines lack %s:\n%s", question, name, got)
			}
		}
		if strings.Contains(got, "infections") {
			t.Errorf("%q: the first lines have a section:\n%s", question, got)
		}
	}
}
