package rank

import "testing"

func TestPlain(t *testing.T) {
	for question, want := range map[string]string{
		"what is blocked right now, and by what?":                "what is blocked , and by what?",
		"what must happen before the beta?":                      "what blocking the beta?",
		"is the font holding up the beta?":                       "is the font blocking the beta?",
		"is anything running late at the moment":                 "is anything late",
		"turn right. Now stop":                                   "turn right. Now stop",
		"whats late":                                             "what late",
		"which to-dos are late":                                  "which tasks are late",
		"who is overloaded?":                                     "who has the most open tasks?",
		"risks that became reality":                              "risks that occurred",
		"what's stopping us building the wall?":                  "what's blocking building the wall?",
		"whos on it?":                                            "who on it?",
		"right now":                                              "right now",
		"who is in charge of the pump?":                          "who is responsible for the pump?",
		"which options were turned down?":                        "which options were rejected?",
		"die cast housing":                                       "die cast housing",
		"who will die in the war":                                "who will die in the war",
		"Welche Aufgaben sind überfällig?":                       "which tasks  overdue?",
		"Welche Entscheidungen stehen noch aus?":                 "which decisions open?",
		"Welche Nachteile haben die Alternativen?":               "which drawbacks   Alternativen?",
		"Was hängt vom Umbau der Brücke am Markt ab?":            "what depends  Umbau der Brücke am Markt ab?",
		"Wer kümmert sich um die Pumpe?":                         "owner  Pumpe?",
		"offene Entscheidungen":                                  "open decisions",
		"die status":                                             "die status",
		"Worum geht es bei Frost guard?":                         "what about Frost guard?",
		"Wie weit ist Frost guard?":                              "status Frost guard?",
		"Was ist Frost guard?":                                   "what Frost guard?",
		"Was ist in den nächsten zwei Wochen fällig?":            "what   next two weeks due?",
		"Was ist in den nächsten 14 Tagen fällig?":               "what   next 14 days due?",
		"pump stopped: Fehler 12 im Ventil, what do we do":       "pump stopped: Fehler 12 im Ventil, what do we do",
		"Warum wurde KEP-4781 verschoben, und was folgt daraus?": "why  KEP-4781 deferred,  what folgt daraus?",
	} {
		if got := Plain(question); got != want {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}
