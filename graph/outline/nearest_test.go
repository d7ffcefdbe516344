package outline_test

import (
	"strings"
	"testing"
)

// TestNearest asks by words of one section, while the plan has them in many texts.
// The section precedes the tasks of the plan, and a question that names the plan
// has none.
func TestNearest(t *testing.T) {
	l := openWith(t, manual+`
{"kind":"task","id":"t1","project_id":"p","title":"Polish the lens hood","state_key":"todo","description":"A stripe of soot."}
{"kind":"task","id":"t2","project_id":"p","title":"Order a dark blind","state_key":"todo"}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"t1"}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"t2"}
`)
	o := l.find("my beam shows one dark stripe tonight")
	plan := l.Plan(t, "my beam shows one dark stripe tonight", o)
	lines := text(plan.First(len(plan.Lines)))
	section, tasks := strings.Index(lines, "The beam has a dark stripe."), strings.Index(lines, "Order a dark blind")
	if len(o.Nearest) == 0 || section < 0 || tasks >= 0 && tasks < section {
		t.Errorf("the section is not before the tasks:\n%s", lines)
	}
	if o := l.find("who wrote the lamp manual"); o.Named && len(o.Nearest) > 0 {
		t.Errorf("a named subject has %d nearest texts", len(o.Nearest))
	}
}

// TestNearestOfMessage checks that a message which names a plan has the text that has
// most of it, also if that is of another plan, after the first lines.
func TestNearestOfMessage(t *testing.T) {
	l := openWith(t, manual+`
{"kind":"document","id":"pump","project_id":"p","title":"Cellar",`+
		`"content":"# Cellar\n\n## Pump\n\nThe pump squeaks when the salt valve is closed; grease the shaft twice a `+
		`week.\n\n## Stairs\n\nThe third step is loose."}
`)
	const message = "Good morning,\nI polished the Lamp and lens before sunrise, and nobody came up to help me.\n" +
		"On the way down the pump squeaks again, loudly, whenever somebody has closed the salt valve.\n" +
		"The boat with flour and lamp oil is late, the radio is silent since Tuesday, and my gloves have holes in every finger.\n" +
		"What do we do about the shaft?\nYours, Nils"
	o := l.find(message)
	plan := l.Plan(t, message, o)
	lines := text(plan.First(len(plan.Lines)))
	lamp, pump := strings.Index(lines, "Lamp and lens"), strings.Index(lines, "grease the shaft")
	if !o.Named || o.IsNearestFirst() || lamp < 0 || pump < lamp {
		t.Errorf("the pump is not after the lamp:\n%s", lines)
	}
}

// TestDependsOn asks for what a plan depends on, and has that before its tasks.
func TestDependsOn(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"weir","project_id":"p","name":"New weir","state_key":"active"}
{"kind":"plan","id":"lock","project_id":"p","name":"Old lock","state_key":"active"}
{"kind":"task","id":"oak","project_id":"p","title":"Order oak","state_key":"todo"}
{"kind":"edge","src_id":"weir","rel":"has_task","dst_id":"oak"}
{"kind":"edge","src_id":"weir","rel":"depends_on","dst_id":"lock"}
`)
	const question = "What does the new weir depend on?"
	plan := l.Plan(t, question, l.find(question))
	lines := text(plan.First(len(plan.Lines)))
	lock, oak := strings.Index(lines, "Old lock"), strings.Index(lines, "Order oak")
	if lock < 0 || oak < lock {
		t.Errorf("the lock is not before the tasks:\n%s", lines)
	}
}
