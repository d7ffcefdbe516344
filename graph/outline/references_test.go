package outline_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

// TestRecordsAreRead checks that a document has what the fields of records refer
// to, in both directions, and the sections of a text in a field.
func TestRecordsAreRead(t *testing.T) {
	l := openWith(t, `{"kind":"record_type","id":"writer","name":"Writer","fields":[{"name":"leads","type":"entity_ref","entity_type":"plan"}]}
{"kind":"record_type","id":"memo","name":"Memo","fields":[{"name":"author","type":"entity_ref",`+
		`"entity_type":"writer"},{"name":"body","type":"text"}]}
{"kind":"project","id":"p","name":"Pier","state_key":"active"}
{"kind":"plan","id":"deck","project_id":"p","name":"Deck repair"}
{"kind":"record","id":"ada","project_id":"p","record_type":"writer","name":"Ada Lind","fields":{"leads":"deck"}}
{"kind":"record","id":"one","project_id":"p","record_type":"memo","name":"Tide lock","fields":{"author":"ada",`+
		`"body":"# Summary\n\nA lock for the tide.\n\n# Drawbacks\n\nIt costs a little more than a gate does, `+
		`and it leaks when the tide is high.\n"}}
{"kind":"record","id":"two","project_id":"p","record_type":"memo","name":"Lamp oil","fields":{"author":"ada"}}
{"kind":"record","id":"three","project_id":"p","record_type":"memo","name":"Rope walk","fields":{"author":"`+graph.ID("ada")+`"}}
`)
	for question, want := range map[string]string{
		"all memos by Ada Lind":       "Rope walk",
		"who wrote the tide lock":     "Ada Lind",
		"memos by Ada Lind":           "Lamp oil",
		"who leads the deck repair":   "Ada Lind",
		"drawbacks of the tide lock":  "it leaks when the tide is high",
		"what does Ada Lind work on?": "Deck repair",
	} {
		plan := l.Plan(t, question, l.find(question))
		if got := text(plan.First(len(plan.Lines))); !strings.Contains(got, want) {
			t.Errorf("%q is answered without %q by\n%s", question, want, got)
		}
	}
}

// TestReferencesHaveAnOrder checks that a document lists what the fields of a record
// refer to in the order of their labels.
func TestReferencesHaveAnOrder(t *testing.T) {
	l := openWith(t, `{"kind":"record_type","id":"writer","name":"Writer","fields":[]}
{"kind":"record_type","id":"memo","name":"Memo","fields":[{"name":"author","type":"entity_ref","entity_type":"writer"},{"name":"editor",`+
		`"type":"entity_ref","entity_type":"writer"},{"name":"reader","type":"entity_ref","entity_type":"writer"}]}
{"kind":"project","id":"p","name":"Pier","state_key":"active"}
{"kind":"record","id":"ada","project_id":"p","record_type":"writer","name":"Ada Lind","fields":{}}
{"kind":"record","id":"bo","project_id":"p","record_type":"writer","name":"Bo Berg","fields":{}}
{"kind":"record","id":"cy","project_id":"p","record_type":"writer","name":"Cy Holm","fields":{}}
{"kind":"record","id":"one","project_id":"p","record_type":"memo","name":"Tide lock","fields":{"reader":"ada","author":"cy","editor":"bo"}}
`)
	for range 20 {
		plan := l.Plan(t, "the tide lock", l.find("the tide lock"))
		lines := text(plan.First(len(plan.Lines)))
		author, editor, reader := strings.Index(lines, "Cy Holm"), strings.Index(lines, "Bo Berg"), strings.Index(lines, "Ada Lind")
		if reader < 0 || reader > editor || editor > author {
			t.Fatalf("the references are not in order:\n%s", lines)
		}
	}
}
