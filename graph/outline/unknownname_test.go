package outline_test

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestUnknownNames checks that a name of which no text has two words together gets a
// warning, though texts have each of them, and that names of parts and words
// that do not have capitals as a name get none.
func TestUnknownNames(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"m","name":"Harbour works","state_key":"active"}
{"kind":"plan","id":"p1","project_id":"m","name":"Northern pier","state_key":"active",`+
		`"description":"The iron gate of the pier is painted red. Storm lanterns hang at the end."}
{"kind":"plan","id":"p2","project_id":"m","name":"Ferry ramp","state_key":"active",`+
		`"description":"A ramp for ferries, with a tide gauge. Iron plates cover it, and a red light. The Light of Hope is moored there."}
{"kind":"task","id":"t1","project_id":"m","title":"Paint the gauge","state_key":"todo"}
`)
	for question, isUnknown := range map[string]bool{
		"drawbacks of the Red Storm Gauge":          true,
		"tasks of Bernd Gate":                       true,
		"where are the Storm Lanterns":              false,
		"where is the Light Of Hope":                false,
		"drawbacks of the red storm gauge":          false,
		"what does Paint mean for Red Gate of Iron": false,
	} {
		o := l.find(question)
		got := slices.ContainsFunc(o.Confidence.Reasons,
			func(reason string) bool { return len(reason) > 17 && reason[:17] == "nothing is called" })
		if isWarned := o.Confidence.Answer == outline.Unlikely; got != isUnknown || isWarned != isUnknown {
			t.Errorf("%q is %s: %q", question, o.Confidence.Answer, o.Confidence.Reasons)
		}
	}
}

// TestUnknownDatesAndCodes checks that a question which has the title of a dated text
// with another day, or an identifier in capitals that no text has, gets a warning.
func TestUnknownDatesAndCodes(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"m","name":"Harbour works","state_key":"active"}
{"kind":"document","id":"d1","project_id":"m","title":"Minutes of the pilots, 24 March",`+
		`"content":"# Ferry\n\nIt leaves at nine from 3 May on.\n\n# Buoys\n\nTwo are lost."}
{"kind":"document","id":"d2","project_id":"m","title":"Collision on 2025-03-18",`+
		`"content":"# Cause\n\nFog.\n\n# Cost\n\n58 barrels of paint."}
{"kind":"task","id":"t1","project_id":"m","title":"Close LOSS-11: missing buoys","state_key":"todo"}
{"kind":"task","id":"t2","project_id":"m","title":"Buy oil","state_key":"todo","props":{"ticket":"77"}}
`)
	for question, isUnknown := range map[string]bool{
		"Minutes of the pilots, 17 November":                true,
		"what did the Collision on 2019-03-12 cost":         true,
		"LOSS-58 status":                                    true,
		"Minutes of the pilots, 24 March":                   false,
		"Minutes of the pilots of March 24th":               false,
		"minutes of the pilots about the ferry of 3 May":    false,
		"LOSS-11 status":                                    false,
		"status of OIL-77":                                  false,
		"which minutes of the pilots are about lost buoys?": false,
	} {
		if o := l.find(question); (o.Confidence.Answer == outline.Unlikely) != isUnknown {
			t.Errorf("%q is %s: %q", question, o.Confidence.Answer, o.Confidence.Reasons)
		}
	}
}

// TestExchangedWords checks that a title of which the question has one word exchanged is
// only a partial answer, unless the words may mean the same.
func TestExchangedWords(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"m","name":"Harbour works","state_key":"active"}
{"kind":"plan","id":"p1","project_id":"m","name":"Require engine 11 or newer for ferries","state_key":"active",`+
		`"description":"Older engines stop in March."}
{"kind":"plan","id":"p2","project_id":"m","name":"Repair the northern gate","state_key":"active",`+
		`"description":"It is stuck. The eastern gate is not."}
{"kind":"task","id":"t1","project_id":"m","title":"Buy 25 ropes"}
{"kind":"edge","src_id":"p1","rel":"has_task","dst_id":"t1"}
{"kind":"edge","src_id":"p2","rel":"has_task","dst_id":"t1"}
`)
	for question, isExchanged := range map[string]bool{
		"tasks: require engine 25 or newer for ferries": true,
		"tasks: require engine 11 or newer for ferries": false,
		"tasks for repair of the eastern gate":          true,
		"tasks for repair of the northerm gate":         false,
	} {
		o := l.find(question)
		got := slices.ContainsFunc(o.Confidence.Reasons, func(reason string) bool { return strings.Contains(reason, "has another word than") })
		if got != isExchanged || got && o.Confidence.Answer != outline.Partly {
			t.Errorf("%q is %s: %q", question, o.Confidence.Answer, o.Confidence.Reasons)
		}
	}
}

// TestPropertiesAreKnown checks that a word that no text has is not called unknown if a subject
// has a property of that name.
func TestPropertiesAreKnown(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"w","name":"Wedding","state_key":"active"}
{"kind":"task","id":"t1","project_id":"w","title":"Book the band","state_key":"done","props":{"cost":2400}}
{"kind":"task","id":"t2","project_id":"w","title":"Order the cake","state_key":"todo"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"manager","type":"entity_ref","entity_type":"person"}]}
{"kind":"record","id":"p1","project_id":"w","record_type":"person","name":"Ruth Vale","fields":{"manager":"p2"}}
{"kind":"record","id":"p2","project_id":"w","record_type":"person","name":"Ida Holt"}
`)
	for question, want := range map[string][]string{
		"what does the band cost":    {},
		"who manages Ruth Vale":      {},
		"how loud will the band be?": {"loud"},
	} {
		if got := l.find(question).Confidence.Unknown; !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}
