package layout_test

import (
	"strings"
	"testing"

	"dossier/graph/outline/outlinetest"
)

// shortened is a plan with a part of its text in a document of its own, and with
// records of two types.
const shortened = `
{"kind":"project","id":"p","name":"Breakwater","state_key":"active"}
{"kind":"record_type","id":"diver","name":"Diver","fields":[{"name":"role","type":"text"}]}
{"kind":"record_type","id":"ticket","name":"Ticket","fields":[{"name":"url","type":"text"}]}
{"kind":"plan","id":"a","project_id":"p","name":"RFC 7: Steel piles for the mole",` +
	`"description":"Piles of steel carry the new mole and both of its cranes."}
{"kind":"document","id":"a/1","project_id":"p","title":"Steel piles for the mole: Upkeep",` +
	`"content":"Steel rusts, so divers look at each pile in spring."}
{"kind":"document","id":"a/2","project_id":"p","title":"Survey",` +
	`"content":"## Summary\n[summary]: #summary\n\nPiles of steel carry the new mole and both of its cranes.\n\n## Depths\n[depths]: ` +
	`#depths\n\nThe rock is four metres below the sand."}
{"kind":"record","id":"a/3","project_id":"p","record_type":"diver","name":"Ana Kos"}
{"kind":"record","id":"a/4","project_id":"p","record_type":"ticket","name":"mole#12"}
{"kind":"edge","src_id":"a","rel":"contains","dst_id":"a/1"}
{"kind":"edge","src_id":"a","rel":"contains","dst_id":"a/2"}
{"kind":"edge","src_id":"a","rel":"references","dst_id":"a/3"}
{"kind":"edge","src_id":"a","rel":"references","dst_id":"a/4"}
`

// TestShortHeadings checks that a section does not repeat the name of its topic, that
// none is empty because it has only the target of a link, and that records are called
// by their types.
func TestShortHeadings(t *testing.T) {
	l := outlinetest.Open(t, shortened)
	const question = "RFC 7"
	plan := l.Plan(t, question, l.Find(question))
	got := outlinetest.Text(plan.First(len(plan.Lines)))
	for _, want := range []string{"### › Upkeep [", "Depths", "- **diver**: Ana Kos [", "- **ticket**: mole#12 ["} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Summary") {
		t.Errorf("an empty section is in\n%s", got)
	}
}

// TestRecordsAreCalledByFields checks that a record to which another one refers is called by the
// field, one that refers to it with "of", and others by their types.
func TestRecordsAreCalledByFields(t *testing.T) {
	l := outlinetest.Open(t, `
{"kind":"project","id":"p","name":"Archive","state_key":"active"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"manager","type":"entity_ref","entity_type":"person"},`+
		`{"name":"teams","type":"entity_ref_list","entity_type":"team"}]}
{"kind":"record_type","id":"team","name":"Team","fields":[{"name":"mission","type":"text"}]}
{"kind":"record","id":"ruth","project_id":"p","record_type":"person","name":"Ruth Vale","fields":{"manager":"ida","teams":["crew"]}}
{"kind":"record","id":"ida","project_id":"p","record_type":"person","name":"Ida Holt"}
{"kind":"record","id":"sam","project_id":"p","record_type":"person","name":"Sam Reed","fields":{"manager":"ruth"}}
{"kind":"record","id":"crew","project_id":"p","record_type":"team","name":"Tape crew"}
{"kind":"edge","src_id":"ruth","rel":"relates_to","dst_id":"ida"}
{"kind":"edge","src_id":"sam","rel":"relates_to","dst_id":"ruth"}
{"kind":"edge","src_id":"ruth","rel":"relates_to","dst_id":"crew"}
`)
	for question, wants := range map[string][]string{
		"who is Ruth Vale's manager?": {"- **manager**: Ida Holt [", "- **manager of**: Sam Reed [", "- **teams**: Tape crew ["},
		"Tape crew":                   {"- **person**: Ruth Vale ["},
	} {
		plan := l.Plan(t, question, l.Find(question))
		got := outlinetest.Text(plan.First(len(plan.Lines)))
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q:\n%s", question, want, got)
			}
		}
	}
}
