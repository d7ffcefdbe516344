package contextdoc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
)

// TestTypesInQuestions checks that the name of a kind or of a relation means that, and not
// a type of the graph that has its stem or is called the same, and that other types mean
// their entities, by their names and the plurals of these.
func TestTypesInQuestions(t *testing.T) {
	var lines strings.Builder
	lines.WriteString(`{"kind":"project","id":"p","name":"Quarry","state_key":"active"}` + "\n")
	for _, of := range []string{
		"milestone.planning", "plan.supporting", "task.requiring", "document.tasked", "document.note", "task.issue.story",
		"task.issue.bug_report", "task.branch", "output.testing", "plan.goaled", "task.blocking",
	} {
		kind, _, _ := strings.Cut(of, ".")
		label := map[string]string{"plan": "name"}[kind]
		if label == "" {
			label = "title"
		}
		fmt.Fprintf(&lines, `{"kind":%q,"id":%q,"project_id":"p",%q:"Stone","type_key":%q,"created_at":"2026-10-01T09:00:00Z"}`+"\n", kind, of,
			label, of)
	}
	lines.WriteString(`{"kind":"document","id":"docs/blasting","project_id":"p","title":"How we blast","content":"At noon.",` +
		`"props":{"aliases":["blasting"],"stage":"blasting"},"created_at":"2026-10-01T09:00:00Z"}` + "\n" +
		`{"kind":"document","id":"docs/drills","project_id":"p","title":"Of machines","content":"Drills turn.",` +
		`"props":{"aliases":["drills"]},"created_at":"2026-10-01T09:00:00Z"}` + "\n")
	w, err := readLibrary(strings.NewReader(lines.String()))
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"what are drills?":            "", // a further name is what the question is about
		"blasting documents":          "documents where stage=blasting",
		"plans without risks":         "plans where not with (risks)",
		"open tasks by plan":          "tasks where open by plan",
		"goals without plans":         "goals where not with (plans)",
		"documents without tasks":     "documents where not with (tasks)",
		"notes without tasks":         "documents where not with (tasks)",
		"open issues":                 "tasks where open",
		"tasks that block open tasks": "tasks where blocks (tasks where open)",
		"open stories":                "tasks of type story where open",
		"overdue bug reports":         "tasks of type bug report where overdue",
		"open brs":                    "tasks of type bug report where open",
		"risks of the story":          "",
		"plans with open stories":     "plans where with (tasks of type story where open)",
		"overdue branches":            "tasks of type branch where overdue",
	} {
		d, err := w.writer.Write(storetest.Context(), contextdoc.Input{Start: contextdoc.Start{Topic: &question}})
		if err != nil {
			t.Fatal(err)
		}
		if got := graph.Or(d.ReadAs, contextdoc.Reading{}).Text; got != want {
			t.Errorf("%q is read as %q, want %q", question, got, want)
		}
	}
}

// TestReadings checks how documents say that a question was read: the query that the
// text answers, its filter as GraphQL takes it, and the words that no query uses.
func TestReadings(t *testing.T) {
	w, err := newLibrary("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ question, readAs, filter, first, unused string }{
		{"blocked or overdue tasks", "tasks where (blocked or overdue)", `{"or":[{"states":["BLOCKED"]}`, "", ""},
		{"risks with a probability over 50 %", "risks where probability>0.5", `{"probability":{"from":0.5`, "", ""},
		{"plans without risks", "plans where not with (risks)", `{"not":{"linked":{"kinds":["RISK"]`, "", ""},
		{"who tends the pumps", "", "", "", ""},
		{"overdue fibulating tasks", "tasks where overdue", `{"now":`, "tasks where overdue", "fibulating"},
		{"Blocked Gurgling tasks by plan", "tasks where blocked by plan", "{", "tasks where blocked by plan", "Gurgling"},
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
		if d.ReadAs != nil && (d.ReadAs.Text != c.readAs || !strings.HasPrefix(*d.ReadAs.Filter, c.filter) ||
			!json.Valid([]byte(*d.ReadAs.Filter))) {
			t.Errorf("%q is read as %q with the filter %s, want %q and %s …", c.question, d.ReadAs.Text, *d.ReadAs.Filter, c.readAs, c.filter)
		}
		if c.first != "" && got.Text != c.first || strings.Join(got.Unused, " ") != c.unused {
			t.Errorf("%q is best read as %q without %q, want %q without %q", c.question, got.Text, got.Unused, c.first, c.unused)
		}
	}
}
