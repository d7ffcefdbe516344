package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/outline"
)

// harbourProposals returns projects with proposals of which each section is a document with a
// title that title returns.
func harbourProposals(title func(number, section string) string) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	add(`{"kind":"project","id":"HGate","name":"Harbour Gate Control","state_key":"active"}`)
	add(`{"kind":"project","id":"crane","name":"Harbour cranes","state_key":"active"}`)
	add(`{"kind":"milestone","id":"m","project_id":"HGate","title":"Release 4.2","state_key":"completed"}`)
	for n, name := range strings.Fields("Locks Pumps Lamps Fenders Buoys") {
		number := fmt.Sprintf("HP-%03d", n+1)
		project := "HGate"
		if n > 2 {
			project = "crane"
		}
		status := []string{"Accepted", "Returned for revision", "In final comment"}[n%3]
		add(`{"kind":"plan","id":"%s","project_id":"%s","type_key":"plan.proposal","name":"%s: %s of the harbour","state_key":"completed",`+
			`"props":{"number":"%s","status":"%s"}}`, number, project, number, name, number, status)
		for i, section := range []string{"Motivation", "Safety considerations", "Drawbacks", "Alternatives considered", "Acknowledgements",
			"Detailed design", "Migration"} {
			add(`{"kind":"document","id":"%s/%d","project_id":"%s","title":"%s","content":"The %s want a rule number %d on %s."}`, number, i,
				project, title(number, section), strings.ToLower(name), i, number)
			add(`{"kind":"edge","rel":"contains","src_id":"%s","dst_id":"%s/%d"}`, number, number, i)
		}
		for i := range 2 {
			add(`{"kind":"signal","id":"%s/s%d","project_id":"%s","type_key":"signal.thread","channel":"forum","payload_summary":"Round %d on %s"}`,
				number, i, project, i, strings.ToLower(name))
			add(`{"kind":"edge","rel":"contains","src_id":"%s","dst_id":"%s/s%d"}`, number, number, i)
		}
		if project == "HGate" {
			add(`{"kind":"edge","rel":"targets_milestone","src_id":"%s","dst_id":"m"}`, number)
		}
	}
	return b.String()
}

// TestSectionsAsDocuments asks for sections that are documents of their own: the topic
// is the proposal, and the document with such a title is the first section.
func TestSectionsAsDocuments(t *testing.T) {
	for name, title := range map[string]func(number, section string) string{
		"after the number":  func(number, section string) string { return number + " " + section },
		"after a colon":     func(number, section string) string { return number + ": " + section },
		"before the number": func(number, section string) string { return section + " (" + number + ")" },
		"alone":             func(_, section string) string { return section },
	} {
		l := openWith(t, harbourProposals(title))
		for question, want := range map[string]string{
			"safety considerations of HP-002": "HP-002/1",
			"HP-004 drawbacks":                "HP-004/2",
			"how do I migrate to HP-001?":     "HP-001/6",
			"motivation for HP-005":           "HP-005/0",
		} {
			o := l.find(question)
			if number, _, _ := strings.Cut(want, "/"); labels(o) != number || len(o.Topics[0].Passages) == 0 {
				t.Errorf("titles %s: %q is about %q", name, question, labels(o))
				continue
			}
			if got := o.Topics[0].Passages[0].DocID; got != graph.ID(want) {
				t.Errorf("titles %s: the first section for %q is not of %s", name, question, want)
			}
		}
	}
}

// TestListsOfProposals asks for proposals of a project that is called by a part of its name
// or the whole, of a release, and in a status.
func TestListsOfProposals(t *testing.T) {
	l := openWith(t, harbourProposals(func(number, section string) string { return number + " " + section }))
	l.lists(t, map[string]string{
		"gate control proposals":                        "HP-001 HP-002 HP-003",
		"HGate accepted proposals":                      "HP-001",
		"gate control accepted proposals":               "HP-001",
		"accepted proposals of the harbour cranes":      "HP-004",
		"Harbour cranes proposals":                      "HP-004 HP-005",
		"proposals returned for revision":               "HP-002 HP-005",
		"gate control proposals returned for revision":  "HP-002",
		"safety features of release 4.2":                "", // the milestone has them
		"is there a proposal on gates of control rooms": "",
	})
}

// TestPartsOfTypes checks that parts of a type that the question has come first.
func TestPartsOfTypes(t *testing.T) {
	l := openWith(t, harbourProposals(func(number, section string) string { return number + " " + section }))
	const question = "threads about HP-003, please"
	if got := text(l.Plan(t, question, l.find(question)).First(2)); !strings.Contains(got, "Round 0 on lamps") ||
		!strings.Contains(got, "Round 1 on lamps") {
		t.Errorf("the first lines for %q are\n%s", question, got)
	}
}

// TestForeignMessage checks that a message in another language is about what it calls by
// its number, and that its unknown words are no reason for a warning.
func TestForeignMessage(t *testing.T) {
	l := openWith(t, harbourProposals(func(number, section string) string { return number + " " + section }))
	const message = `Guten Tag, unsere Hafenmeisterei baut gerade die Schaltschränke um und hat dabei einige alte Leuchten gefunden.
Laut HP-003 soll das anders laufen. Mich würde interessieren, welche anderen Wege geprüft und dann verworfen wurden,
weil unser Schichtleiter Bedenken wegen der Wartung hat und lieber gleich neue Masten bestellen möchte, bevor der Winter kommt.`
	if o := l.find(message); labels(o) != "HP-003" || o.Confidence.Answer == outline.Unlikely || o.Confidence.Unknown != nil {
		t.Errorf("the message is about %q, with the confidence %v", labels(o), o.Confidence)
	}
}
