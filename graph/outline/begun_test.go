package outline_test

import "testing"

// depot has tasks and outputs that are called by the series of their keys, with starts in
// a column and in the props, and an import that dates nothing.
const depot = `
{"kind":"project","id":"d","name":"Tram depot","state_key":"active"}
{"kind":"project","id":"l","name":"Line nine","state_key":"active"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"task","id":"m1","project_id":"d","title":"Longer pit","start_at":"2023-03-02","props":{"key":"MOT-0001"}}
{"kind":"task","id":"m2","project_id":"d","title":"Second lift","start_at":"2024-08-15","props":{"key":"MOT-0002"}}
{"kind":"task","id":"m3","project_id":"d","title":"Washing plant","start_at":"2025-02-01","props":{"key":"MOT-0003"}}
{"kind":"document","id":"x1","project_id":"d","title":"MOT-0001 motion: Longer pit","type_key":"document.motion","content":"A pit of 40 metres."}
{"kind":"document","id":"x2","project_id":"d","title":"MOT-0002 motion: Second lift","type_key":"document.motion","content":"One more lift."}
{"kind":"document","id":"x3","project_id":"d","title":"MOT-0003 motion: Washing plant","type_key":"document.motion","content":"Soft water."}
{"kind":"edge","rel":"references","src_id":"m1","dst_id":"x1"}
{"kind":"edge","rel":"references","src_id":"m2","dst_id":"x2"}
{"kind":"edge","rel":"references","src_id":"m3","dst_id":"x3"}
{"kind":"output","id":"n1","project_id":"l","name":"Stop at the fair","props":{"number":"NOTE 1","opened_on":"2019-05-06"}}
{"kind":"output","id":"n2","project_id":"l","name":"Loop at the port","props":{"number":"NOTE 2","opened_on":"2024-08-01"}}
{"kind":"record","id":"pia","project_id":"d","record_type":"person","name":"Pia Holm"}
{"kind":"edge","rel":"relates_to","src_id":"pia","dst_id":"m1"}
{"kind":"edge","rel":"relates_to","src_id":"pia","dst_id":"m3"}
`

// TestListsOfBeginnings asks when things were created whose creation only the import
// dates, in the words of their keys and of their documents.
func TestListsOfBeginnings(t *testing.T) {
	openWith(t, depot).answers(t, map[string]string{
		"MOTs created in 2024 or later":          "Tasks of all projects, since 2024-01-01: m3 m2",
		"which MOTs started in August 2024":      "Tasks of all projects, 2024-08-01 to 2024-08-31: m2",
		"motions opened in August 2024":          "Tasks of all projects, 2024-08-01 to 2024-08-31: m2",
		"notes created before 2020":              "Outputs of all projects, until 2019-12-31: n1",
		"MOTs begun in 2023 or before":           "Tasks of all projects, until 2023-12-31: m1",
		"what was opened in August 2024 (depot)": "Tasks of Tram depot, 2024-08-01 to 2024-08-31: m2",
		"motions by Pia Holm":                    "Tasks of Pia Holm: m3 m1",
		"MOTs by elks":                           "no list",
		"motions written by nobody":              "Tasks of all projects, without an owner: m2",
	})
}
