package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/reply"
)

const boatyard = `{"kind":"project","id":"y","name":"Boatyard","state_key":"active"}
{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record","id":"ada","project_id":"y","record_type":"person","name":"Ada Lind"}
{"kind":"record","id":"bo","project_id":"y","record_type":"person","name":"Bo Reis"}
{"kind":"task","id":"hull","project_id":"y","title":"Sand the hull","state_key":"done","props":{"owner":"Ada Lind"}}
{"kind":"task","id":"mast","project_id":"y","title":"Step the mast","state_key":"todo","props":{"owner":"Ada Lind"}}
`

// TestWithoutSpeakers checks which names of people only say who asks or is addressed.
func TestWithoutSpeakers(t *testing.T) {
	l := openWith(t, boatyard)
	for question, want := range map[string]string{
		"Ada: how warm may the glue be?":                   "how warm may the glue be?",
		"Ada, how warm may the glue be?":                   "how warm may the glue be?",
		"Bo Reis asks: how warm may the glue be?":          "how warm may the glue be?",
		"Bo wants to know how warm the glue may be":        "how warm the glue may be",
		"how warm may the glue be? says Ada":               "how warm may the glue be?",
		"the glue is cold, Bo says, how warm may it be?":   "the glue is cold how warm may it be?",
		"how warm may the glue be? Bo Reis":                "how warm may the glue be?",
		"how warm may the glue be? Saluti, Ada (boatyard)": "how warm may the glue be?",
		"bo: the glue is cold\nada: how warm may it be":    "the glue is cold how warm may it be",
		"Ada: open tasks":                                  "Ada: open tasks",
		"Ada: which tasks are late?":                       "Ada: which tasks are late?",
		"is the glue warm? tasks of Ada":                   "is the glue warm? tasks of Ada",
		"what does Ada say about the glue?":                "what does Ada say about the glue?",
		"Glue: how warm may it be?":                        "Glue: how warm may it be?",
		"speed: slow\nlamp: on\nwhy does it not move?":     "speed: slow lamp: on why does it not move?",
		"Ada":              "Ada",
		"Ada: hello":       "Ada: hello",
		"tasks of Ada, Bo": "tasks of Ada, Bo",
	} {
		got := strings.Join(strings.Fields(reply.WithoutSpeakers(l.Set.Graphs(), question)), " ")
		if got != want {
			t.Errorf("%q is searched as %q, want %q", question, got, want)
		}
	}
}

// TestMentionedPeople checks that a long message asks for the tasks of a person only if
// its grammar says so, and that its words are no states of them.
func TestMentionedPeople(t *testing.T) {
	l := openWith(t, boatyard)
	message := "We were at the yard, Ada Lind was there, the varnish was done, but the rudder is with the smith, " +
		"who wants money first, although the keel was painted twice by somebody. "
	for question, want := range map[string]string{
		message + "When may we try the varnish?":         "no list",
		"What are the tasks of Ada Lind? " + message:     "Tasks, of Ada Lind: mast hull",
		"the varnish was done: Ada Lind's tasks, please": "Tasks, of Ada Lind, done: hull",
	} {
		o := l.find(question)
		if got := firstList(o); got != want {
			t.Errorf("%q is answered by %q, want %q", question, got, want)
		}
	}
}
