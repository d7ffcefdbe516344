package outline_test

import (
	"testing"

	"dossier/graph/outline"
)

// TestSeveral checks that each question of a message and each side of a comparison
// has its topic, and that a text is read as a whole if only one of them has.
func TestSeveral(t *testing.T) {
	l := open(t)
	reader := l.set.Corpus().Open()
	defer reader.Close()
	for message, want := range map[string]string{
		"Hello, after the call with the growers I have two things for you. How does the frost guard decide at night? " +
			"And why is a group of valves granted as a whole? Thanks, Tim": "HIP-131 HIP-88",
		"compare companions with the merging of schedules":                       "HIP-59 HIP-77",
		"merging of schedules vs companions":                                     "HIP-59 HIP-77",
		"what is the difference between companions and the merging of schedules": "HIP-59 HIP-77",
		"compare bananas with companions":                                        labels(l.find("compare bananas with companions")),
	} {
		if got := labels(outline.FindAll(reader, l.graphs(), message, now, nil, outline.Defaults())); got != want {
			t.Errorf("%q is about %q, want %q", message, got, want)
		}
	}
}
