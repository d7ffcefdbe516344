package outline_test

import "testing"

// garden has a plan with a short title of common words, one whose text has the
// words of a question, and two with outputs of one name.
const garden = `{"kind":"project","id":"o","name":"Orchard"}
{"kind":"plan","id":"p","project_id":"o","name":"Night water","description":"A dial at each gate, read on Fridays.","state_key":"active"}
{"kind":"plan","id":"q","project_id":"o","name":"Clay pipes",` +
	`"description":"Trees drink at night without a pump, because buried pots of clay leak when the soil is dry.","state_key":"active"}
{"kind":"goal","id":"r","project_id":"o","name":"Nets against wasps","state_key":"active"}
{"kind":"goal","id":"s","project_id":"o","name":"Traps for moths","state_key":"active"}
{"kind":"output","id":"n","project_id":"o","name":"Switch InsectAlarm","state_key":"draft"}
{"kind":"output","id":"m","project_id":"o","name":"Switch InsectAlarm","state_key":"draft"}
{"kind":"task","id":"t","project_id":"o","title":"Read the meters","state_key":"todo"}
{"kind":"risk","id":"u","project_id":"o","title":"Pots crack in frost","state_key":"identified"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"t"}
{"kind":"edge","rel":"has_risk","src_id":"q","dst_id":"u"}
{"kind":"edge","rel":"produces","src_id":"r","dst_id":"n"}
{"kind":"edge","rel":"produces","src_id":"s","dst_id":"m"}
`

// TestNamed distinguishes a name from words of one that are scattered over a question,
// and one subject from two with the same name.
func TestNamed(t *testing.T) {
	openWith(t, garden).isAbout(t, map[string]about{
		"risks of the night water": {"Night water", true},
		"risks of trees that drink water at night from pots leaking in dry soil": {"Clay pipes", false},
		"what does the insect alarm need":                                        {"Nets against wasps Traps for moths", true},
		"nets against wasps: who sells them":                                     {"Nets against wasps", true},
	})
}

// TestLacksParts checks which questions ask for a kind of parts that their subject has
// none of.
func TestLacksParts(t *testing.T) {
	l := openWith(t, garden)
	for question, want := range map[string]string{
		"risks of the night water":                    "risks",
		"Which risks does the plan Night water have?": "risks",
		"tasks of the night water":                    "",
		"dangers of the night water":                  "", // is not the name of a kind
		"risks of clay pipes":                         "",
		"tasks and risks of the night water":          "",
	} {
		got := ""
		if lack := l.find(question).Confidence.Lacks; lack != nil {
			got = lack.Of
		}
		if got != want {
			t.Errorf("%q: the subject has no %q, want %q", question, got, want)
		}
	}
}

// TestMessagesName distinguishes a title in a message of dozens of words from its words
// at different places of the message.
func TestMessagesName(t *testing.T) {
	const other = " our cousin wrote that the train was late again and nobody in the carriage knew why, so they played cards, ate " +
		"what was left of the bread, and counted bridges until the lights of the harbour came into sight "
	openWith(t, garden).isAbout(t, map[string]about{
		"Hello, last night" + other + "where we drank some water and went to bed":                        {"Night water", false},
		"Hello, yesterday" + other + "where we spoke of the dial of the night water; what is open there": {"Night water", true},
	})
}

// TestHeadingsThatAreNames checks that a question for a section of a document does
// not ask about the document that is called like the heading.
func TestHeadingsThatAreNames(t *testing.T) {
	openWith(t, `{"kind":"project","id":"p","name":"Pier","state_key":"active"}
{"kind":"document","id":"lock","project_id":"p","title":"Tide lock",`+
		`"content":"# Summary\n\nA lock for the tide.\n\n# Prior art\n\nMills have had such locks for ages.\n\n# Costs\n\nIt costs little.\n"}
{"kind":"document","id":"art","project_id":"p","title":"Prior art",`+
		`"content":"# Summary\n\nEach proposal says what others did.\n\n# Costs\n\nNone.\n\n# Drawbacks\n\nMore to read.\n"}
`).isAbout(t, map[string]about{
		"prior art of the tide lock":                   {"Tide lock", true},
		"drawbacks of prior art":                       {"Prior art", true},
		"compare the costs of tide lock and prior art": {"Prior art Tide lock", true},
	})
}

// TestSectionsByWordsOfParts checks that words which the title of a risk also has
// find the section of its plan below such a heading, and so does a heading that
// is one word where the question has two.
func TestSectionsByWordsOfParts(t *testing.T) {
	l := openWith(t, `{"kind":"project","id":"b","name":"Bakery","state_key":"active"}
{"kind":"plan","id":"oven","project_id":"b","name":"New oven","state_key":"active"}
{"kind":"plan","id":"shop","project_id":"b","name":"Shop front","state_key":"active",`+
		`"description":"Paint, glass, and lamps that do not fail by burnout."}
{"kind":"risk","id":"burn","project_id":"b","title":"Burnout of the brick lining"}
{"kind":"document","id":"book","project_id":"b","title":"Handbook",`+
		`"content":"## Heating\nHeat for two days.\n\n## Firewood\nBeech, two years old.\n\n## Ash\nKeep it for the potter.\n\n## `+
		`Burnout\nLet the fire die, and close the flue.\n"}
{"kind":"edge","src_id":"oven","rel":"has_risk","dst_id":"burn"}
{"kind":"edge","src_id":"oven","rel":"references","dst_id":"book"}
{"kind":"document","id":"till","project_id":"b","title":"Till","content":"## Opening\nCount the float.\n\n## Closing\nCount it again.\n"}
{"kind":"edge","src_id":"shop","rel":"references","dst_id":"till"}
`)
	for _, question := range []string{"what do we do about burnout", "what do we do about a burn out"} {
		topics := l.find(question).Topics
		if len(topics) == 0 || len(topics[0].Passages) == 0 || topics[0].Passages[0].Asked == 0 {
			t.Errorf("%q is about %s, and finds no section by its heading", question, labels(l.find(question)))
		}
	}
}
