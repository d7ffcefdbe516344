package outline_test

import (
	"testing"

	"dossier/graph/outline"
)

// TestColumnsThatAreMissing asks for columns of entities. Of an entity without a value the
// answer says so.
func TestColumnsThatAreMissing(t *testing.T) {
	l := openWith(t, `{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record_type","id":"pump","name":"Pump","fields":[{"name":"bay","type":"text"},{"name":"owner","type":"text"}]}
{"kind":"project","id":"d","name":"Dry dock","state_key":"active"}
{"kind":"record","id":"ann","project_id":"d","record_type":"person","name":"Ann Reid","fields":{}}
{"kind":"record","id":"p1","project_id":"d","record_type":"pump","name":"Bilge pump Otter","fields":{"bay":"4"}}
{"kind":"record","id":"p2","project_id":"d","record_type":"pump","name":"Bilge pump Heron","fields":{"bay":"5","owner":"Ann Reid"}}
{"kind":"task","id":"t1","project_id":"d","title":"Paint the caisson","state_key":"todo","due_at":"2026-10-01T00:00:00Z",`+
		`"priority":2,"props":{"owner":"Ann Reid"}}
{"kind":"task","id":"t2","project_id":"d","title":"Grease the capstan","state_key":"todo"}
{"kind":"risk","id":"r1","project_id":"d","title":"Silt behind the gate","state_key":"identified","impact":"high"}
`)
	for question, lacks := range map[string]string{
		"due date of Grease the capstan?":                 "due date",
		"who owns Grease the capstan?":                    "owner",
		"wer ist zuständig für Grease the capstan?":       "owner",
		"owner of the Bilge pump Otter":                   "owner",
		"what is the probability of Silt behind the gate": "probability",
		"due date of Paint the caisson?":                  "",
		"who owns Paint the caisson?":                     "",
		"who is the owner of Bilge pump Heron":            "",
		"impact of Silt behind the gate":                  "",
		"what is Grease the capstan about":                "",
	} {
		got, o := "", l.Find(question)
		if o.Confidence.Lacks != nil {
			got = o.Confidence.Lacks.Of
		}
		if got != lacks || lacks != "" && o.Confidence.Answer != outline.Partly {
			t.Errorf("%q: %s, lacks %q; want %q", question, o.Confidence.Answer, got, lacks)
		}
	}
}
