package outline_test

import (
	"slices"
	"testing"

	"dossier/graph"
	"dossier/graph/outline"
)

// yard has two projects whose names have words in common with questions, a plan
// with a word for a kind in its name, and change requests.
const yard = `{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record_type","id":"change_request","name":"Change request","fields":[{"name":"status","type":"text"},{"name":"approved_on",` +
	`"type":"date"},{"name":"lead","type":"entity_ref","entity_type":"person"}]}
{"kind":"project","id":"merger","name":"Dock 7 merger (Heron)","state_key":"active"}
{"kind":"project","id":"crane","name":"Tower crane renewal","state_key":"active"}
{"kind":"plan","id":"works","project_id":"merger","name":"Quay works on pier 4","state_key":"active"}
{"kind":"goal","id":"open","project_id":"crane","name":"Keep the crane open","state_key":"active"}
{"kind":"task","id":"tar","project_id":"merger","title":"Tar the boards","due_at":"2026-08-05","props":{"assignee":"Ann Bell"}}
{"kind":"task","id":"rope","project_id":"crane","title":"Replace the rope","due_at":"2026-08-06"}
{"kind":"risk","id":"fog","project_id":"merger","title":"Fog"}
{"kind":"risk","id":"wind","project_id":"crane","title":"Wind"}
{"kind":"record","id":"c1","project_id":"merger","record_type":"change_request","type_key":"record.change_request",` +
	`"name":"CR-11 Wider gate","fields":{"status":"rejected","lead":"ann"}}
{"kind":"record","id":"c2","project_id":"crane","record_type":"change_request","type_key":"record.change_request",` +
	`"name":"CR-12 Longer jib","fields":{"status":"rejected","approved_on":"2026-07-01"}}
{"kind":"record","id":"c3","project_id":"merger","record_type":"change_request","type_key":"record.change_request",` +
	`"name":"CR-13 Night lamp","fields":{"status":"approved","approved_on":"2026-07-02","lead":"ann"}}
{"kind":"record","id":"ann","project_id":"merger","record_type":"person","type_key":"record.person","name":"Ann Bell","fields":{}}
{"kind":"edge","rel":"has_plan","src_id":"merger","dst_id":"works"}
{"kind":"edge","rel":"has_task","src_id":"works","dst_id":"tar"}
{"kind":"edge","rel":"has_risk","src_id":"works","dst_id":"fog"}
`

// TestPartsOfProjectNames checks lists of a project that a question calls by some
// words of its name, and of records by their initials and by what they lack.
func TestPartsOfProjectNames(t *testing.T) {
	l := openWith(t, yard)
	l.lists(t, map[string]string{
		"overdue merger tasks":                               "Tar",
		"overdue tasks of the crane renewal":                 "Replace",
		"overdue tasks of the crane renewal as of today":     "Replace",
		"overdue tasks":                                      "Replace Tar",
		"crane tasks that should have been done by now":      "Replace",
		"tasks without anybody assigned":                     "Replace",
		"rejected CRs":                                       "CR-11 CR-12",
		"rejected CRs of the merger":                         "CR-11",
		"requests approved in July 2026":                     "CR-12 CR-13",
		"requests approved in July 2026 for the crane":       "CR-12",
		"rejected change requests of the crane renewal":      "CR-12",
		"change requests without an approved date":           "CR-11",
		"change requests that have no lead":                  "CR-12",
		"what would the merger of all works with a CRS mean": "",
	})
}

// TestUnasked checks that words in the name of a subject ask for no kind.
func TestUnasked(t *testing.T) {
	l := openWith(t, yard)
	for question, want := range map[string]bool{
		"risks Quay works on pier 4":              true,
		"who works on Quay works on pier 4":       false,
		"tasks and risks of quay works on pier 4": false,
	} {
		if o := l.find(question); !o.Named || slices.Contains(o.Unasked, graph.KindTask) != want {
			t.Errorf("%q names a subject: %v; not asked for: %v", question, o.Named, o.Unasked)
		}
	}
}

// TestEvident checks that a text with rare words of a question may be its answer,
// whatever is beside them, and that one common word is not enough.
func TestEvident(t *testing.T) {
	l := openWith(t, manual)
	for question, want := range map[string]outline.Answerability{
		"does anybody know why my beam got a stripe when grandma visited": outline.Partly,
		"does anybody know why grandma visited the opera":                 outline.Unlikely,
	} {
		if got := l.find(question).Confidence; got.Answer != want {
			t.Errorf("%q: %v", question, got)
		}
	}
}
