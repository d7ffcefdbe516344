package outline_test

import "testing"

// TestDocumentsOfADay asks for minutes by their day, in any form and without the year,
// and for days of which there are none.
func TestDocumentsOfADay(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"document","id":"a","project_id":"p","title":"Harbour Board Meeting 2024-03-19","content":"# Agenda\n\nThe old crane."}
{"kind":"document","id":"b","project_id":"p","title":"Harbour Board Meeting 2025-03-19","content":"# Agenda\n\nThe new crane."}
{"kind":"document","id":"c","project_id":"p","title":"Harbour Board Meeting, 5 March 2025","content":"# Agenda\n\nThe gates."}
{"kind":"document","id":"d","project_id":"p","title":"Crane 19","content":"The crane was inspected on 2025-03-05."}
`)
	for question, want := range map[string]string{
		"what was discussed in the meeting on 19 March 2025?": "Harbour Board Meeting 2025-03-19",
		"board meeting 2024-03-19":                            "Harbour Board Meeting 2024-03-19",
		"minutes of March 19":                                 "Harbour Board Meeting 2025-03-19",
		"Protokoll vom 5. März":                               "Harbour Board Meeting, 5 March 2025",
		"meeting notes of 2025-03-05":                         "Harbour Board Meeting, 5 March 2025",
	} {
		o := l.find(question)
		if labels(o) != want || !o.Named {
			t.Errorf("%s: about %q, named %t; want %q", question, labels(o), o.Named, want)
		}
	}
	if o := l.find("minutes of 12 March 2025"); o.IsVague || o.Named {
		t.Errorf("a day without minutes: vague %t, named %t, about %q", o.IsVague, o.Named, labels(o))
	}
}
