package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestSeveral checks that each question of a message and each side of a comparison
// has its topic, and that a text is read as a whole if only one of them has.
func TestSeveral(t *testing.T) {
	l := open(t)
	for message, want := range map[string]string{
		"Hello, after the call with the growers I have two things for you. How does the frost guard decide at night? " +
			"And why is a group of valves granted as a whole? Thanks, Tim": "HIP-131 HIP-88",
		"compare companions with the merging of schedules":                       "HIP-59 HIP-77",
		"merging of schedules vs companions":                                     "HIP-59 HIP-77",
		"what is the difference between companions and the merging of schedules": "HIP-59 HIP-77",
		"compare bananas with companions":                                        labels(l.find("compare bananas with companions")),
	} {
		if got := labels(l.find(message)); got != want {
			t.Errorf("%q is about %q, want %q", message, got, want)
		}
	}
}

// TestQuestionInMessage checks that a message without an answer as a whole is about what
// its only question, or a sentence with a label, is about.
func TestQuestionInMessage(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active",`+
		`"description":"Four gates of oak. The second coat of paint costs nine hundred."}
{"kind":"plan","id":"d","project_id":"p","name":"Dredging","state_key":"active","description":"Mud is taken to the fields."}
{"kind":"task","id":"t","project_id":"p","title":"Order paint","state_key":"todo"}
{"kind":"edge","src_id":"w","rel":"has_task","dst_id":"t"}
`)
	talk := "Auntie Margaret bakes cakes; uncle Herbert eats biscuits, plays the cello, sings ballads, cuddles poodles, quarrels with " +
		"janitors, and collects stamps of Tuvalu, Nauru, Bhutan, Tonga, Malta, Cyprus, Samoa and Fiji. "
	for message, want := range map[string]string{
		talk + "How much does the second coat of paint cost?":     "New weir",
		talk + "Current item: price of the second coat of paint.": "New weir",
		talk + "Nobody knows why he does what he does.":           "",
	} {
		o := l.find(message)
		got := ""
		if o.Confidence.Answer != outline.Unlikely {
			got = labels(o)
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", message, got, want)
		}
	}
}

// TestSharedQuestion checks that each side of a comparison has what the question asks of
// both, parts and sections, before its other parts.
func TestSharedQuestion(t *testing.T) {
	manual := func(id, plan, drawback string) string {
		return `
{"kind":"document","id":"` + id + `","project_id":"p","title":"Note on the ` + plan +
			`","content":"# Summary\n\nIt keeps the river deep.\n\n# Drawbacks\n\n` + drawback + `"}
{"kind":"edge","src_id":"` + plan + `","rel":"contains","dst_id":"` + id + `"}`
	}
	l := openWith(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"weir","project_id":"p","name":"New weir"}
{"kind":"plan","id":"lock","project_id":"p","name":"Old lock"}
{"kind":"plan","id":"ferry","project_id":"p","name":"Chain ferry"}
{"kind":"task","id":"t1","project_id":"p","title":"Order oak"}
{"kind":"task","id":"t2","project_id":"p","title":"Order brass"}
{"kind":"risk","id":"r1","project_id":"p","title":"Ice in March"}
{"kind":"risk","id":"r2","project_id":"p","title":"Thieves at night"}
{"kind":"edge","src_id":"weir","rel":"has_task","dst_id":"t1"}
{"kind":"edge","src_id":"lock","rel":"has_task","dst_id":"t2"}
{"kind":"edge","src_id":"weir","rel":"has_risk","dst_id":"r1"}
{"kind":"edge","src_id":"lock","rel":"has_risk","dst_id":"r2"}`+
		manual("d1", "weir", "Fish cannot pass.")+manual("d2", "lock", "Boats must wait.")+manual("d3", "ferry", "Chains break."))
	for question, want := range map[string][]string{
		"compare the risks of the new weir and the old lock":     {"Ice in March", "Thieves at night"},
		"new weir vs old lock: compare their risks":              {"Ice in March", "Thieves at night"},
		"compare the drawbacks of the new weir and the old lock": {"Fish cannot pass.", "Boats must wait."},
		"new weir vs old lock: compare the drawbacks":            {"Fish cannot pass.", "Boats must wait."},
	} {
		o := l.find(question)
		plan := l.Plan(t, question, o)
		before := len(plan.Lines)
		for i := range plan.Lines {
			if strings.HasPrefix(plan.Lines[i].Item.Label, "Order") {
				before = min(before, i)
			}
		}
		lines := text(plan.First(before))
		for _, each := range want {
			if !strings.Contains(lines, each) {
				t.Errorf("%s: %q is not before the tasks in\n%s", question, each, lines)
			}
		}
	}
}
