package contextdoc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph/contextdoc"
)

// TestReadings checks how documents say that a question was read: the query that the
// text answers, its filter as GraphQL takes it, and the words that no query uses.
func TestReadings(t *testing.T) {
	w, err := newLibrary("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ question, readAs, filter, first, unused string }{
		{"blocked or overdue tasks", "tasks where (state=blocked or overdue)", `{"or":[{"states":["BLOCKED"]}`, "", ""},
		{"risks with a probability over 50 %", "risks where probability>0.5", `{"probability":{"from":0.5`, "", ""},
		{"plans without risks", "plans where not with (risks)", `{"not":{"linked":{"kinds":["RISK"]`, "", ""},
		{"who tends the pumps", "", "", "", ""},
		{"overdue fibulating tasks", "", "", "tasks where overdue", "fibulating"},
		{"Blocked Gurgling tasks by plan", "", "", "tasks where state=blocked by plan", "Gurgling"},
	} {
		d, err := w.writer.Write(storetest.Context(), contextdoc.Input{Start: contextdoc.Start{Topic: &c.question}})
		if err != nil {
			t.Fatal(err)
		}
		got := contextdoc.Reading{}
		switch {
		case (d.ReadAs != nil) != (c.readAs != ""):
			t.Errorf("%q is read as %+v, want %q", c.question, d.ReadAs, c.readAs)
			continue
		case len(d.Readings) > 0:
			got = d.Readings[0]
		}
		if d.ReadAs != nil && (d.ReadAs.Text != c.readAs || !strings.HasPrefix(*d.ReadAs.Filter, c.filter) || !json.Valid([]byte(*d.ReadAs.Filter))) {
			t.Errorf("%q is read as %q with the filter %s, want %q and %s …", c.question, d.ReadAs.Text, *d.ReadAs.Filter, c.readAs, c.filter)
		}
		if c.first != "" && got.Text != c.first || strings.Join(got.Unused, " ") != c.unused {
			t.Errorf("%q is best read as %q without %q, want %q without %q", c.question, got.Text, got.Unused, c.first, c.unused)
		}
	}
}
