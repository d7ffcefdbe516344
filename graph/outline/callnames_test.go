package outline_test

import "testing"

// TestCalledByNumbers asks for entities by what is before their numbers in props, and by
// a plural that is no form of a stage.
func TestCalledByNumbers(t *testing.T) {
	openWith(t, `{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"project","id":"w","name":"Weir rules","state_key":"active"}
{"kind":"record","id":"ida","project_id":"w","record_type":"person","name":"Ida Holm"}
{"kind":"plan","id":"gate","project_id":"w","name":"Widen the gate","props":{"number":"WRC101","stage":"proposed","lead":"Ida Holm"}}
{"kind":"plan","id":"eel","project_id":"w","name":"Eel ladder","props":{"number":"WRC102","stage":"voted","lead":"Ida Holm"}}
{"kind":"plan","id":"lock","project_id":"w","name":"New lock","props":{"number":"WRC107","stage":"voted","lead":"Otto Brandt"}}
{"kind":"task","id":"dig","project_id":"w","title":"Dig the bypass for eels","state_key":"todo","props":{"owner":"Ida Holm"}}
`).answersAll(t, map[string]string{
		"which WRCs are voted?":     "Plans of Weir rules, voted: eel lock",
		"list of WRCs voted":        "Plans of Weir rules, voted: eel lock",
		"WRCs of Ida Holm":          "Plans of Ida Holm: gate eel",
		"proposals of Ida Holm":     "Plans of Ida Holm: gate eel",
		"proposed WRCs of Ida Holm": "Plans of Ida Holm, proposed: gate",
	})
}

// TestCalledByValues asks for records by the plural of a value, and for what is in a
// project by some words of its name.
func TestCalledByValues(t *testing.T) {
	openWith(t, `{"kind":"record_type","id":"tool","name":"Tool","fields":[{"name":"role","type":"text"}]}
{"kind":"project","id":"w","name":"North weir rules","state_key":"active"}
{"kind":"project","id":"q","name":"Quay","state_key":"active"}
{"kind":"record","id":"axe","project_id":"w","record_type":"tool","name":"Axe","fields":{"role":"cutter"}}
{"kind":"record","id":"saw","project_id":"w","record_type":"tool","name":"Saw","fields":{"role":"cutter"}}
{"kind":"record","id":"mop","project_id":"w","record_type":"tool","name":"Mop","fields":{"role":"cleaner"}}
{"kind":"decision","id":"gate","project_id":"w","title":"Close the gate","state_key":"reversed"}
{"kind":"decision","id":"lamp","project_id":"w","title":"Light the lock","state_key":"made"}
{"kind":"decision","id":"crane","project_id":"q","title":"Hire a crane","state_key":"reversed"}
`).answersAll(t, map[string]string{
		"all cutters":                                "Records of all projects, cutters: axe saw",
		"all cutters among the tools":                "Records of all projects, tools, cutters: axe saw",
		"decisions that were reversed at North weir": "Decisions of North weir rules, reversed: gate",
	})
}
