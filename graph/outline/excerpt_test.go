package outline_test

import (
	"strings"
	"testing"
)

// weir has a plan whose text has a section of five sentences. No heading explains a
// question about the pumps.
const weir = `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active","description":"It keeps the river deep enough for boats in August."}
{"kind":"document","id":"d","project_id":"p","title":"New weir","content":"# Building\n\nStones are laid in rows before the first frost of the year. Each gate is hung by two cranes from the northern bank. Clay for the core of the wall is dug beside the old mill. Both pumps drain the pit behind the dam in nine hours. The pit stays dry until the end of the month of May.\n\n# Staff\n\nA foreman and ten men.\n"}
{"kind":"edge","src_id":"w","rel":"contains","dst_id":"d"}
`

// TestExcerpt checks that a section is quoted from the sentence before the one that
// the question asks for on, and in the order of its text once it is whole.
func TestExcerpt(t *testing.T) {
	l := openWith(t, weir)
	question := "how many hours do the pumps drain for the new weir"
	plan := l.plan(t, question, l.find(question))
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
	whole := text(plan.First(len(plan.Lines)))
	if at, pumps := strings.Index(whole, "Stones are laid"), strings.Index(whole, "Both pumps"); at < 0 || at > pumps {
		t.Errorf("the beginning of the section is not before its end in\n%s", whole)
	}
}
