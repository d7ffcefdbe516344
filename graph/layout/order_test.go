package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline/outlinetest"
)

// TestTextsBeforeParts asks for something about a plan that its texts have. Its
// requirements have none of the words, a label of its risks has one.
func TestTextsBeforeParts(t *testing.T) {
	var content, parts strings.Builder
	for i, name := range strings.Fields("Paint Keys Lamps Ropes Pumps Boats Nets Flags Cranes Bells") {
		fmt.Fprintf(&content, "\\n\\n### %s\\n\\nThe foreman of gang %d keeps a log.", name, i)
		fmt.Fprintf(&parts, "\n"+`{"kind":"requirement","id":"r%d","project_id":"p","text":"%s are counted"}`+"\n"+
			`{"kind":"edge","rel":"has_requirement","src_id":"a","dst_id":"r%d"}`, i, name, i)
	}
	for i, name := range []string{"Locks", "Slipway", "Market", "Quay", "Harbour school"} {
		fmt.Fprintf(&parts, "\n"+
			`{"kind":"document","id":"o%d","project_id":"p","title":"%s","content":"# %s\n\n## Protection\n\nIt shuts at night."}`, i, name, name)
	}
	l := outlinetest.Open(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"Tide gates"}
{"kind":"risk","id":"k","project_id":"p","title":"Rust"}
{"kind":"edge","rel":"has_risk","src_id":"a","dst_id":"k"}
{"kind":"risk","id":"k2","project_id":"p","title":"Corrosion of the hinges"}
{"kind":"edge","rel":"has_risk","src_id":"a","dst_id":"k2"}
{"kind":"document","id":"d","project_id":"p","title":"Tide gates, log",`+
		`"content":"# Tide gates, log\n\n## Protection\n\nRed lead keeps rust away.`+content.String()+`"}
{"kind":"edge","rel":"references","src_id":"a","dst_id":"d"}`+parts.String())
	question := "protection against corrosion of the tide gates"
	plan := l.Plan(t, question, l.Find(question))
	at := func(label string) int {
		for n := range len(plan.Lines) + 1 {
			if strings.Contains(outlinetest.Text(plan.First(n)), label) {
				return n
			}
		}
		t.Fatalf("no line has %q:\n%s", label, outlinetest.Text(plan.First(len(plan.Lines))))
		return 0
	}
	if risk, last, requirement := at("Corrosion of the hinges"), at("gang 9"), at("Boats are counted"); risk > last || last > requirement {
		t.Errorf("the risk is in line %d, the last section in %d, a requirement in %d; want this order:\n%s", risk, last, requirement,
			outlinetest.Text(plan.First(len(plan.Lines))))
	}
}

// TestRelatedWordsAskForKinds checks which parts of a plan come first if the
// question asks for no kind by its name: those that the dictionary relates to
// another word.
func TestRelatedWordsAskForKinds(t *testing.T) {
	var parts strings.Builder
	for i, name := range strings.Fields("Paint Keys Lamps Ropes Pumps") {
		fmt.Fprintf(&parts, "\n"+`{"kind":"task","id":"t%d","project_id":"p","title":"%s on the wall"}`+"\n"+
			`{"kind":"edge","rel":"has_task","src_id":"a","dst_id":"t%d"}`, i, name, i)
	}
	l := outlinetest.Open(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"Tide gates"}
{"kind":"risk","id":"k","project_id":"p","title":"Rust"}
{"kind":"edge","rel":"has_risk","src_id":"a","dst_id":"k"}
{"kind":"decision","id":"d","project_id":"p","title":"Steel"}
{"kind":"edge","rel":"has_decision","src_id":"a","dst_id":"d"}`+parts.String())
	for question, want := range map[string]string{
		"options for the tide gates": "### Decisions", "are the tide gates risky?": "### Risks",
		"what might bite us in the tide gates": "### Risks", "what is settled for the tide gates": "### Decisions",
		"which tasks of the tide gates are risky": "### Tasks", "the tide gates": "### Tasks",
	} {
		plan := l.Plan(t, question, l.Find(question))
		all := outlinetest.Text(plan.First(len(plan.Lines)))
		if _, first, _ := strings.Cut(all, "### "); !strings.HasPrefix("### "+first, want) {
			t.Errorf("%s: want %s first in\n%s", question, want, all)
		}
	}
}
