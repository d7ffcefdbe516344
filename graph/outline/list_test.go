package outline_test

import (
	"testing"

	"dossier/graph/outline"
)

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
{"kind":"task","id":"dam","project_id":"mill","title":"Dam","due_at":"2026-08-05"}
{"kind":"record","id":"mira","project_id":"mill","record_type":"person","name":"Mira Voss","type_key":"record.person","fields":{}}
{"kind":"edge","rel":"has_plan","src_id":"mill","dst_id":"wheel"}
{"kind":"edge","rel":"has_plan","src_id":"mill","dst_id":"roof"}
`)
	for question, want := range map[string]string{
		"which tasks are due in october":             "Saw",
		"what are the risks for the fair in october": "", // the fair is something
		"what are the biggest risks in october":      "Ice Rot",
		"who stands in for Mira Voss in october":     "", // no record is due
		"which plans are late":                       "Dam",
		"quantum operator of the Water Mill":         "", // nothing is quantum
	} {
		if list := listed(l.find(question).List); list != want {
			t.Errorf("%q lists %q, want %q", question, list, want)
		}
	}
	if c := l.find("quantum operator of the Water Mill").Confidence; c.Answer == outline.Likely {
		t.Errorf("the name of the project makes an answer likely: %v", c)
	}
	logged, asked := l.find("wheel: rot at axle=77, what now").Confidence, l.find("wheel: rot at axle 77, what now").Confidence
	if logged.Value <= asked.Value {
		t.Errorf("an unknown value of a log counts as an identifier: %v, %v", logged, asked)
	}
}
