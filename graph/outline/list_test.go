package outline_test

import "testing"

// TestListsOfOtherWords checks that a list takes from a question only what is
// about its members.
func TestListsOfOtherWords(t *testing.T) {
	l := openWith(t, `{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"project","id":"mill","name":"Water Mill","state_key":"active","type_key":"project.building.mill"}
{"kind":"plan","id":"wheel","project_id":"mill","name":"Wheel","type_key":"plan.operations.wheel"}
{"kind":"plan","id":"roof","project_id":"mill","name":"Roof","type_key":"plan.building.roof"}
{"kind":"risk","id":"rot","project_id":"mill","title":"Rot"}
{"kind":"risk","id":"ice","project_id":"mill","title":"Ice"}
{"kind":"task","id":"saw","project_id":"mill","title":"Saw","due_at":"2026-10-05","props":{"owner":"Mira Voss"}}
{"kind":"record","id":"mira","project_id":"mill","record_type":"person","name":"Mira Voss","type_key":"record.person","fields":{}}
{"kind":"edge","rel":"has_plan","src_id":"mill","dst_id":"wheel"}
{"kind":"edge","rel":"has_plan","src_id":"mill","dst_id":"roof"}
`)
	for question, want := range map[string]string{
		"which tasks are due in october":             "Saw",
		"what are the risks for the fair in october": "", // the fair is something
		"what are the biggest risks in october":      "Ice Rot",
		"who stands in for Mira Voss in october":     "", // no record is due
		"quantum operator of the Water Mill":         "", // nothing is quantum
	} {
		if list := listed(l.find(question).List); list != want {
			t.Errorf("%q lists %q, want %q", question, list, want)
		}
	}
}
