package outline_test

import "testing"

// faults are records with a status and no gravity.
const faults = `
{"kind":"record_type","id":"fault","name":"Fault","fields":[{"name":"status","type":"text"},{"name":"cost","type":"text"}]}
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"record","id":"f1","project_id":"p","record_type":"fault","name":"dark stripe","fields":{"status":"closed","cost":"40"}}
{"kind":"record","id":"f2","project_id":"p","record_type":"fault","name":"loose rail","fields":{"status":"reported","cost":"15"}}
`

// TestUnvalued asks for records by what none of them has as a value, and by one word.
func TestUnvalued(t *testing.T) {
	openWith(t, faults).answers(t, map[string]string{
		"unresolved faults":          "Records of Lighthouse, faults, open: f2",
		"serious faults":             "Records of Lighthouse, faults: f1 f2",
		"fault history":              "Records of Lighthouse, fault: f1 f2",
		"which faults were reported": "Records of Lighthouse, faults, reported: f2",
	})
}
