package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
)

// harbour has people who are named in props, by name, handle and id, and people
// whom edges join to their work.
const harbour = `
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"role","type":"text"},{"name":"handle","type":"text"}]}
{"kind":"record_type","id":"team_member","name":"Team member","fields":[]}
{"kind":"project","id":"h","name":"Harbour","state_key":"active"}
{"kind":"record","id":"ana","project_id":"h","record_type":"person","name":"Ana Reis","fields":{"role":"Crane foreman","handle":"@areis"}}
{"kind":"record","id":"bo","project_id":"h","record_type":"person","name":"Bo Lind","fields":{"role":"Diver"}}
{"kind":"record","id":"cy","project_id":"h","record_type":"person","name":"Cy Ode","fields":{"role":"Cook"}}
{"kind":"plan","id":"cranes","project_id":"h","name":"Cranes","state_key":"active","description":"Both cranes run again."}
{"kind":"task","id":"rope","project_id":"h","title":"Replace the frayed hoist rope","state_key":"blocked",` +
	`"due_at":"2026-08-20","props":{"assignee":"areis"}}
{"kind":"task","id":"paint","project_id":"h","title":"Paint the gantry","state_key":"todo","props":{"owner":"Bo Lind"}}
{"kind":"record","id":"crew/finn","project_id":"h","record_type":"team_member","name":"Finn Moe"}
{"kind":"record","id":"crew/ed","project_id":"h","record_type":"person","name":"Ed Moss"}
{"kind":"task","id":"keel","project_id":"h","title":"Scrape the keel","state_key":"todo","props":{"assignee":"ed"}}
{"kind":"task","id":"winch","project_id":"h","title":"Grease the winch","state_key":"todo","props":{"assignee":"finn"}}
{"kind":"task","id":"soup","project_id":"h","title":"Soup for the night shift","state_key":"done","props":{"owner":"Dora Vale"}}
{"kind":"plan","id":"galley","project_id":"h","name":"Galley","state_key":"active"}
{"kind":"document","id":"log","project_id":"h","title":"Diving log","state_key":"draft"}
{"kind":"plan","id":"quay","project_id":"h","name":"Quay wall","state_key":"draft"}
{"kind":"task","id":"m1","project_id":"h","title":"Mooring north","type_key":"task.mooring","state_key":"todo"}
{"kind":"task","id":"m2","project_id":"h","title":"Mooring south","type_key":"task.mooring","state_key":"done"}
{"kind":"task","id":"w1","project_id":"h","title":"Weld the bollard","state_key":"todo","props":{"labels":["opening-blocker"]}}
{"kind":"task","id":"w2","project_id":"h","title":"Weld the ladder","state_key":"done","props":{"labels":["opening-blocker"]}}
{"kind":"milestone","id":"tide","project_id":"h","title":"Spring tide inspection","state_key":"missed"}
{"kind":"milestone","id":"open","project_id":"h","title":"Opening","state_key":"pending"}
{"kind":"edge","src_id":"cranes","rel":"has_task","dst_id":"rope"}
{"kind":"edge","src_id":"cranes","rel":"has_task","dst_id":"paint"}
{"kind":"edge","src_id":"galley","rel":"has_task","dst_id":"soup"}
{"kind":"edge","src_id":"bo","rel":"relates_to","dst_id":"rope"}
{"kind":"edge","src_id":"bo","rel":"relates_to","dst_id":"log"}
`

// TestPeopleFirst asks who knows about something, and wants the people with
// their reasons before everything else.
func TestPeopleFirst(t *testing.T) {
	l := openWith(t, harbour)
	for question, want := range map[string][]string{
		"who should I talk to about the frayed hoist rope?": {"Ana Reis", "owner of Replace the frayed hoist rope", "Bo Lind"},
		"who maintains the cranes?":                         {"Ana Reis", "Bo Lind"},
		"who cooks soup for the night shift?":               {"Dora Vale — owner of Soup for the night shift"},
		"whom do I ask about the galley?":                   {"Dora Vale"},
		"who greases the winch?":                            {"Finn Moe"}, // by the end of the external id
		"who scrapes the keel?":                             {"Ed Moss"},
	} {
		plan := l.Plan(t, question, l.find(question))
		got := text(plan.First(min(len(plan.Lines), len(want))))
		if !strings.HasPrefix(got, "## People") {
			t.Errorf("%q begins with\n%s\nwant people", question, got)
		}
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%q: the people are\n%s\nwant %q among them", question, got, part)
			}
		}
	}
	for _, question := range []string{"who is Ana Reis", "frayed hoist rope", "tasks without an owner", "who has the diving log",
		"hoist with a rope whose ends are frayed", "how do cooks who work at night get soup"} {
		if o := l.find(question); len(o.Sources) > 0 {
			t.Errorf("%q asks for people beside its subject: %v", question, o.Sources)
		}
	}
}

