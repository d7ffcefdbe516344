package ask_test

import (
	"os"
	"strings"
	"testing"

	"dossier/graph/ask"
	"dossier/graph/gist"
)

// TestPlainSentences reads sentences with words of kinds in their plain sense: a signal
// that a process sends is no signal of a project.
func TestPlainSentences(t *testing.T) {
	data, err := os.ReadFile("testdata/plain.list")
	if err != nil {
		t.Fatal(err)
	}
	sentences := 0
	for line := range strings.Lines(string(data)) {
		sentence := strings.TrimSpace(line)
		if sentence == "" || strings.HasPrefix(sentence, "#") {
			continue
		}
		sentences++
		if list := ask.Read(sentence, nil, now); gist.AskForList(list) {
			t.Errorf("%q is read as %s", sentence, list[0].Query)
		}
	}
	if sentences < 40 {
		t.Errorf("%d sentences; expected 40 or more", sentences)
	}
}
