package outline_test

import "testing"

// posted are tasks with a number in props under a word of their type, whose texts
// have that number in their titles.
const posted = `
{"kind":"project","id":"p","name":"Harbour","state_key":"active"}
{"kind":"task","id":"t7","project_id":"p","title":"Cranes by steam","type_key":"task.bylaw","state_key":"done","props":{"bylaw":70}}
{"kind":"task","id":"t8","project_id":"p","title":"Lamps on the mole","type_key":"task.bylaw","state_key":"todo","props":{"bylaw":80}}
{"kind":"document","id":"d7","project_id":"p","title":"Text of bylaw 70",` +
	`"content":"# Cranes\n\nA boiler stands behind each crane.\n\n# Done\n\nIn May.\n"}
{"kind":"document","id":"d8","project_id":"p","title":"Text of bylaw 80",` +
	`"content":"# Lamps\n\nEach lamp has a keeper.\n\n# Done\n\nIn June.\n"}
{"kind":"risk","id":"r7","project_id":"p","title":"Boilers burst in frost"}
{"kind":"risk","id":"r8","project_id":"p","title":"Oil runs out in winter"}
{"kind":"edge","src_id":"t7","rel":"has_risk","dst_id":"r7"}
{"kind":"edge","src_id":"t8","rel":"has_risk","dst_id":"r8"}
{"kind":"edge","src_id":"t7","rel":"references","dst_id":"d7"}
{"kind":"edge","src_id":"t8","rel":"references","dst_id":"d8"}
`

// TestNumberOfText checks that a number which a text has in its title, and the entity
// that it belongs to in its props, names that entity.
func TestNumberOfText(t *testing.T) {
	openWith(t, posted).isAbout(t, map[string]about{
		"bylaw 70: when was it done":           {topics: "Cranes by steam", named: true},
		"bylaw 70 or bylaw 80, when":           {topics: "Cranes by steam Lamps on the mole", named: true},
		"when is it done in Text of bylaw 80?": {topics: "Text of bylaw 80", named: true},
	})
}

// TestSpeakers checks that names of those who speak in a chat are no unknown words of
// its question.
func TestSpeakers(t *testing.T) {
	l := openWith(t, posted)
	for question, want := range map[string]int{
		"<mia> who keeps the lamps?\n<jo> ask them": 0,
		"mia: who keeps the lamps?\njo: ask them":   0,
		"who keeps the lamps, mia?\nask jo":         2,
	} {
		if got := l.find(question).Confidence.Unknown; len(got) != want {
			t.Errorf("unknown words of %q: %q, want %d", question, got, want)
		}
	}
}
