package outline_test

import "testing"

// TestIntroductions checks which questions ask only what their subjects are, or
// how far these are, by the number of sentences that come first.
func TestIntroductions(t *testing.T) {
	l := open(t)
	const name, asked = 1, 4
	for question, want := range map[string]struct {
		sentences    int
		asksProgress bool
	}{
		"frost guard":                              {name, false},
		"HIP-88":                                   {name, false},
		"What is frost guard?":                     {asked, false},
		"please explain HIP-88 in two sentences":   {asked, false},
		"HIP-88 and HIP-59: what are they about":   {asked, false},
		"status of frost guard":                    {name, true},
		"is HIP-88 done yet":                       {name, true},
		"what is next for HIP-88 and HIP-59":       {name, true},
		"why is HIP-88 late":                       {0, false},
		"what is the flow of frost guard":          {0, false},
		"who wrote HIP-88":                         {0, false},
		"what is the state of HIP-88's tanks":      {0, false},
		"what is the difference to HIP-88 in 2026": {0, false},
	} {
		topics := l.find(question).Topics
		if len(topics) == 0 {
			t.Errorf("%q has no topic", question)
			continue
		}
		for _, topic := range topics {
			if topic.Introduction != want.sentences || topic.AsksProgress != want.asksProgress {
				t.Errorf("%q begins with %d sentences of %s, progress %v; want %d, %v", question, topic.Introduction, topic.Entity.Self().Label,
					topic.AsksProgress, want.sentences, want.asksProgress)
			}
		}
	}
}
