package rank

import (
	"strings"
	"testing"

	"dossier/graph/text"
)

// TestCore checks which words of messages are read as their frame.
func TestCore(t *testing.T) {
	for name, test := range map[string]struct{ message, left string }{
		"mail": {
			"From: Ada Lind\nTo: Bo Reis\nSubject: the northern gate\n\nDear Bo,\n\nwe have painted the northern gate of the weir on Monday. " +
				"Could you tell us what the second coat costs, and who pays for it?\n\nKind regards\nAda Lind",
			"subject the northern gate we have painted the northern gate of the weir on monday could you tell us what the " +
				"second coat costs and who pays for it",
		},
		"chat": {
			"ada: the gate is stuck again\nbo: which one, the northern one or that of the old mill at the end of the lane\n" +
				"ada: the northern one. what did we do about it last year, and what did that cost us",
			"the gate is stuck again bo which one the northern one or that of the old mill at the end of the lane the northern one what did we " +
				"do about it last year and what did that cost us",
		},
		"agent": {
			"You are an assistant of lock keepers. Style: short, no jokes. Never invent a number.\nTask: say which gates of the weir are stuck, " +
				"since when, what it costs to mend them, and what has been tried.\nOutput: JSON with two keys",
			"task say which gates of the weir are stuck since when what it costs to mend them and what has been tried",
		},
		"configuration": {
			"the gate of the northern weir does not open with this since Monday, and nobody of us has an idea what to do about it:\n" +
				"name: north\nspeed: slow\nlamp: on",
			"the gate of the northern weir does not open with this since monday and nobody of us has an idea what to do " +
				"about it name north speed slow lamp on",
		},
		"log": {
			"2026-03-01T07:10:02Z hoist 4.1 C\n07:15 hoist 8.9 C, lamp off\nThe hoist of the northern gate was too warm in the morning. May we " +
				"go on with it, and which rule says how warm the oil of the hoist may be at most?",
			"hoist hoist lamp off the hoist of the northern gate was too warm in the morning may we go on with it and which rule says how " +
				"warm the oil of the hoist may be at most",
		},
		"short":    {"Dear Bo, which gates are stuck?", "which gates are stuck"},
		"signed":   {"which gates are stuck? Gruß, Ada", "which gates are stuck"},
		"best":     {"can you send me the stuck gates? Best, Ada", "the stuck gates"},
		"thanks":   {"which gates are stuck thank you", "which gates are stuck"},
		"wishes":   {"what are the keeper's wishes", "what are the keeper wishes"},
		"greeting": {"Hello, Ada", "ada"},
		"all frame": {"From: Ada Lind\n" + strings.Repeat("Never open the gate at night. ", 6),
			"from ada lind" + strings.Repeat(" never open the gate at night", 6)},
	} {
		var words []string
		for word := range text.Words(core(test.message)) {
			words = append(words, word.Text)
		}
		if got := strings.Join(words, " "); got != test.left {
			t.Errorf("%s: the core is\n%s\nwant\n%s", name, got, test.left)
		}
	}
}

// FuzzCore checks that the core of a message has its bytes or spaces, in their places.
func FuzzCore(f *testing.F) {
	f.Add("From: Ada\nTo: Bo\n\nDear Bo, " + strings.Repeat("which gates are stuck? ", 9) + "\nCheers\nAda")
	f.Fuzz(func(t *testing.T, message string) {
		got := core(message)
		if len(got) != len(message) {
			t.Fatalf("%d bytes are %d", len(message), len(got))
		}
		for i := range got {
			if got[i] != message[i] && got[i] != ' ' {
				t.Fatalf("byte %d is %q, was %q", i, got[i], message[i])
			}
		}
	})
}
