package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/outline"
)

// TestScatteredWords asks for two words of a long text: far apart in it, and in
// one sentence.
func TestScatteredWords(t *testing.T) {
	apart := strings.Repeat("A vacation ends on a Sunday. ", 5) + filler() + strings.Repeat("A policy has a date. ", 5)
	together := strings.Repeat("The policy for a vacation has a date. ", 5) + filler()
	for text, want := range map[string]outline.Answerability{apart: outline.Partly, together: outline.Likely} {
		l := openWith(t, fmt.Sprintf(`{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"North mole","description":%q}
{"kind":"plan","id":"b","project_id":"p","name":"South mole","description":"It is built of stone."}
{"kind":"plan","id":"c","project_id":"p","name":"East mole","description":"It is built of wood."}`, text))
		if got := l.find("vacation policy").Confidence; got.Answer != want {
			t.Errorf("the answer is %s (%.2f: %v), want %s", got.Answer, got.Value, got.Reasons, want)
		}
	}
}

// TestMostlyUnknownWords asks by one known and two unknown words in a graph of so
// few words that unknown ones say little.
func TestMostlyUnknownWords(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Harbour"}
{"kind":"plan","id":"a","project_id":"p","name":"North mole","description":"The lamp is dark. The lamp is broken. The lamp is old."}
{"kind":"plan","id":"b","project_id":"p","name":"South mole","description":"It is built of stone."}`)
	for question, want := range map[string]outline.Answerability{"broken lamp": outline.Likely, "Zanzibar vacation lamp": outline.Partly} {
		if got := l.find(question).Confidence; got.Answer != want {
			t.Errorf("%q is answered %s (%.2f: %v), want %s", question, got.Answer, got.Value, got.Reasons, want)
		}
	}
}

// filler returns 3,000 different words in sentences.
func filler() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "stone%d ", i)
		if i%10 == 9 {
			b.WriteString("lies there. ")
		}
	}
	return b.String()
}

// TestNamesAskForNothing names a plan by words that are also a kind, and a type
// of projects.
func TestNamesAskForNothing(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"p","name":"Records for the wards","type_key":"project.it.migration"}
{"kind":"plan","id":"a","project_id":"p","name":"Data migration","description":"1.9 million patients, 24 million documents."}
{"kind":"plan","id":"b","project_id":"p","name":"Risk workshop","description":"A day with the heads of all wards."}
{"kind":"risk","id":"c","project_id":"p","title":"The vendor is late"}`)
	for _, question := range []string{"data migration", "status of data migration", "risk workshop"} {
		if got := l.find(question).Confidence; got.Answer != outline.Likely {
			t.Errorf("%s: %s, %v, want likely", question, got.Answer, got.Reasons)
		}
	}
}
