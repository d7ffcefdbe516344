package outline_test

import "testing"

// manual is a plan with a manual, a task and a risk.
const manual = `
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"plan","id":"lamp","project_id":"p","name":"Lamp and lens","state_key":"active"}
{"kind":"task","id":"wick","project_id":"p","title":"Trim the wick","state_key":"todo"}
{"kind":"risk","id":"fog","project_id":"p","title":"Fog hides the lamp"}
{"kind":"document","id":"m","project_id":"p","title":"Manual: cracked prism","content":"# Manual\n\n## Signs\n\nThe beam has a dark stripe.\n\n## Repair\n\nTurn the prism by a tooth.\n\n## After\n\nNote the hour in the log."}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"wick"}
{"kind":"edge","src_id":"lamp","rel":"has_risk","dst_id":"fog"}
{"kind":"edge","src_id":"lamp","rel":"contains","dst_id":"m"}
`

// TestDocumentAsTopic checks that a question which has most of a document's title is
// about the document, and also about its plan if it asks for other parts.
func TestDocumentAsTopic(t *testing.T) {
	l := openWith(t, manual)
	for question, want := range map[string]string{
		"how do I notice a cracked prism": "Manual: cracked prism",
		"risks of a cracked prism":        "Manual: cracked prism, Lamp and lens",
	} {
		got := ""
		for _, topic := range l.find(question).Topics {
			if got != "" {
				got += ", "
			}
			got += topic.Entity.Self().Label
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}
