package contextdoc_test

import (
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/graphtest"
	"dossier/graph/view"
)

// sparse are projects whose data lack dates, priorities or tasks: a folder of notes, an
// empty project, one of minutes, and one in which all is over.
const sparse = `{"kind":"project","id":"notes","name":"Garden"}
{"kind":"document","id":"a","project_id":"notes","title":"Apples","content":"They are red."}
{"kind":"document","id":"g","project_id":"notes","title":"Garden","content":"Begin here."}
{"kind":"document","id":"p","project_id":"notes","title":"Pears","content":"See [[Apples]]."}
{"kind":"edge","rel":"references","src_id":"p","dst_id":"a"}
{"kind":"task","id":"t","project_id":"notes","title":"Prune the apples"}
{"kind":"task","id":"u","project_id":"notes","title":"Mow","due_at":"2026-11-30T00:00:00Z"}
{"kind":"milestone","id":"m","project_id":"notes","title":"Harvest"}
{"kind":"project","id":"empty","name":"Shed"}
{"kind":"project","id":"minutes","name":"Club"}
{"kind":"document","id":"s","project_id":"minutes","title":"Spring","created_at":"2026-03-02T00:00:00Z","updated_at":"2026-03-02T00:00:00Z"}
{"kind":"document","id":"b","project_id":"minutes","title":"Summer","created_at":"2026-06-02T00:00:00Z","updated_at":"2026-06-02T00:00:00Z"}
{"kind":"project","id":"past","name":"Pond"}
{"kind":"task","id":"d","project_id":"past","title":"Dig","state_key":"done","created_at":"2026-01-05T00:00:00Z",` +
	`"completed_at":"2026-11-12T00:00:00Z"}
{"kind":"task","id":"l","project_id":"past","title":"Line","state_key":"cancelled","created_at":"2026-11-11T00:00:00Z",` +
	`"updated_at":"2026-12-30T00:00:00Z"}
`

// TestViewsOfSparseData checks views of projects whose data lack dates, priorities or
// tasks: they say so, call nothing urgent, and have the entry of a folder of notes first.
func TestViewsOfSparseData(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, sparse)
	w := newWriter(store)
	w.Views = view.BuiltIn
	for _, test := range []struct{ project, view, has, lacks string }{
		{"notes", "next", "## The most urgent\n- Mow", "## The most urgent (2)"},
		{"notes", "next", "## Free to start, waits for nothing (1 of 2, 1 in another list)\n- Prune the apples", "No task is recorded"},
		{"notes", "brief", "## Read first\n- Garden", "Read first (2"},
		{"notes", "brief", "No open milestone has a date: what is next is unknown.", "## Next dates\n- Harvest"},
		{"notes", "brief", "## Milestones without a date\n- Harvest", ""},
		{"notes", "track", "No milestone has a date before it: whether it is on track is unknown.", "before it\n- Harvest"},
		{"past", "finished", "## Finished\n- Dig", "Line"}, // when it was cancelled is not known
		{"minutes", "changed", "## Written before, the latest\n- Summer", "## Written\n"},
		{"empty", "next", "No task is recorded: what can be done is unknown.", "has begun or waits"},
		{"empty", "brief", "No milestone is recorded: there is no next date.", "No open milestone has a date"},
	} {
		d := graphtest.Must(w.Write(storetest.Context(), contextdoc.Input{
			Start: contextdoc.Start{ProjectID: new(graph.ID(test.project))}, View: &test.view, Now: new(storetest.Now()),
		}))(t)
		if !strings.Contains(d.Text, test.has) || test.lacks != "" && strings.Contains(d.Text, test.lacks) {
			t.Errorf("%s of %s: want %q, and not %q:\n%s", test.view, test.project, test.has, test.lacks, d.Text)
		}
	}
}

// TestOnlyDocument checks that the overview of a project that has one document quotes
// it.
func TestOnlyDocument(t *testing.T) {
	store := storetest.Open(t)
	store.Load(t, `{"kind":"project","id":"one","name":"Kitchen"}
{"kind":"document","id":"c","project_id":"one","title":"Coffee","content":"Grind eighteen grams.\n\nWait four minutes."}
{"kind":"project","id":"two","name":"Garden"}
{"kind":"document","id":"a","project_id":"two","title":"Apples","content":"They are red."}
{"kind":"document","id":"p","project_id":"two","title":"Pears","content":"They are green."}
`)
	for project, want := range map[string]bool{"one": true, "two": false} {
		d := graphtest.Must(newWriter(store).Write(storetest.Context(),
			contextdoc.Input{Start: contextdoc.Start{ProjectID: new(graph.ID(project))}}))(t)
		if has := strings.Contains(d.Text, "## From Coffee") && strings.Contains(d.Text, "Wait four minutes."); has != want {
			t.Errorf("%s: the document is quoted: %v; want %v:\n%s", project, has, want, d.Text)
		}
	}
}
