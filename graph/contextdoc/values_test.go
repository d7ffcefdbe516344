package contextdoc_test

import (
	"strings"
	"testing"

	"dossier/graph/contextdoc"
)

// TestValuesOfSubjects asks for values that only fields of a record and props
// have.
func TestValuesOfSubjects(t *testing.T) {
	l := libraryOf(t, func() (*library, error) {
		return readLibrary(strings.NewReader(`{"kind":"project","id":"p","name":"Spring tour"}
{"kind":"record_type","id":"person","name":"Person","fields":[{"name":"mobile","type":"text"}]}
{"kind":"record","id":"r","project_id":"p","record_type":"person","fields":{"mobile":"555 01 10"},"name":"Ilse Brandvold"}
{"kind":"plan","id":"n","project_id":"p","name":"Leg 2: northern halls","state_key":"active","created_at":"2026-02-03",` +
			`"props":{"insurer":"Brandkasse","tariff":"B 4","superseded_by":"Leg 5","crew_leader":"Odd Vik","last_updated":"2026-03-04"}}
{"kind":"task","id":"a","project_id":"p","title":"Rent the timpani"}
{"kind":"record","id":"jmk","project_id":"p","record_type":"person","name":"Jasmin Krämer"}
{"kind":"task","id":"b","project_id":"p","title":"Repair the organ","props":{"ticket":"WO-7202","owner":"jmk"}}
{"kind":"signal","id":"s","project_id":"p","channel":"mail","payload_summary":"News of the harpsichord",` +
			`"payload":{"text":"It leaves the workshop on Wednesday. The lid was painted twice."}}
{"kind":"edge","rel":"has_task","src_id":"n","dst_id":"a"}
{"kind":"edge","rel":"relates_to","src_id":"r","dst_id":"a"}
`))
	})
	for question, want := range map[string]struct{ has, lacks string }{
		"mobile of Ilse Brandvold":     {"(record, person, mobile 555 01 10)", "Brandkasse"},
		"which insurer has leg 2":      {"insurer Brandkasse", "tariff"},
		"what replaced leg 2":          {"superseded_by Leg 5", "tariff"},
		"when was leg 2 proposed":      {"created 2026-02-03", "tariff"},
		"leg 2: date of creation":      {"created 2026-02-03", "tariff"},
		"who led the crew of leg 2":    {"crew_leader Odd Vik", "tariff"},
		"leg 2: last touched when":     {"last_updated 2026-03-04", "tariff"},
		"when does leg 2 begin":        {"Leg 2", "created"},
		"who repairs wo7202":           {"Repair the organ", "No matching"},
		"WO-7202":                      {"owner Jasmin Krämer, ticket WO-7202)", "Rent"},
		"owner of the organ repair":    {"owner Jasmin Krämer", "owner jmk"},
		"when was the lid painted":     {"## News of the harpsichord", "Payload summary"},
		"tasks of leg 2 and its risks": {"Rent the timpani", "Brandkasse"},
	} {
		d := l.document(t, contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		if !strings.Contains(d.Text, want.has) || strings.Contains(d.Text, want.lacks) {
			t.Errorf("the document about %q has not %q, or has %q:\n%s", question, want.has, want.lacks, d.Text)
		}
	}
}
