package outline_test

import (
	"strings"
	"testing"

	"dossier/graph/outline"
)

const options = `
{"kind":"project","id":"p","name":"Lighthouse","state_key":"active"}
{"kind":"plan","id":"lamp","project_id":"p","name":"Lamp controller","state_key":"active"}
{"kind":"task","id":"t","project_id":"p","title":"Describe the options of the lamp","state_key":"todo"}
{"kind":"document","id":"m","project_id":"p","title":"Manual","content":"# Manual\n\n## Options\n\nThe lamp is dim by default.\n\n## ` +
	`Night\n\nUse it with care: lamp-dim-level is ignored after 2024-03-01.\n\n## Round by round\n\nThe guard walks twice."}
{"kind":"document","id":"n","project_id":"p","title":"Lamp diary",` +
	`"content":"# Lamp diary\n\n## Night\n\nThe dim level of the lamp was fine after 2023-03-01."}
{"kind":"edge","src_id":"lamp","rel":"has_task","dst_id":"t"}
{"kind":"edge","src_id":"lamp","rel":"contains","dst_id":"n"}
`

// TestLiteral checks that the text that holds an option, a date or a heading of the
// question literally comes first, also if the question has words of a plan's title, and
// that words are no literal.
func TestLiteral(t *testing.T) {
	l := openWith(t, options)
	for question, want := range map[string]string{
		"lamp controller: default of lamp-dim-level": "lamp-dim-level is ignored",
		"what of the lamp ended on 2024-03-01":       "lamp-dim-level is ignored",
		"round by round, which lamp":                 "The guard walks twice.",
		"dim level of the lamp controller":           "",
		"lamp controller on 2031-03-01":              "",
	} {
		o := l.find(question)
		plan := l.Plan(t, question, o)
		lines := text(plan.First(min(1, len(plan.Lines))))
		if want != "" && !strings.Contains(lines, want) {
			t.Errorf("%s: got %q first, want %q", question, lines, want)
		}
		if want == "" && o.IsNearestFirst() {
			t.Errorf("%s: got the nearest texts first", question)
		}
	}
}

// TestStill checks that "still" asks for what is open beside a kind, and before words
// that say that something is not done.
func TestStill(t *testing.T) {
	l := openWith(t, options+`
{"kind":"task","id":"done","project_id":"p","title":"Dim the lamp","state_key":"done"}
`)
	l.lists(t, map[string]string{
		"which tasks of Lighthouse are still open": "Describe",
		"which lamps still work in the lighthouse": "",
	})
}

// TestIdentifiers checks that the identifier of a decision names it, also if texts have it
// literally, and if titles have its number in another series. The identifier is an alias.
func TestIdentifiers(t *testing.T) {
	l := openWith(t, `
{"kind":"project","id":"p","name":"Harbour","state_key":"active"}
{"kind":"document","id":"index","project_id":"p","title":"ADR index","content":"Read them in order."}
{"kind":"decision","id":"d14","project_id":"p","title":"Steel gates","state_key":"made","props":{"aliases":["ADR-0014","ADR-14","0014"]}}
{"kind":"document","id":"n","project_id":"p","title":"Gate diary","content":"# Gate diary\n\n## Links\n\nRelated to ADR-0014."}
{"kind":"task","id":"t1","project_id":"p","title":"Paint the gates (FR-014)","state_key":"todo"}
{"kind":"task","id":"t2","project_id":"p","title":"Oil the gates (FR-099)","state_key":"todo"}
`)
	for question, want := range map[string]string{
		"ADR-0014": "Steel gates", "status of ADR-0014": "Steel gates", "ADR-14": "Steel gates", "ADR-0099": "",
	} {
		o := l.find(question)
		names := strings.Join(o.Confidence.Reasons, "")
		if o.IsNearestFirst() && want != "" || o.Confidence.Answer == outline.Likely != (want != "") || !strings.Contains(names, want) {
			t.Errorf("%s: %s, %s, nearest texts first: %v; want %q", question, o.Confidence.Answer, names, o.IsNearestFirst(), want)
		}
	}
}
