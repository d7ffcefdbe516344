package lexicon

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/text"
)

func TestHeadings(t *testing.T) {
	for _, pair := range [][2]string{{"gotchas", "caveats"}, {"undo", "rollback"}, {"latency", "scalability"}, {"scenarios", "stories"},
		{"against", "drawbacks"}} {
		word, other := pair[0], text.English(pair[1])
		if stem := text.English(word); stem != "" {
			word = stem
		}
		if got := Headings(word); !slices.Contains(got, other) {
			t.Errorf("Headings(%s) = %v, want %s among them", word, got, other)
		}
	}
	if got := Headings("kubelet"); got != nil {
		t.Errorf("Headings(kubelet) = %v, want none", got)
	}
}

// TestHeadingLines checks that no line has a word alone, or twice.
func TestHeadingLines(t *testing.T) {
	for line := range strings.Lines(headings) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		slices.Sort(words)
		if len(words) < 2 || len(slices.Compact(slices.Clone(words))) != len(words) {
			t.Errorf("%q", line)
		}
	}
}
