package outline_test

import "testing"

// specs are plans of a type, with statuses and teams in their props.
const specs = `
{"kind":"project","id":"p","name":"Breakwater","state_key":"active"}
{"kind":"plan","id":"a","project_id":"p","name":"RFC-1: Longer moles","type_key":"plan.spec.backlog","props":{"status":"superseded","team":"masonry"}}
{"kind":"plan","id":"b","project_id":"p","name":"RFC-2: Steel piles","type_key":"plan.spec.done","props":{"status":"accepted","team":"masonry"}}
{"kind":"plan","id":"c","project_id":"p","name":"RFC-3: Timber piles","type_key":"plan.spec.done","props":{"status":"superseded","team":"rigging"}}
{"kind":"plan","id":"d","project_id":"p","name":"RFC-4: Team huts","type_key":"plan.spec.done","props":{"status":"accepted","team":"rigging"}}
{"kind":"risk","id":"e","project_id":"p","title":"A later storm breaks another mole before the masonry team is there"}
`

// TestListsBesideValues asks for lists by a value with words that choose nothing: what
// did something, and the name of the value. Types may be short forms of words.
func TestListsBesideValues(t *testing.T) {
	openWith(t, specs).lists(t, map[string]string{
		"which RFCs have been superseded by a later one": "RFC-1 RFC-3",
		"RFCs superseded by another RFC":                 "RFC-1 RFC-3",
		"RFCs that were superseded by others":            "RFC-1 RFC-3",
		"which RFCs have team masonry":                   "RFC-1 RFC-2",
		"all RFCs of the rigging team":                   "RFC-3 RFC-4",
		"which specifications are in the backlog":        "RFC-1",
	})
}
