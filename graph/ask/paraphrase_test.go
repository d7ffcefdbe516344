package ask_test

import (
	"os"
	"strings"
	"testing"

	"dossier/graph/ask"
)

// TestParaphrases reads the sentences below each line with = in testdata/paraphrases.list:
// they ask for the same as the sentence in that line.
func TestParaphrases(t *testing.T) {
	data, err := os.ReadFile("testdata/paraphrases.list")
	if err != nil {
		t.Fatal(err)
	}
	want, asked := "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		said, isFirst := strings.CutPrefix(line, "= ")
		got, unused := readOf(said)
		switch {
		case isFirst:
			want, asked = got, said
		case got != want || unused != "":
			t.Errorf("%q is read as\n\t%s, unused: %q\n%q as\n\t%s", said, got, unused, asked, want)
		}
		if isFirst && (got == "none" || unused != "") {
			t.Errorf("%q is read as %s, unused: %q", said, got, unused)
		}
	}
}

// readOf returns the best query of a question, and the words that it does not use.
func readOf(question string) (query, unused string) {
	list := ask.Read(question, nil, now)
	if len(list) == 0 {
		return "none", ""
	}
	return list[0].Query.String(), strings.Join(list[0].Unused, " ")
}
