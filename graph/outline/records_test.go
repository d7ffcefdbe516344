package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestRecordsByFields checks lists of the records of a type by their fields.
func TestRecordsByFields(t *testing.T) {
	l := openWith(t, `{"kind":"record_type","id":"permit","name":"Permit slip","fields":[{"name":"status","type":"text"},{"name":"approver","type":"text"},{"name":"filed","type":"text"},{"name":"opening","type":"text"}]}
{"kind":"record_type","id":"test_bed","name":"Test bed","fields":[{"name":"soil","type":"text"}]}
{"kind":"record_type","id":"dataset","name":"Data set","fields":[{"name":"public","type":"text"}]}
{"kind":"record_type","id":"hall","name":"Hall","fields":[]}
{"kind":"project","id":"mill","name":"Water Mill","state_key":"active","type_key":"project.building.mill"}
{"kind":"record","id":"p1","project_id":"mill","record_type":"permit","type_key":"record.permit","name":"Weir","fields":{"status":"approved","approver":"county","filed":"yes, in May","opening":"2027","review":"2026-10-15"}}
{"kind":"record","id":"p2","project_id":"mill","record_type":"permit","type_key":"record.permit","name":"Fish ladder","fields":{"status":"refused","approver":"county","filed":"not yet","opening":"2029"}}
{"kind":"record","id":"p3","project_id":"mill","record_type":"permit","type_key":"record.permit","name":"Sluice","fields":{"status":"done","approver":"town"}}
{"kind":"record","id":"b1","project_id":"mill","record_type":"test_bed","type_key":"record.test_bed","name":"North bed","fields":{"soil":"clay"}}
{"kind":"record","id":"b2","project_id":"mill","record_type":"test_bed","type_key":"record.test_bed","name":"South bed","fields":{"soil":"sand"}}
{"kind":"record","id":"d1","project_id":"mill","record_type":"dataset","type_key":"record.dataset","name":"Flow","fields":{"public":"since June"}}
{"kind":"record","id":"d2","project_id":"mill","record_type":"dataset","type_key":"record.dataset","name":"Levels","fields":{"public":"no"}}
{"kind":"record","id":"h1","project_id":"mill","record_type":"hall","type_key":"record.hall","name":"Great hall","fields":{}}
{"kind":"record","id":"h2","project_id":"mill","record_type":"hall","type_key":"record.hall","name":"Low hall","fields":{}}
{"kind":"task","id":"beam","project_id":"mill","title":"Raise the beam"}
{"kind":"task","id":"floor","project_id":"mill","title":"Lay the floor","state_key":"done"}
{"kind":"edge","rel":"references","src_id":"beam","dst_id":"h1"}
{"kind":"edge","rel":"references","src_id":"floor","dst_id":"h2"}
`)
	for question, want := range map[string]string{
		"which permits are approved":                     "Weir: status",
		"which permits are not approved":                 "Fish ladder: status; Sluice: status", // the approver is a field
		"which permit slips haven't been approved yet?":  "Fish ladder: status",                 // what is done was
		"permits that aren't filed":                      "Fish ladder: filed; Sluice: filed",
		"which permits open in 2029":                     "Fish ladder: opening",
		"which permits don't open in 2029":               "Weir: opening; Sluice: opening",
		"permits to review in October":                   "Weir: review",
		"permits to review next week":                    "none",
		"which permits are refused or approved":          "Weir: status; Fish ladder: status",
		"permits of the town that are refused or done":   "Sluice: approver status",
		"which test beds have clay":                      "North bed: soil",
		"data sets not public yet":                       "Levels: public",
		"which halls are not ready yet":                  "Great hall: ; 1 open",
		"which soils are clay":                           "North bed: soil",
		"which soils are of clay and on the hill":        "",
		"which permits are approved by the archbishop":   "", // nothing is the archbishop's
		"what is the way from the halls to the test bed": "",
	} {
		if list := shown(l.find(question).List); list != want {
			t.Errorf("%q lists %q, want %q", question, list, want)
		}
	}
}

// shown returns the members of a list with the fields that are shown of them.
func shown(list *outline.List) string {
	if list == nil {
		return ""
	}
	if len(list.Groups) == 0 {
		return "none"
	}
	var members []string
	for _, group := range list.Groups {
		for _, m := range group.Members {
			member := m.Entity.Self().Label + ": " + strings.Join(m.Shown, " ")
			if m.Relation != "" {
				member += "; " + m.Relation
			}
			members = append(members, member)
		}
	}
	return strings.Join(members, "; ")
}
