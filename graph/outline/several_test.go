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

// TestQuestionInMessage checks that a message without an answer as a whole is about what
// its only question, or a sentence with a label, is about.
func TestQuestionInMessage(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"River","state_key":"active"}
{"kind":"plan","id":"w","project_id":"p","name":"New weir","state_key":"active","description":"Four gates of oak. The second coat of paint costs nine hundred."}
{"kind":"plan","id":"d","project_id":"p","name":"Dredging","state_key":"active","description":"Mud is taken to the fields."}
{"kind":"task","id":"t","project_id":"p","title":"Order paint","state_key":"todo"}
{"kind":"edge","src_id":"w","rel":"has_task","dst_id":"t"}
`)
	reader := l.set.Corpus().Open()
	defer reader.Close()
	talk := "Auntie Margaret bakes cakes; uncle Herbert eats biscuits, plays the cello, sings ballads, cuddles poodles, quarrels with janitors, " +
		"and collects stamps of Tuvalu, Nauru, Bhutan, Tonga, Malta, Cyprus, Samoa and Fiji. "
	for message, want := range map[string]string{
		talk + "How much does the second coat of paint cost?":     "New weir",
		talk + "Current item: price of the second coat of paint.": "New weir",
		talk + "Nobody knows why he does what he does.":           "",
	} {
		o := outline.FindAll(reader, l.graphs(), message, now, nil, outline.Defaults())
		got := ""
		if o.Confidence.Answer != outline.Unlikely {
			got = labels(o)
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", message, got, want)
		}
	}
}