// TestWhatPeopleOwn checks that the parts and lists of a person have what only
// props say that the person owns.
func TestWhatPeopleOwn(t *testing.T) {
	l := openWith(t, harbour)
	o := l.find("what does Bo Lind do")
	var tasks []string
	for _, group := range o.Topics[0].Groups {
		for _, m := range group.Members {
			if m.Entity.Self().Kind == graph.KindTask {
				tasks = append(tasks, m.Entity.Self().Label)
			}
		}
	}
	if got := strings.Join(tasks, ", "); got != "Replace the frayed hoist rope, Paint the gantry" {
		t.Errorf("Bo Lind has the tasks %q", got)
	}
	reader := l.Set.Corpus().Open()
	owned := parts.PeopleOwn(reader.Indexes[0], l.Set.Graphs()[0])
	reader.Close()
	if ana := owned[graph.ID("ana")]; len(owned) != 4 || len(ana) != 1 || ana[0].Self().Label != "Replace the frayed hoist rope" {
		t.Errorf("by props, the people own %v", owned)
	}
}

// programme is a plan with plans of its own.
const programme = `
{"kind":"project","id":"p","name":"Removal","state_key":"active"}
{"kind":"plan","id":"wave","project_id":"p","name":"Wave 3: north wing","state_key":"active"}
{"kind":"plan","id":"lab","project_id":"p","name":"Laboratory boxes","state_key":"active"}
{"kind":"milestone","id":"live","project_id":"p","title":"Wave 3 unpacked","state_key":"pending"}
{"kind":"task","id":"a","project_id":"p","title":"Label the shelves","state_key":"done"}
{"kind":"task","id":"b","project_id":"p","title":"Hire a van","state_key":"todo"}
{"kind":"task","id":"c","project_id":"p","title":"Order tea","state_key":"done"}
{"kind":"edge","src_id":"p","rel":"has_milestone","dst_id":"live"}
{"kind":"edge","src_id":"p","rel":"has_plan","dst_id":"wave"}
{"kind":"edge","src_id":"wave","rel":"contains","dst_id":"lab"}
{"kind":"edge","src_id":"lab","rel":"has_task","dst_id":"a"}
{"kind":"edge","src_id":"lab","rel":"has_task","dst_id":"b"}
{"kind":"edge","src_id":"p","rel":"has_task","dst_id":"c"}
{"kind":"edge","src_id":"b","rel":"targets_milestone","dst_id":"live"}
`

// TestListsOfProgrammes checks that the list of a plan has the parts of its
// plans.
func TestListsOfProgrammes(t *testing.T) {
	openWith(t, programme).answers(t, map[string]string{
		"how many tasks are done in Wave 3: north wing": "Tasks, done, of Wave 3: north wing: a",
		"open tasks of Wave 3: north wing":              "Tasks, of Wave 3: north wing, open: b",
	})
}

// TestNumbersThatNameNothing checks that a day and the numbers of a log do not
// make an answer unlikely, as an unknown identifier does.
func TestNumbersThatNameNothing(t *testing.T) {
	l := openWith(t, harbour)
	for question, isLow := range map[string]bool{
		"frayed hoist rope on the 27th":                                   false,
		"frayed hoist rope 14:02:51 code=931 retry=7 lag=88ms frame=4412": false,
		"frayed hoist rope 9314":                                          true,
	} {
		if got := l.find(question).Confidence; (got.Answer == outline.Unlikely) != isLow {
			t.Errorf("%q: %v, %v", question, got.Answer, got.Reasons)
		}
	}
}

// TestCrowdedLines checks that many outputs leave room for other parts.
func TestCrowdedLines(t *testing.T) {
	var source strings.Builder
	source.WriteString(`{"kind":"project","id":"c","name":"Canal","state_key":"active"}
{"kind":"plan","id":"lock","project_id":"c","name":"Lock gates","state_key":"active"}
{"kind":"milestone","id":"dry","project_id":"c","title":"Canal drained","state_key":"missed"}
{"kind":"risk","id":"mud","project_id":"c","title":"Mud on the sill"}
{"kind":"edge","src_id":"lock","rel":"has_risk","dst_id":"mud"}
`)
	for i := range 20 {
		fmt.Fprintf(&source, `{"kind":"task","id":"t%[1]d","project_id":"c","title":"Beam %[1]d"}
{"kind":"output","id":"o%[1]d","project_id":"c","name":"Drawing %[1]d"}
{"kind":"edge","src_id":"t%[1]d","rel":"targets_milestone","dst_id":"dry"}
{"kind":"edge","src_id":"lock","rel":"contains","dst_id":"o%[1]d"}
`, i)
	}
	l := openWith(t, source.String())
	plan := l.Plan(t, "Lock gates", l.find("Lock gates"))
	got := text(plan.First(7))
	if !strings.Contains(got, "**outputs (20)**") || strings.Count(got, "Drawing") > 6 || !strings.Contains(got, "Mud on the sill") {
		t.Errorf("the first seven lines of a plan with 20 outputs are\n%s", got)
	}
	if all := text(plan.First(len(plan.Lines))); strings.Count(all, "Drawing") != 20 || strings.Count(all, "**outputs") != 1 {
		t.Errorf("all lines of a plan with 20 outputs are\n%s", all)
	}
}

// TestWhoReported checks that who did something is a property that is called so, not the
// owner.
func TestWhoReported(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"Harbour","state_key":"active"}
{"kind":"task","id":"HB-1","project_id":"p","title":"Mend the crane","state_key":"todo","props":{"assignee":"Ann","reporter":"Bob"}}
`)
	for question, want := range map[string]int{"who reported HB-1": 0, "who is the reporter of HB-1": 0, "who owns HB-1": 1} {
		if got := min(1, len(l.find(question).Sources)); got != want {
			t.Errorf("%q: has sources of owners: %d, want %d", question, got, want)
		}
	}
}
