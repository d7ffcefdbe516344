package outline_test

import "testing"

// TestNumbersInProjects checks that a question about a number which decisions of several
// projects have is about that of the project which it names.
func TestNumbersInProjects(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"mill","name":"Water Mill","state_key":"active"}
{"kind":"project","id":"kiln","name":"Brick Kiln","state_key":"active"}
{"kind":"decision","id":"wheel","project_id":"mill","title":"An iron wheel",`+
		`"rationale":"# Reasons\n\nWood rots in the water of the mill.\n\n# Benefits\n\nIron lasts.","props":{"number":"ADR-0007"}}
{"kind":"decision","id":"coal","project_id":"kiln","title":"Heat for the new water mill",`+
		`"rationale":"# Reasons\n\nThe water mill is heated by the kiln. The mill has water.\n\n# Benefits\n\nWood of the mill is wet.",`+
		`"props":{"number":"ADR-0007"}}
{"kind":"edge","rel":"has_decision","src_id":"mill","dst_id":"wheel"}
{"kind":"edge","rel":"has_decision","src_id":"kiln","dst_id":"coal"}
`)
	for question, want := range map[string]string{
		"water mill ADR-0007 benefits":          "An iron wheel",
		"ADR-0007 of the brick kiln: benefits?": "Heat for the new water mill",
	} {
		topics := l.find(question).Topics
		if len(topics) != 1 || topics[0].Entity.Self().Label != want {
			t.Errorf("%q has %d topics, want %s", question, len(topics), want)
		}
	}
}
