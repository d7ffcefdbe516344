package passage

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
)

// TestPhrases checks that a phrase that is repeated is one term, that there are at
// most Params.Terms of them, and that no word of a phrase is a term of its own.
func TestPhrases(t *testing.T) {
	f := &finder{reader: &corpus.Reader{}, params: &Params{Terms: 2, Headings: .8}, counts: Counts{}.in(0)}
	repeated := strings.Fields(strings.Repeat("turn off watch out set up ", 500))
	list, in := f.phrases(append(repeated, "pump"))
	if len(list) != 2 || list[0].stem != "turn off" || list[1].stem != "watch out" {
		t.Errorf("terms %+v, want the first two phrases", list)
	}
	if at := slices.Index(in, false); at != len(repeated) {
		t.Errorf("word %d is in no phrase, want only the last", at)
	}
}
