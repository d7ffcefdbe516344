package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestShortLists checks that the first lines of a list have members of each group.
func TestShortLists(t *testing.T) {
	var source strings.Builder
	source.WriteString(`{"kind":"project","id":"p","name":"Pier","state_key":"active"}` + "\n")
	for i := range 9 {
		fmt.Fprintf(&source, `{"kind":"signal","id":"s%[1]d","project_id":"p","channel":"mail","ts":"2026-08-31","payload":{"text":"Wave %[1]d"}}
{"kind":"task","id":"t%[1]d","project_id":"p","title":"Pile %[1]d","updated_at":"2026-08-31","created_at":"2026-08-31"}
{"kind":"task","id":"u%[1]d","project_id":"p","title":"Plank %[1]d","updated_at":"2026-08-31","created_at":"2026-08-31"}
`, i)
	}
	l := openWith(t, source.String())
	const question = "what changed since Sunday"
	plan := l.Plan(t, question, l.find(question))
	if got := text(plan.First(6)); !strings.Contains(got, "Wave") || !strings.Contains(got, "- P") {
		t.Errorf("the first six lines of two groups are\n%s", got)
	}
}

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
{"kind":"edge","rel":"has_task","src_id":"wheel","dst_id":"dam"}
{"kind":"edge","rel":"has_plan","src_id":"mill","dst_id":"roof"}
`)
	l.lists(t, map[string]string{
		"which tasks are due in october":             "Saw",
		"what are the risks for the fair in october": "",      // the fair is something
		"who stands in for Mira Voss in october":     "",      // no record is due
		"which plans are late":                       "Wheel", // by their tasks
		"quantum operator of the Water Mill":         "",      // nothing is quantum
	})
	if c := l.find("quantum operator of the Water Mill").Confidence; c.Answer == outline.Likely {
		t.Errorf("the name of the project makes an answer likely: %v", c)
	}
	logged, asked := l.find("wheel: rot at axle=77, what now").Confidence, l.find("wheel: rot at axle 77, what now").Confidence
	if logged.Value <= asked.Value {
		t.Errorf("an unknown value of a log counts as an identifier: %v, %v", logged, asked)
	}
}
