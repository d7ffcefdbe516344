package layout_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/graph/layout"
	"dossier/graph/outline/outlinetest"
)

// weir has a plan whose text has a section of five sentences. No heading explains a
// question about the pumps.
const weir = `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active",` +
	`"description":"It keeps the river deep enough for boats in August."}
{"kind":"document","id":"d","project_id":"p","title":"New weir",` +
	`"content":"# Building\n\nStones are laid in rows before the first frost of the year, by men who have done so at three other weirs of ` +
	`the upper river since they were boys, and who are paid by the row and not by the hour, so that nobody counts how long a row takes as ` +
	`long as it lies level with the last one. Each gate is hung by two cranes from the northern bank, which came on a barge from the ` +
	`shipyard and go back there as soon as the last of the gates turns on its hinges and closes. A hut for the guard is built of the ` +
	`timber that was cut for the moulds, once the concrete of the piers is hard enough to bear the bridge, with a stove, a bench, and a ` +
	`window from which all of the gates can be seen. Clay for the core of the wall is dug beside the old mill. Both pumps drain the pit ` +
	`behind the dam in nine hours. The pit stays dry until the end of the month of May.\n\n# Staff\n\nA foreman and ten men.\n"}
{"kind":"edge","src_id":"w","rel":"contains","dst_id":"d"}
`

// TestExcerpt checks that a section is quoted from the sentence before the one that
// the question asks for on, and in the order of its text once it is whole.
func TestExcerpt(t *testing.T) {
	l := outlinetest.Open(t, weir)
	question := "how many hours do the pumps drain for the new weir"
	plan := l.Plan(t, question, l.Find(question))
	first := ""
	for _, line := range plan.Lines {
		if line.IsPassage && line.Section >= 0 {
			first = line.Passage.Text
			break
		}
	}
	if want := "Clay for the core of the wall is dug beside the old mill."; first != want {
		t.Errorf("the first sentence is %q, want %q", first, want)
	}
	whole := outlinetest.Text(plan.First(len(plan.Lines)))
	if at, pumps := strings.Index(whole, "Stones are laid"), strings.Index(whole, "Both pumps"); at < 0 || at > pumps {
		t.Errorf("the beginning of the section is not before its end in\n%s", whole)
	}
}

// TestTableExcerpt checks that rows of a table follow the names of its columns if the
// table is quoted from its middle on, and that a second table has its own.
func TestTableExcerpt(t *testing.T) {
	columns := "| Part of the weir | What is done every year by the crew |\n| --- | --- |\n"
	var rows strings.Builder
	for i := range 30 {
		fmt.Fprintf(&rows, "| Stone number %d | Wash and turn |\n", i)
	}
	content, _ := json.Marshal("# Upkeep\n\n" + columns + rows.String() + "| Sluice | Oil the hinges |\n\n# Rope\n" +
		"\n" + columns + "| Rope of the sluice | Replace |\n")
	l := outlinetest.Open(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active","description":"It keeps the river deep."}
{"kind":"document","id":"d","project_id":"p","title":"Handbook","content":`+string(content)+`}
{"kind":"edge","src_id":"w","rel":"contains","dst_id":"d"}
`)
	question := "who oils the hinges of the sluice at the new weir"
	plan := l.Plan(t, question, l.Find(question))
	at := slices.IndexFunc(plan.Lines, func(line layout.Line) bool { return strings.Contains(line.Passage.Text, "Oil the hinges") })
	begun := outlinetest.Text(plan.First(at + 1))
	if !strings.Contains(begun, columns) || strings.Contains(begun, "Stone number 0 ") {
		t.Errorf("the columns are not before the row in\n%s", begun)
	}
	if whole := outlinetest.Text(plan.First(len(plan.Lines))); strings.Count(whole, columns) != 2 {
		t.Errorf("not both tables have columns in\n%s", whole)
	}
}

// TestLongDetail checks that a long text of a part is first rendered with its first
// sentences, and whole before the parts that the question does not ask for.
func TestLongDetail(t *testing.T) {
	rationale := "Timber was cheaper. " + strings.Repeat("Oak lasts for eighty years below water if it is never dry. ",
		12) + "Nobody sells oak of that length."
	l := outlinetest.Open(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active"}
{"kind":"decision","id":"d","project_id":"p","title":"Gates of timber","outcome":"Not taken up","rationale":"`+rationale+`"}
{"kind":"decision","id":"e","project_id":"p","title":"Gates of steel","outcome":"Taken up"}
{"kind":"edge","src_id":"w","rel":"has_decision","dst_id":"d"}
{"kind":"edge","src_id":"w","rel":"has_decision","dst_id":"e"}
`)
	question := "decisions of the new weir"
	plan := l.Plan(t, question, l.Find(question))
	isDetail := func(line layout.Line) bool { return strings.HasPrefix(line.Detail, "Outcome: Not taken up") }
	at := slices.IndexFunc(plan.Lines, isDetail)
	begun := outlinetest.Text(plan.First(at + 1))
	if !strings.Contains(begun, "Timber was cheaper.") || !strings.Contains(begun, "never dry. …") || strings.Contains(begun, "Nobody sells") {
		t.Errorf("the beginning is\n%s", begun)
	}
	whole := outlinetest.Text(plan.First(len(plan.Lines)))
	if !strings.Contains(whole, "Outcome: Not taken up | Rationale: "+rationale) {
		t.Errorf("the text is not whole in\n%s", whole)
	}
}

// TestListings checks that a huge listing of a section comes last, and a long one behind
// the rest of the section, but before what the question does not ask for.
func TestListings(t *testing.T) {
	t.Run("huge", func(t *testing.T) {
		checkListing(t, 300, func(before bool, rest int) bool { return !before && rest == 0 })
	})
	t.Run("long", func(t *testing.T) {
		checkListing(t, 30, func(before bool, rest int) bool { return !before && rest > 0 })
	})
	t.Run("short", func(t *testing.T) { checkListing(t, 3, func(before bool, _ int) bool { return before }) })
}

// checkListing checks the place of a listing of some lines by whether it is before the
// sentence that follows it in the section, and how many lines are behind it.
func checkListing(t *testing.T, lines int, isRight func(before bool, rest int) bool) {
	t.Helper()
	listing := "```\n" + strings.Repeat("open the gate\n", lines) + "```\n"
	content, _ := json.Marshal("# Gates\n\nThe gates are opened by hand.\n\n" + listing + "\nThen the lamp is lit.\n\n# Staff\n\nA foreman.\n")
	l := outlinetest.Open(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active","description":"It keeps the river deep."}
{"kind":"document","id":"d","project_id":"p","title":"Handbook","content":`+string(content)+`}
{"kind":"task","id":"t","project_id":"p","title":"Order oil"}
{"kind":"edge","src_id":"w","rel":"contains","dst_id":"d"}
{"kind":"edge","src_id":"w","rel":"has_task","dst_id":"t"}
`)
	question := "when is the lamp of the new weir lit"
	plan := l.Plan(t, question, l.Find(question))
	lineWith := func(words string) int {
		return slices.IndexFunc(plan.Lines, func(line layout.Line) bool { return strings.Contains(line.Passage.Text, words) })
	}
	at, lamp := lineWith("open the gate"), lineWith("lamp is lit")
	if at < 0 || lamp < 0 || !isRight(at < lamp, len(plan.Lines)-1-at) {
		t.Errorf("the listing is line %d of %d, the sentence behind it line %d", at, len(plan.Lines), lamp)
	}
}
