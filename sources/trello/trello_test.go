package trello_test

import (
	"testing"

	"dossier/sources/sourcestest"
	"dossier/sources/trello"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &trello.Format) }

func TestBadInput(t *testing.T) {
	const name, lists = "b.json", `"lists":[{"id":"l1","name":"Doing"}],`
	board := func(cards string) map[string]string {
		return map[string]string{name: `{"id":"b",` + lists + "\"cards\":[\n" + `{"id":"c1","idShort":1,"name":"Good","idList":"l1"}` + cards +
			"]}"}
	}
	sourcestest.Bads(t, &trello.Format, []sourcestest.Bad{
		{Name: "cut off", Files: map[string]string{name: `{"cards":[{"id":"c1","idShort":1,"name":"Good","idList":"l1"},` + "\n" +
			`{"id":"c2","na`}, Want: "b.json:2: rejected: not JSON", Kept: 1},
		{Name: "no cards", File: name, Files: map[string]string{name: "{" + lists + `"cards":[]}`}, Want: "b.json: rejected: no cards", Kept: 0},
		{Name: "a list in place of the board", File: name, Files: map[string]string{name: `[{"id":"c1"}]`}, Want: "b.json: rejected: no cards",
			Kept: 0},
		{Name: "no id", Files: board(",\n" + `{"name":"B","idList":"l1"}`), Want: `b.json:3: rejected: the card "B" has no id`, Kept: 1},
		{Name: "no title", Files: board(",\n" + `{"id":"c2","idShort":2,"idList":"l1"}`), Want: `b.json:3: rejected: the card "c2" has no name`,
			Kept: 1},
		{Name: "the same number", Files: board(",\n" + `{"id":"c2","idShort":1,"name":"B","idList":"l1"}`),
			Want: `b.json:3: warned: the id "#1" is used by b.json:2`, Kept: 2},
		{Name: "a list that is not there", Files: board(",\n" + `{"id":"c2","idShort":2,"name":"B","idList":"l9"}`), Want: "", Kept: 2},
		{Name: "a bad date", Files: board(",\n" + `{"id":"c2","idShort":2,"name":"B","idList":"l1","due":"zzz"}`),
			Want: `b.json:3: warned: due_at: "zzz" is no date`, Kept: 2},
		{Name: "a card that is no object", Files: board(",\n7"), Want: "", Kept: 1},
		{Name: "forms of members", Files: board(",\n" +
			`{"id":"c2","idShort":"x","name":7,"labels":"a,b","idMembers":{},"attachments":9,"closed":null}`), Want: "", Kept: 2},
		{Name: "no file", Files: map[string]string{"x.md": ""}, Want: "error: read trello: path: no board of Trello", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &trello.Format, "b.json", nil,
		`{"lists":[{"id":"l","name":"Done","closed":true}],"cards":[{"id":"5f0000000000000000000000","idShort":1,"idList":"l"}],`+
			`"actions":[{"type":"commentCard"}]}`)
}
