package outline_test

import (
	"testing"

	"dossier/graph/outline"
)

// TestMessages checks that each question of a message has its topic, with what
// the question asks, and that others are read as a whole.
func TestMessages(t *testing.T) {
	l := open(t)
	reader := l.set.Corpus().Open()
	defer reader.Close()
	for message, want := range map[string]string{
		"Hello, after the call with the growers I have two things for you. How does the frost guard decide at night? " +
			"And why is a group of valves granted as a whole? Thanks, Tim": "HIP-131 HIP-88",
	} {
		if got := labels(outline.FindMessage(reader, l.graphs(), message, now, nil, outline.Defaults())); got != want {
			t.Errorf("%q is about %q, want %q", message, got, want)
		}
	}
}
