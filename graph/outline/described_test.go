package outline_test

import "testing"

// TestDescribedProjects asks for what is in a project that only its text describes, and in
// all that a word describes. Between a property and its value, a word that often only asks
// is a value.
func TestDescribedProjects(t *testing.T) {
	openWith(t, `{"kind":"project","id":"mill","name":"Mill","state_key":"active","description":"The wheel and its flood gate."}
{"kind":"project","id":"kiln","name":"Kiln","state_key":"active","description":"Bricks for the flood wall, and leaflets for citizens."}
{"kind":"milestone","id":"wheel","project_id":"mill","title":"The wheel turns","state_key":"missed"}
{"kind":"milestone","id":"fire","project_id":"kiln","title":"First fire","state_key":"missed"}
{"kind":"milestone","id":"wall","project_id":"kiln","title":"The wall is high","state_key":"pending"}
{"kind":"plan","id":"gate","project_id":"mill","name":"Widen the gate","props":{"layer":"API/RPC"}}
{"kind":"plan","id":"clay","project_id":"kiln","name":"Better clay","props":{"layer":"Ground"}}
`).answersAll(t, map[string]string{
		"Which milestones were missed in the two flood projects?": "Milestones of all projects, missed: fire wheel",
		"missed milestones - both projects":                       "Milestones of all projects, missed: fire wheel",
		"missed milestones in the citizen project":                "Milestones of Kiln, missed: fire",
		"missed milestones in the flood project":                  "no list",
		"plans of layer API/RPC":                                  "Plans of all projects, api: gate",
	})
}
