package contextdoc_test

import (
	"strings"
	"testing"

	"dossier/graph/contextdoc"
)

// dock has a plan with a reviewer and points in its props, and suppliers with numbers.
const dock = `{"kind":"record_type","id":"supplier","name":"Supplier","fields":[{"name":"town","type":"text"}]}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"project","id":"p","name":"Dock","state_key":"active"}
{"kind":"plan","id":"gate","project_id":"p","name":"New lock gate","state_key":"active","description":"Of oak.",` +
	`"props":{"review_manager":"Ada Quist","story_points":13}}
{"kind":"task","id":"oak","project_id":"p","title":"Buy oak","priority":2}
{"kind":"risk","id":"ice","project_id":"p","title":"Ice in the lock","impact":"high","probability":0.35}
{"kind":"edge","rel":"has_risk","src_id":"gate","dst_id":"ice"}
{"kind":"edge","rel":"has_task","src_id":"gate","dst_id":"oak"}
{"kind":"record","id":"ada","project_id":"p","record_type":"person","name":"Ada Quist","fields":{}}
{"kind":"record","id":"mill","project_id":"p","record_type":"supplier","name":"Saw mill","fields":{"town":"Kiel","contract_eur":1200000}}
{"kind":"record","id":"forge","project_id":"p","record_type":"supplier","name":"Forge","fields":{"town":"Kiel","contract_eur":90000.5}}
`

// TestNumbers checks that answers have numbers in fields and props, and who an entity's
// props name, at every budget.
func TestNumbers(t *testing.T) {
	l, err := readLibrary(strings.NewReader(dock))
	if err != nil {
		t.Fatal(err)
	}
	for question, wanted := range map[string][]string{
		"suppliers in Kiel": {"Saw mill", "1200000", "90000.5"},
		"suppliers with contracts of at least €100,000": {"contract_eur >=100000 (1)", "(contract_eur 1200000)"},
		"total contract of suppliers":                   {"Total contract_eur of suppliers: 1290000.50 (2)", "(contract_eur 90000.5)"},
		"tell me about the forge":                       {"contract_eur", "90000.5"},
		"story points of the new lock gate":             {"story_points 13"},
		"risks with a probability over 30 per cent":     {"probability 0.35)\n"},
		"risks > 30 %":                  {"— probability 0.35\n"},
		"how likely is ice in the lock": {"probability 0.35"},
		"impact of ice in the lock":     {"impact high"},
		"priority of buy oak":           {"priority 2"},
		"who manages the new lock gate": {"review_manager Ada Quist"},
	} {
		for _, budget := range []int{300, 2000} {
			text := l.document(t, contextdoc.Input{Start: contextdoc.Start{Topic: &question}, MaxTokens: &budget}).Text
			for _, want := range wanted {
				if !strings.Contains(text, want) {
					t.Errorf("%q in %d tokens: want %q in\n%s", question, budget, want, text)
				}
			}
		}
	}
}
