package outline_test

import (
	"strings"
	"testing"
)

// TestRecordsOfMessages checks that the records which a message names have a heading,
// though nothing but their values is known about them.
func TestRecordsOfMessages(t *testing.T) {
	l := openWith(t, `
{"kind":"record_type","id":"berth","name":"Berth","fields":[{"name":"defects","type":"text"}]}
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"Repair of the quay","state_key":"active",`+
		`"description":"All that is broken is mended before the season."}
{"kind":"record","id":"a","project_id":"p","record_type":"berth","name":"Berth 12","fields":{"defects":"ladder is loose"}}
{"kind":"record","id":"b","project_id":"p","record_type":"berth","name":"Berth 14","fields":{"defects":"no lamp"}}
`)
	message := "Good evening, I was on the quay with the dog, and I saw two things that somebody should look at before the season begins. " +
		"The ladder of Berth 12 moves when I step on it, and it is dark at Berth 14 at night, so that my " +
		"wife fell over a rope. Is all this known?"
	plan := l.Plan(t, message, l.find(message))
	whole := text(plan.First(len(plan.Lines)))
	for _, heading := range []string{"## Berth 12", "## Berth 14"} {
		if !strings.Contains(whole, heading) {
			t.Errorf("%q is not in\n%s", heading, whole)
		}
	}
}
