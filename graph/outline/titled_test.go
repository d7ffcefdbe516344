package outline_test

import (
	"strings"
	"testing"
)

// manual is a plan with a manual, a task and a risk.
const manual = `
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"plan","id":"lamp","project_id":"p","name":"Lamp and lens","state_key":"active"}
{"kind":"task","id":"wick","project_id":"p","title":"Trim the wick","state_key":"todo"}
{"kind":"risk","id":"fog","project_id":"p","title":"Fog hides the lamp"}
{"kind":"document","id":"m","project_id":"p","title":"Manual: cracked prism",` +
	`"content":"# Manual\n\n## Signs\n\nThe beam has a dark stripe.\n\n## Repair\n\nTurn the prism by a ` +
	`tooth.\n\n## After\n\nNote the hour in the log."}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"wick"}
{"kind":"edge","src_id":"lamp","rel":"has_risk","dst_id":"fog"}
{"kind":"edge","src_id":"lamp","rel":"contains","dst_id":"m"}
`

// TestDocumentAsTopic checks that a question which has most of a document's title is
// about the document, and also about its plan if it asks for other parts.
func TestDocumentAsTopic(t *testing.T) {
	l := openWith(t, manual)
	for question, want := range map[string]string{
		"how do I notice a cracked prism": "Manual: cracked prism",
		"risks of a cracked prism":        "Manual: cracked prism, Lamp and lens",
	} {
		got := ""
		for _, topic := range l.find(question).Topics {
			if got != "" {
				got += ", "
			}
			got += topic.Entity.Self().Label
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

// numbered are plans whose texts have their titles without the number, and with
// hyphens. The feature of a plan and the last part of an id are names of it, unless
// many have them.
const numbered = `
{"kind":"project","id":"p","name":"Proposals","state_key":"active"}
{"kind":"plan","id":"rfc/7","project_id":"p","name":"RFC 7: Cracked prisms","props":{"number":"7",` +
	`"feature":"lens_turning","ring":"third_ring"}}
{"kind":"plan","id":"rfc/8","project_id":"p","name":"RFC 8: Oil for the lamp","props":{"number":"8","ring":"third_ring"}}
{"kind":"plan","id":"rfc/9","project_id":"p","name":"RFC 9: Steps","props":{"number":"9","ring":"third_ring"}}
{"kind":"plan","id":"rfc/10","project_id":"p","name":"RFC 10: Rails","props":{"number":"10","ring":"third_ring"}}
{"kind":"plan","id":"rfc/foghorn-by-steam","project_id":"p","name":"RFC 11: A louder signal"}
{"kind":"document","id":"rfc/7/text","project_id":"p","title":"cracked-prisms",` +
	`"content":"# Summary\n\nTurn the prism by a tooth.\n\n# Drawbacks\n\nThe beam has a stripe."}
{"kind":"insight","id":"rfc/7/question/1","project_id":"p","title":"Which tooth is the right one?","type_key":"insight.question"}
{"kind":"decision","id":"rfc/11/reed-pipe-horn","project_id":"p","title":"A pipe with a reed"}
{"kind":"document","id":"rfc/8/text","project_id":"p","title":"Oil for the lamp (full text)",` +
	`"content":"# Summary\n\nThe lamp burns rape oil.\n\n# Drawbacks\n\nIt smells."}
{"kind":"edge","src_id":"rfc/7","rel":"contains","dst_id":"rfc/7/text"}
{"kind":"edge","src_id":"rfc/8","rel":"references","dst_id":"rfc/8/text"}
{"kind":"edge","src_id":"rfc/8/text","rel":"references","dst_id":"rfc/9"}
{"kind":"edge","src_id":"rfc/7/question/1","rel":"relates_to","dst_id":"rfc/7"}
{"kind":"edge","src_id":"rfc/foghorn-by-steam","rel":"has_decision","dst_id":"rfc/11/reed-pipe-horn"}
`

// TestTextTitledAsPlan checks that a question which has the title that a plan shares
// with its text is about the plan, with all its parts.
func TestTextTitledAsPlan(t *testing.T) {
	l := openWith(t, numbered)
	l.isAbout(t, map[string]about{
		"drawbacks of cracked prisms":         {topics: "RFC 7", named: true},
		"who wrote the one on cracked-prisms": {topics: "RFC 7", named: true},
		"full text of oil for the lamp":       {topics: "RFC 8", named: true},
	})
}

// bracketed are plans with their numbers behind the titles that they share with their
// texts.
const bracketed = `
{"kind":"project","id":"p","name":"Proposals","state_key":"active"}
{"kind":"plan","id":"lp-31","project_id":"p","name":"Cracked prism relay (LP 31)"}
{"kind":"plan","id":"lp-32","project_id":"p","name":"Oil for the lamp (LP 32)"}
{"kind":"risk","id":"rust","project_id":"p","title":"The relay rusts"}
{"kind":"risk","id":"smell","project_id":"p","title":"It smells"}
{"kind":"edge","src_id":"lp-32","rel":"has_risk","dst_id":"smell"}
{"kind":"document","id":"relay","project_id":"p","title":"Cracked prism relay: full text",` +
	`"content":"# Summary\n\nTurn the prism by a tooth, see LP32.\n\n# Drawbacks\n\nThe beam has a stripe."}
{"kind":"edge","src_id":"lp-31","rel":"contains","dst_id":"relay"}
{"kind":"edge","src_id":"lp-31","rel":"has_risk","dst_id":"rust"}
`

// TestNumberAtTheEnd checks that a question is about the plan, with all its parts, that it
// calls by the title which the plan shares with its text, by some words of that, or by a
// number in brackets behind it, however that is written.
func TestNumberAtTheEnd(t *testing.T) {
	openWith(t, bracketed).isAbout(t, map[string]about{
		"drawbacks of the Cracked prism relay":    {topics: "Cracked prism relay (LP 31)", named: true},
		"what might go wrong with cracked relays": {topics: "Cracked prism relay (LP 31)", named: true},
		"LP 31 drawbacks":                         {topics: "Cracked prism relay (LP 31)", named: true},
		"LP32":                                    {topics: "Oil for the lamp (LP 32)", named: true},
		"LP-32":                                   {topics: "Oil for the lamp (LP 32)", named: true},
		"how is LP31 related to LP32?":            {topics: "Cracked prism relay (LP 31) Oil for the lamp (LP 32)", named: true},
		"LP31 -> LP-32, related?":                 {topics: "Cracked prism relay (LP 31) Oil for the lamp (LP 32)", named: true},
	})
}

// TestNumberOfAText checks that a question with the number in the title of a text, which
// is otherwise that of its plan, is about the plan.
func TestNumberOfAText(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"Proposals","state_key":"active"}
{"kind":"goal","id":"g","project_id":"p","name":"Brass rails","props":{"number":"LP-12"}}
{"kind":"document","id":"d","project_id":"p","title":"LP-12: Brass rails",`+
		`"content":"# Summary\n\nRails of brass.\n\n# Drawbacks\n\nThieves."}
{"kind":"document","id":"e","project_id":"p","title":"LP-13: Minutes of the rails","content":"# Summary\n\nNothing was decided."}
{"kind":"edge","src_id":"g","rel":"references","dst_id":"d"}
{"kind":"edge","src_id":"g","rel":"references","dst_id":"e"}
`)
	l.isAbout(t, map[string]about{
		"who sponsored LP-12": {topics: "Brass rails", named: true},
		"drawbacks of LP-12":  {topics: "Brass rails", named: true},
	})
}

// TestIdentifiersAsNames checks that a plan is called by an identifier in its props or
// its id that few others have, and no plan by that of a part.
func TestIdentifiersAsNames(t *testing.T) {
	l := openWith(t, numbered)
	for question, want := range map[string]string{
		"lens_turning: why":               "RFC 7",
		"foghorn-by-steam drawbacks":      "RFC 11",
		"what is the foghorn by steam":    "RFC 11",
		"drawbacks of the third_ring":     "",
		"drawbacks of the reed-pipe-horn": "",
	} {
		o := l.find(question)
		got := ""
		if o.Named {
			got = labels(o)
		}
		if got != want {
			t.Errorf("%q names %q, want %q", question, got, want)
		}
	}
}

// TestPartWithItsTitle checks that a question which has all words of the title of a part,
// and the title of its plan in part, has the text of the part before other parts.
func TestPartWithItsTitle(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"plan","id":"lamp","project_id":"p","name":"Turning the great brass lamp","state_key":"active"}
{"kind":"task","id":"wick","project_id":"p","title":"Trim the wick","state_key":"todo"}
{"kind":"risk","id":"oil","project_id":"p","title":"Winter oil budget","content":"Nine barrels are left."}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"wick"}
{"kind":"edge","src_id":"lamp","rel":"has_risk","dst_id":"oil"}
`)
	question := "brass lamp turning winter oil budget"
	plan := l.Plan(t, question, l.find(question))
	if got, want := text(plan.First(2)), "Nine barrels are left."; !strings.Contains(got, want) {
		t.Errorf("the first lines are\n%s\nwant %q among them", got, want)
	}
}
