package outline_test

import (
	"fmt"
	"testing"

	"dossier/graph/outline"
)

// harbours are two projects, with work that nobody has begun. now is 1 September.
const harbours = `
{"kind":"project","id":"h","name":"Harbour air: 40 stations","state_key":"active"}
{"kind":"project","id":"q","name":"Quay wall","state_key":"active"}
{"kind":"task","id":"mast","project_id":"h","title":"Raise the mast","state_key":"todo","due_at":"2026-09-09"}
{"kind":"task","id":"wire","project_id":"h","title":"Wire the mast","state_key":"in_progress","due_at":"2026-09-10"}
{"kind":"task","id":"pump","project_id":"q","title":"Rent a pump","state_key":"in_progress","due_at":"2026-09-08"}
{"kind":"milestone","id":"open","project_id":"q","title":"Quay opens","state_key":"pending","due_at":"2026-12-03"}
{"kind":"plan","id":"wall","project_id":"q","name":"Wall repair","state_key":"active"}
{"kind":"risk","id":"storm","project_id":"q","title":"A storm takes the crane","impact":"high","state_key":"identified"}
{"kind":"risk","id":"rust","project_id":"q","title":"Rust below the water","impact":"low","state_key":"identified"}
{"kind":"edge","src_id":"wall","rel":"has_risk","dst_id":"storm"}
{"kind":"edge","src_id":"wall","rel":"has_risk","dst_id":"rust"}
{"kind":"decision","id":"stone","project_id":"q","title":"Granite or concrete","state_key":"pending"}
{"kind":"document","id":"notes","project_id":"q","title":"Notes of the divers","state_key":"draft"}
`

// TestTitlesInMessages checks that a message which has the title of a part between
// much else is about the part.
func TestTitlesInMessages(t *testing.T) {
	l := openWith(t, harbours)
	message := "[09:14] mira: the printer is dead again\n[09:15] jon: call the shop\n" +
		"[09:17] mira: ok. other thing: %s?\n[09:31] jon: ask upstairs"
	for title, want := range map[string]outline.Answerability{"a storm takes the crane": outline.Likely,
		"a flood ruins my shed": outline.Unlikely} {
		if got := l.find(fmt.Sprintf(message, title)).Confidence; got.Answer != want {
			t.Errorf("%q is answered %s (%.2f: %v), want %s", title, got.Answer, got.Value, got.Reasons, want)
		}
	}
}
