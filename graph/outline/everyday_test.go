package outline_test

import (
	"fmt"
	"testing"

	"dossier/graph/outline"
)

// harbours are two projects, with work that nobody has begun. now is 1 September.
const harbours = `
{"kind":"project","id":"h","name":"Harbour air: 40 stations","state_key":"active"}
{"kind":"project","id":"q","name":"Quay wall","state_key":"active"}
{"kind":"task","id":"mast","project_id":"h","title":"Raise the mast","state_key":"todo","due_at":"2026-09-09"}
{"kind":"task","id":"wire","project_id":"h","title":"Wire the mast","state_key":"in_progress","due_at":"2026-09-10"}
{"kind":"task","id":"pump","project_id":"q","title":"Rent a pump","state_key":"in_progress","due_at":"2026-09-08"}
{"kind":"milestone","id":"open","project_id":"q","title":"Quay opens","state_key":"pending","due_at":"2026-12-03"}
{"kind":"plan","id":"wall","project_id":"q","name":"Wall repair","state_key":"active"}
{"kind":"risk","id":"storm","project_id":"q","title":"A storm takes the crane","impact":"high","state_key":"identified"}
{"kind":"risk","id":"rust","project_id":"q","title":"Rust below the water","impact":"low","state_key":"identified"}
{"kind":"edge","src_id":"wall","rel":"has_risk","dst_id":"storm"}
{"kind":"edge","src_id":"wall","rel":"has_risk","dst_id":"rust"}
{"kind":"decision","id":"stone","project_id":"q","title":"Granite or concrete","state_key":"pending"}
{"kind":"document","id":"notes","project_id":"q","title":"Notes of the divers","state_key":"draft"}
`

// TestEverydayLists asks for lists as people talk about their work.
func TestEverydayLists(t *testing.T) {
	openWith(t, harbours).answers(t, map[string]string{
		"what hasn't been started":          "Tasks of all projects, not started: mast",
		"what is due next week for Harbour": "Tasks of Harbour air: 40 stations, due 2026-09-07 to 2026-09-13: mast wire",
		"what is still undecided":           "Decisions of all projects, not decided, open: stone",
		"serious risks":                     "Risks of all projects, high impact: storm",
		"what should worry me this week":    "Risks of all projects: storm rust",
		"what can we still ship on 3 Dec":   "Milestones of all projects, open, due 2026-12-03: open",
		"how far along are we":              "no list",
		"December deadlines":                "Milestones of all projects, due 2026-12-01 to 2026-12-31: open",
		"September deadlines":               "Tasks of all projects, due 2026-09-01 to 2026-09-30: pump mast wire",
		"past due items pls":                "None: Entities of all projects, overdue",
		"tickets in progress":               "Tasks of all projects, progress: pump wire",
		"list of tickets":                   "no list",
		"which milestones lie ahead":        "Milestones of all projects, due from 2026-09-01: open",
	})
}

// TestStatesInOtherWords asks for lists by states and types as people call them.
func TestStatesInOtherWords(t *testing.T) {
	openWith(t, `
{"kind":"project","id":"p","name":"Mole M-4 of the port","state_key":"active"}
{"kind":"document","id":"text","project_id":"p","title":"Text of the moles","type_key":"document.rfc_text","created_at":"2024-02-03"}
{"kind":"task","id":"pile","project_id":"p","title":"Steel piles","type_key":"task.rfc.feature","state_key":"todo","created_at":"2025-02-03"}
{"kind":"task","id":"wood","project_id":"p","title":"No timber","type_key":"task.rfc.ban","state_key":"todo","due_at":"2026-08-03","created_at":"2026-02-03"}
{"kind":"goal","id":"sail","project_id":"p","name":"Sails","state_key":"achieved"}
{"kind":"goal","id":"row","project_id":"p","name":"Oars","state_key":"abandoned"}
{"kind":"goal","id":"swim","project_id":"p","name":"Fins","state_key":"active"}
{"kind":"milestone","id":"first","project_id":"p","title":"First pile","state_key":"completed"}
{"kind":"milestone","id":"last","project_id":"p","title":"Last pile","state_key":"missed"}
{"kind":"risk","id":"ice","project_id":"p","title":"Ice","state_key":"occurred"}
{"kind":"risk","id":"fog","project_id":"p","title":"Fog","state_key":"identified"}
{"kind":"project","id":"q","name":"Quay","state_key":"active"}
{"kind":"risk","id":"rust","project_id":"q","title":"Rust","state_key":"occurred"}
{"kind":"task","id":"tar","project_id":"q","title":"Tar","due_at":"2026-08-03"}
`).answers(t, map[string]string{
		"goals reached or given up":          "Goals of all projects, reached or abandoned: row sail",
		"reached milestones":                 "Milestones of all projects, reached: first",
		"risks on M-4 that have become real": "Risks of Mole M-4 of the port, occurred: ice",
		"what is late at the Quay":           "Tasks of Quay, overdue: tar",
		"RFCs from 2025":                     "Tasks of all projects, 2025-01-01 to 2025-12-31: pile",
		"which ban RFCs are there":           "Tasks of all projects, ban: wood",
	})
}

// TestOtherNouns checks that a list of what has another name here is only a partial
// answer, which names the word.
func TestOtherNouns(t *testing.T) {
	l := openWith(t, harbours)
	for question, want := range map[string]outline.Answerability{"tickets in progress": outline.Partly, "tasks in progress": outline.Likely} {
		if got := l.find(question).Confidence; got.Answer != want || len(got.Unknown) > 0 != (want == outline.Partly) {
			t.Errorf("%q is answered %s without %q, want %s", question, got.Answer, got.Unknown, want)
		}
	}
}

// TestTitlesInMessages checks that a message which has the title of a part between
// much else is about the part.
func TestTitlesInMessages(t *testing.T) {
	l := openWith(t, harbours)
	message := "[09:14] mira: the printer is dead again\n[09:15] jon: call the shop\n[09:17] mira: ok. other thing: %s?\n[09:31] jon: ask upstairs"
	for title, want := range map[string]outline.Answerability{"a storm takes the crane": outline.Likely, "a flood ruins my shed": outline.Unlikely} {
		if got := l.find(fmt.Sprintf(message, title)).Confidence; got.Answer != want {
			t.Errorf("%q is answered %s (%.2f: %v), want %s", title, got.Answer, got.Value, got.Reasons, want)
		}
	}
}
