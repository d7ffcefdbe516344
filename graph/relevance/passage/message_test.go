package passage_test

import "testing"

// TestFindInMessage asks for a section in messages that are full of words of other
// sections.
func TestFindInMessage(t *testing.T) {
	const log = `07:41 guard: hall open, lamp on, ten plates beside the press, steel day long
07:42 wheel turn, job undo, old plate restore, guard at night alone, hall number
07:43 forms filled in and signed, head of the hall, work before all, parts keep
`
	for message, want := range map[string]string{
		log + "which drawbacks has it?":              "drawbacks ",
		log + "it is about the saw\ndrawbacks of it": "drawbacks ",
		"Which drawbacks has it?\n\n" + log:          "drawbacks ",
		log + "nobody knows why":                     "by night ", // by all words
	} {
		if got, _, _ := first(t, message, "saw"); got != want {
			t.Errorf("%.60q finds %q, want %q", message, got, want)
		}
	}
}
