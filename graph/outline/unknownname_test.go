package outline_test

import (
	"slices"
	"testing"

	"dossier/graph/outline"
)

// TestUnknownNames checks that a name of which no text has two words together gets a
// warning, though texts have each of them, and that names of parts and words
// that do not have capitals as a name get none.
func TestUnknownNames(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"m","name":"Harbour works","state_key":"active"}
{"kind":"plan","id":"p1","project_id":"m","name":"Northern pier","state_key":"active","description":"The iron gate of the pier is painted red. Storm lanterns hang at the end."}
{"kind":"plan","id":"p2","project_id":"m","name":"Ferry ramp","state_key":"active","description":"A ramp for ferries, with a tide gauge. Iron plates cover it, and a red light. The Light of Hope is moored there."}
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
		got := slices.ContainsFunc(o.Confidence.Reasons, func(reason string) bool { return len(reason) > 17 && reason[:17] == "nothing is called" })
		if isWarned := o.Confidence.Answer == outline.Unlikely; got != isUnknown || isWarned != isUnknown {
			t.Errorf("%q is %s: %q", question, o.Confidence.Answer, o.Confidence.Reasons)
		}
	}
}
