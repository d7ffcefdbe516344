package outline_test

import "testing"

// log has records of two types with a date, of which one type is called by a word
// whose stem has another stem.
const log = `
{"kind":"record_type","id":"release","name":"Release","fields":[{"name":"version","type":"text"},{"name":"released_on","type":"date"}]}
{"kind":"record_type","id":"outage","name":"Outage","fields":[{"name":"began","type":"date"},{"name":"ended","type":"date"}]}
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"record","id":"r1","project_id":"p","record_type":"release","name":"one","fields":{"version":"1.1","released_on":"2026-05-02"}}
{"kind":"record","id":"r2","project_id":"p","record_type":"release","name":"two","fields":{"version":"1.2","released_on":"2025-11-30"}}
{"kind":"record","id":"o1","project_id":"p","record_type":"outage","name":"dark","fields":{"began":"2026-05-02","ended":"2026-06-02"}}
`

// TestRecordsOfMonth asks for records by a month and by the only field with dates,
// which are those of the last such month if the next one has none.
func TestRecordsOfMonth(t *testing.T) {
	l := openWith(t, log)
	l.answers(t, map[string]string{
		"releases in May":           "Records of Lighthouse, releases, 2026-05-01 to 2026-05-31: r1",
		"November releases":         "Records of Lighthouse, releases, 2025-11-01 to 2025-11-30: r2",
		"releases since April":      "Records of Lighthouse, releases, since 2026-04-01: r1",
		"outages that began in May": "Records of Lighthouse, outages, began 2026-05-01 to 2026-05-31: o1",
	})
	if list := l.find("outages in May").List; list != nil && len(list.Groups) > 0 {
		t.Errorf("a date of two fields chose %v", list.Groups)
	}
}

// TestRecordsOfDates asks for records by the name of a field with dates, and by what
// happens then. now is the first of September 2026.
func TestRecordsOfDates(t *testing.T) {
	openWith(t, `
{"kind":"record_type","id":"supplier","name":"Supplier","fields":[{"name":"town","type":"text"},{"name":"contract_until","type":"date"}]}
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"record","id":"s1","project_id":"p","record_type":"supplier","name":"Lamp oil","fields":{"town":"Husum","contract_until":"2027-03-01"}}
{"kind":"record","id":"s2","project_id":"p","record_type":"supplier","name":"Boats","fields":{"town":"Kiel","contract_until":"2026-12-31"}}
{"kind":"record","id":"s3","project_id":"p","record_type":"supplier","name":"Paint","fields":{"town":"Kiel"}}
`).answers(t, map[string]string{
		"contracts that end in March":            "Records of Lighthouse, contracts, 2027-03-01 to 2027-03-31: s1",
		"which contracts expire this year?":      "Records of Lighthouse, contracts, 2026-01-01 to 2026-12-31: s2",
		"upcoming contracts":                     "Records of Lighthouse, contracts, from 2026-09-01: s2 s1",
		"suppliers whose contract ends in March": "Records of Lighthouse, suppliers, contract 2027-03-01 to 2027-03-31: s1",
		"contracts that end in rain":             "no list",
	})
}
