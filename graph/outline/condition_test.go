package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/outline"
)

// work is a project with a task for each condition that a question may have.
const work = `
{"kind":"project","id":"hull","name":"Hull repair: the ferry Aurora","state_key":"active"}
{"kind":"project","id":"deck","name":"Deck paint","state_key":"paused"}
{"kind":"task","id":"weld","project_id":"hull","title":"Weld the keel","state_key":"blocked","priority":1,"due_at":"2026-08-20T00:00:00Z"}
{"kind":"task","id":"rivet","project_id":"hull","title":"Count the rivets","state_key":"todo","priority":4,"props":{"owner":"Ines"}}
{"kind":"task","id":"sand","project_id":"deck","title":"Sand the planks","state_key":"done","priority":2,` +
	`"due_at":"2026-08-26T00:00:00Z","completed_at":"2026-08-25T09:00:00Z"}
{"kind":"task","id":"prime","project_id":"deck","title":"Prime the planks","state_key":"in_progress",` +
	`"priority":2,"due_at":"2026-09-03T00:00:00Z"}
{"kind":"risk","id":"rust","project_id":"hull","title":"Rust below the waterline","state_key":"identified","impact":"high"}
{"kind":"risk","id":"rain","project_id":"deck","title":"Rain before the paint is dry","state_key":"mitigated","impact":"low"}
{"kind":"decision","id":"steel","project_id":"hull","title":"Steel, not aluminium","state_key":"made","decision_at":"2026-08-12T00:00:00Z"}
{"kind":"decision","id":"colour","project_id":"deck","title":"Which blue","state_key":"pending"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record","id":"jonas","project_id":"deck","record_type":"person","name":"Jonas Berg"}
{"kind":"edge","src_id":"jonas","rel":"relates_to","dst_id":"prime"}
`

// TestVagueQuestions checks which questions an overview answers, and of which
// project.
func TestVagueQuestions(t *testing.T) {
	l := openWith(t, work)
	for question, want := range map[string]string{
		"give me an overview":                     "all",
		"what should I work on next":              "all",
		"who is working on what":                  "all",
		"what are the next steps":                 "all",
		"recently updated":                        "all",
		"what's the status of the ferry project":  "Hull repair: the ferry Aurora",
		"how is Deck paint going":                 "Deck paint",
		"what is the status of the keel":          "",
		"which tasks are open":                    "",
		"":                                        "",
		"how much does the paint of Aurora weigh": "",
	} {
		o, got := l.find(question), ""
		if o.IsVague {
			got = "all"
		}
		if o.IsVague && o.Project != nil {
			got = o.Project.Project().Name
		}
		if got != want {
			t.Errorf("%q is answered by an overview of %q, want %q", question, got, want)
		}
	}
}

// firstList returns the title and the members of the first list of an outline.
func firstList(o *outline.Outline) string {
	switch {
	case o.List == nil:
		return "no list"
	case len(o.List.Groups) == 0:
		return "None: " + o.List.None
	}
	group := o.List.Groups[0]
	text := []string{group.Title + ":"}
	for _, m := range group.Members {
		text = append(text, *m.Entity.Self().ExternalID)
	}
	return strings.Join(text, " ")
}

// answers checks the first list by which each question is answered.
func (l *library) answers(t *testing.T, lists map[string]string) {
	t.Helper()
	for question, want := range lists {
		if got := firstList(l.find(question)); got != want {
			t.Errorf("%q is answered by\n%s\nwant\n%s", question, got, want)
		}
	}
}

// proposals is a project that calls its plans by a word before their numbers,
// and its outputs by one in their type.
const proposals = `
{"kind":"project","id":"quay","name":"Quay rules","state_key":"active"}
{"kind":"plan","id":"q1","project_id":"quay","name":"QIP-1: Moor by the stern","type_key":"plan.proposal","state_key":"completed",` +
	`"props":{"status":"accepted","stage":"trial"}}
{"kind":"plan","id":"q2","project_id":"quay","name":"QIP-2: Fenders for hire","type_key":"plan.proposal",` +
	`"state_key":"active","props":{"status":"acceptable"}}
{"kind":"plan","id":"q3","project_id":"quay","name":"QIP-3: No lights after ten","type_key":"plan.proposal",` +
	`"state_key":"active","props":{"status":"refused"}}
{"kind":"task","id":"t1","project_id":"quay","title":"Buy fenders","state_key":"done","due_at":"2026-08-20T00:00:00Z"}
{"kind":"task","id":"t2","project_id":"quay","title":"Print the price list","state_key":"todo","due_at":"2026-08-24T00:00:00Z"}
{"kind":"output","id":"o1","project_id":"quay","name":"Lamp switch","type_key":"output.feature"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record","id":"ada","project_id":"quay","record_type":"person","name":"Ada Lind"}
{"kind":"document","id":"read","project_id":"quay","title":"Quay rules: read this first"}
{"kind":"edge","src_id":"ada","rel":"relates_to","dst_id":"q1"}
{"kind":"edge","src_id":"ada","rel":"relates_to","dst_id":"q3"}
{"kind":"edge","src_id":"q2","rel":"has_task","dst_id":"t1"}
{"kind":"edge","src_id":"q2","rel":"has_task","dst_id":"t2"}
{"kind":"edge","src_id":"q2","rel":"depends_on","dst_id":"q3"}
`

// TestAsksNeighbours asks for what is joined to a plan in several ways, and by
// words of its name, which ask for nothing.
func TestAsksNeighbours(t *testing.T) {
	l := openWith(t, strings.ReplaceAll(proposals, "Fenders for hire", "Fenders replaced by tyres"))
	for question, want := range map[string]bool{
		"which other QIPs should I read with QIP-2": true,
		"plans like QIP-2":                          true,
		"see also for QIP-2":                        true,
		"what builds on Fenders replaced by tyres":  true,
		"what does the QIP-2 plan say":              false,
		"did you see QIP-2":                         false,
		"why Fenders replaced by tyres":             false,
	} {
		topics := l.find(question).Topics
		if len(topics) == 0 || topics[0].AsksNeighbours != want {
			t.Errorf("%q asks for the neighbours of a topic: %t, want %t", question, !want, want)
		}
	}
}

// TestDatesOfProps checks that a property of one document with the name of a column does
// not hide the column of tasks.
func TestDatesOfProps(t *testing.T) {
	l := openWith(t, work+`{"kind":"document","id":"note","project_id":"hull","title":"Note","props":{"due_at":"2026-12-24"}}`)
	l.lists(t, map[string]string{"which tasks are due this week": "Prime"})
}
