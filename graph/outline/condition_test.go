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
{"kind":"task","id":"sand","project_id":"deck","title":"Sand the planks","state_key":"done","priority":2,"due_at":"2026-08-26T00:00:00Z","completed_at":"2026-08-25T09:00:00Z"}
{"kind":"task","id":"prime","project_id":"deck","title":"Prime the planks","state_key":"in_progress","priority":2,"due_at":"2026-09-03T00:00:00Z"}
{"kind":"risk","id":"rust","project_id":"hull","title":"Rust below the waterline","state_key":"identified","impact":"high"}
{"kind":"risk","id":"rain","project_id":"deck","title":"Rain before the paint is dry","state_key":"mitigated","impact":"low"}
{"kind":"decision","id":"steel","project_id":"hull","title":"Steel, not aluminium","state_key":"made","decision_at":"2026-08-12T00:00:00Z"}
{"kind":"decision","id":"colour","project_id":"deck","title":"Which blue","state_key":"pending"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record","id":"jonas","project_id":"deck","record_type":"person","name":"Jonas Berg"}
{"kind":"edge","src_id":"jonas","rel":"relates_to","dst_id":"prime"}
`

// TestConditions asks for lists by what their members have or lack. now is the
// first of September 2026, a Tuesday.
func TestConditions(t *testing.T) {
	l := openWith(t, work)
	for question, want := range map[string]string{
		"which tasks have no owner":              "Tasks of all projects, without an owner: weld",
		"tasks underway":                         "Tasks of all projects, underway: prime",
		"missed deadlines on tasks":              "Tasks of all projects, overdue: weld",
		"what are we working on":                 "Tasks of all projects, progress: prime",
		"which deadlines did we miss":            "Tasks of all projects, overdue: weld",
		"what was not delivered on time":         "Tasks of all projects, overdue: weld",
		"tasks past their deadline":              "Tasks of all projects, overdue: weld",
		"list tickets past their due date":       "Tasks of all projects, overdue: weld",
		"which risks could sink the project":     "Risks of all projects: rust rain",
		"which risks could sink the galleon":     "no list",
		"list of the overdue tasks":              "Tasks of all projects, overdue: weld",
		"a list of all the unassigned tasks":     "Tasks of all projects, without an owner: weld",
		"decisions of 2026":                      "Decisions of all projects, 2026-01-01 to 2026-12-31: steel",
		"decisions with a decision date in 2026": "Decisions of all projects, 2026-01-01 to 2026-12-31: steel",
		"decisions made in 2031":                 "None: Decisions of all projects, 2031-01-01 to 2031-12-31",
		"list overturned decisions":              "None: Decisions of all projects, reversed",
		"unassigned tasks":                       "Tasks of all projects, without an owner: weld",
		"which tasks is nobody looking after":    "Tasks of all projects, without an owner: weld",
		"tasks without a due date":               "Tasks of all projects, without a date: rivet",
		"which risks are not mitigated":          "Risks of all projects, not mitigated: rust",
		"unmitigated risks":                      "Risks of all projects, not mitigated: rust",
		"tasks that are not finished yet":        "Tasks of all projects, not finished: weld prime rivet",
		"which tasks are not ready":              "Tasks of all projects: weld prime sand rivet", // no task can be
		"high impact risks":                      "Risks of all projects, high impact: rust",
		"risks whose impact is low":              "Risks of all projects, low impact: rain",
		"urgent tasks":                           "Tasks of all projects, urgent priority, open: weld prime",
		"p1 tasks":                               "Tasks of all projects, priority 1: weld",
		"low priority tasks":                     "Tasks of all projects, low priority: rivet",
		"blocked or finished tasks":              "Tasks of all projects, blocked or finished: weld sand",
		"which decisions were made in August":    "Decisions of all projects, 2026-08-01 to 2026-08-31: steel",
		"what was completed last week":           "Tasks of all projects, 2026-08-24 to 2026-08-30: sand",
		"which tasks were due last week":         "Tasks of all projects, due 2026-08-24 to 2026-08-30: sand",
		"unassigned risks of the ferry project":  "Risks of Hull repair: the ferry Aurora, without an owner: rust",
		"what is overdue in the ferry project":   "Tasks of Hull repair: the ferry Aurora, overdue: weld",
		"overdue tasks across all projects":      "Tasks of all projects, overdue: weld",
		"which projects are paused":              "Projects, paused: deck",
		"what was decided in June":               "None: Decisions of all projects, 2026-06-01 to 2026-06-30",
		"which milestones are due tomorrow":      "None: Milestones of all projects, due 2026-09-02",
		"which tasks have nobody":                "Tasks of all projects, without an owner: weld",
		"implemented tasks":                      "Tasks of all projects, implemented: sand",
		"reversed decisions":                     "None: Decisions of all projects, reversed",
		"which milestones did we miss":           "None: Milestones of all projects, missed",
		"tasks of the ferry project":             "Tasks of Hull repair: the ferry Aurora: weld rivet",
		"how many risks does Deck paint have":    "Risks of Deck paint: rain",
		"what should have been finished by now":  "Tasks of all projects, overdue: weld",
		"latest decisions":                       "Decisions of all projects: steel colour",
		"biggest worries":                        "Risks of all projects: rust rain",
		"which tasks slipped":                    "Tasks of all projects, overdue: weld",
		"tasks without an owner in Deck paint":   "None: Tasks of Deck paint, without an owner",
		"milestones we missed":                   "None: Milestones of all projects, missed",
	} {
		if got := firstList(l.find(question)); got != want {
			t.Errorf("%q is answered by\n%s\nwant\n%s", question, got, want)
		}
	}
}

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
		return "None: " + o.List.Nothing()
	}
	group := o.List.Groups[0]
	text := []string{o.List.Title(group.Kind) + ":"}
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
{"kind":"plan","id":"q1","project_id":"quay","name":"QIP-1: Moor by the stern","type_key":"plan.proposal","state_key":"completed","props":{"status":"accepted","stage":"trial"}}
{"kind":"plan","id":"q2","project_id":"quay","name":"QIP-2: Fenders for hire","type_key":"plan.proposal","state_key":"active","props":{"status":"acceptable"}}
{"kind":"plan","id":"q3","project_id":"quay","name":"QIP-3: No lights after ten","type_key":"plan.proposal","state_key":"active","props":{"status":"refused"}}
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

// TestCalledLists asks for lists by words that only the project has for its
// kinds, and for parts of a topic with something required of them.
func TestCalledLists(t *testing.T) {
	openWith(t, proposals).answers(t, map[string]string{
		"how many QIPs are accepted":          "Plans of Quay rules, accepted: q1",
		"refused proposals":                   "Plans of Quay rules, refused: q3",
		"proposals that are not refused":      "Plans of Quay rules, not refused: q1 q2",
		"QIPs of quay rules not in trial":     "Plans of Quay rules, not trial: q2 q3",
		"which ones were refused":             "Plans of Quay rules, refused: q3",
		"list the risks":                      "None: Risks of Quay rules",
		"number of proposals":                 "Plans of Quay rules: q1 q2 q3",
		"implemented QIPs":                    "Plans of Quay rules, implemented: q1",
		"trial features":                      "Plans of Quay rules, trial: q1",
		"proposals with a stage":              "Plans of Quay rules, with stage: q1",
		"which QIPs have a status":            "Plans of Quay rules, with status: q1 q2 q3",
		"refused proposals by Ada Lind":       "Plans of Ada Lind, refused: q3",
		"what is QIP-3":                       "no list",
		"compare QIP-1 and QIP-3":             "no list",
		"proposals about fenders":             "no list",
		"overdue tasks of QIP-2":              "Tasks of QIP-2: Fenders for hire, overdue: t2",
		"finished tasks of Fenders for hire":  "Tasks of QIP-2: Fenders for hire, finished: t1",
		"blocked tasks of QIP-2":              "None: Tasks of QIP-2: Fenders for hire, blocked",
		"upcoming milestones of QIP-2":        "None: Milestones of QIP-2: Fenders for hire, due from 2026-09-01",
		"tasks of QIP-2":                      "no list",
		"open tasks of Quay rules":            "Tasks of Quay rules, open: t2",
		"which tasks of QIP-2 have no owner":  "Tasks of QIP-2: Fenders for hire, without an owner: t2",
		"open tasks of QIP-2 that are urgent": "None: Tasks of QIP-2: Fenders for hire, urgent priority, open",
	})
}

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
