package outline_test

import "testing"

// rulebook has two projects. All decisions of one are rules, and few of all: the other
// has more. Rules have their writers in lists, and a lead in a property of two words.
const rulebook = `
{"kind":"project","id":"r","name":"Rule book","state_key":"active"}
{"kind":"project","id":"k","name":"Kitchen","state_key":"active"}
{"kind":"decision","id":"r1","project_id":"r","title":"RULE 1: No dogs","state_key":"made","props":{"authors":["Ada Moss","Ben Ohm","Cleo Park","Dan Quist"],"review_lead":"Eva Rand"}}
{"kind":"decision","id":"r2","project_id":"r","title":"RULE 2: No bells","state_key":"made","props":{"authors":["Dan Quist"],"review_lead":"Ben Ohm"}}
{"kind":"decision","id":"r3","project_id":"r","title":"RULE 3: No mud","state_key":"made","props":{"authors":["Ada Vogel"],"review_lead":"Ben Ohm"}}
{"kind":"decision","id":"k1","project_id":"k","title":"Soup on Mondays","state_key":"made"}
{"kind":"decision","id":"k2","project_id":"k","title":"Fish on Fridays","state_key":"made"}
{"kind":"decision","id":"k3","project_id":"k","title":"No plates of tin","state_key":"made"}
{"kind":"decision","id":"k4","project_id":"k","title":"Two cooks","state_key":"made"}
`

// TestCalledInOneProject asks for what only one of several projects calls so, by people
// in long lists and in a property of two words.
func TestCalledInOneProject(t *testing.T) {
	openWith(t, rulebook).answers(t, map[string]string{
		"rules by Cleo Park":                  "Decisions of all projects, cleo: r1",
		"rules with Dan Quist as author":      "Decisions of all projects, dan: r1 r2",
		"rules whose review lead is Eva Rand": "Decisions of all projects, eva: r1",
		"rules by Ada Torvalds":               "no list",
	})
}
