package outline_test

import (
	"strings"
	"testing"
)

// specs are plans of a type, with statuses and teams in their props.
const specs = `
{"kind":"project","id":"p","name":"Breakwater","state_key":"active"}
{"kind":"plan","id":"a","project_id":"p","name":"RFC-1: Longer moles","type_key":"plan.spec.backlog",` +
	`"props":{"status":"superseded","team":"masonry"}}
{"kind":"plan","id":"b","project_id":"p","name":"RFC-2: Steel piles","type_key":"plan.spec.done",` +
	`"props":{"status":"accepted","team":"masonry"}}
{"kind":"plan","id":"c","project_id":"p","name":"RFC-3: Timber piles","type_key":"plan.spec.done",` +
	`"props":{"status":"superseded","team":"rigging"}}
{"kind":"plan","id":"d","project_id":"p","name":"RFC-4: Team huts","type_key":"plan.spec.done",` +
	`"props":{"status":"accepted","team":"rigging"}}
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
	})
}

// shifts are two milestones, of which each has tasks, and people.
const shifts = `
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record_type","id":"crane","name":"Crane","fields":[{"name":"inspection","type":"text"},{"name":"lift","type":"text"}]}
{"kind":"project","id":"p","name":"Breakwater","state_key":"active"}
{"kind":"milestone","id":"day","project_id":"p","title":"Day shift"}
{"kind":"milestone","id":"night","project_id":"p","title":"Night shift"}
{"kind":"task","id":"tar","project_id":"p","title":"Tar","priority":1,"state_key":"done",` +
	`"props":{"owner":"Ann Bell","note":"released by the shift"}}
{"kind":"task","id":"rope","project_id":"p","title":"Rope","priority":4,"props":{"owner":"Ann Bell"}}
{"kind":"task","id":"lamp","project_id":"p","title":"Lamp","priority":1}
{"kind":"task","id":"oil","project_id":"p","title":"Oil","priority":1,"props":{"owner":"Ann Bell"}}
{"kind":"record","id":"ann","project_id":"p","record_type":"person","name":"Ann Bell","fields":{}}
{"kind":"record","id":"c1","project_id":"p","record_type":"crane","name":"Crane 1","fields":{"inspection":"failed","lift":"40 t"}}
{"kind":"record","id":"c2","project_id":"p","record_type":"crane","name":"Crane 2","fields":{"inspection":"passed","lift":"60 t"}}
{"kind":"edge","rel":"targets_milestone","src_id":"tar","dst_id":"day"}
{"kind":"edge","rel":"targets_milestone","src_id":"rope","dst_id":"day"}
{"kind":"edge","rel":"targets_milestone","src_id":"lamp","dst_id":"night"}
{"kind":"edge","rel":"targets_milestone","src_id":"oil","dst_id":"night"}
`

// TestListsOfSeveral checks that a list of a person and a milestone has what is of both.
func TestListsOfSeveral(t *testing.T) {
	l := openWith(t, shifts)
	for question, want := range map[string]string{
		"tasks of Ann Bell in the night shift": "Tasks, of Ann Bell, of Night shift",
	} {
		var titles []string
		for _, topic := range l.Plan(t, question, l.find(question)).Topics {
			if topic.Count > 0 {
				titles = append(titles, topic.Name.Label)
			}
		}
		if got := strings.Join(titles, "|"); got != want {
			t.Errorf("%q has the lists %q, want %q", question, got, want)
		}
	}
	if got := labels(l.find("crane 1 or crane 2, which lifts more")); got != "Crane 1 Crane 2" {
		t.Errorf("the cranes to compare are %q", got)
	}
}
