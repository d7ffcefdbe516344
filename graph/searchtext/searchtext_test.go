package searchtext_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// TestFields lists the searched texts of entities, and marks those that a
// document may quote with a star.
func TestFields(t *testing.T) {
	task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	task.Title, task.Description, task.TypeKey = "Paint it", new("Twice."), new("task.execute.graduate_now")
	task.Props = graph.JSON(`{
		"b": ["two words", 7, ["nested", "https://example.org/x"]], "a": "text", "next_step": "Two people sign the sheet.", "owner": "The ` +
		`crew of the late shift", "status": "In a second review until May", "id": "` + graph.ID("x") +
		`", "n": 1, "link": "kep/123", "area": "CI/CD"
	}`)
	record := graph.SpecOf(graph.KindRecord).New().(*graph.Record)
	record.Name, record.RecordType, record.Fields = "Ann", "person", graph.JSON(`{"role":"Painter"}`)
	for _, test := range []struct {
		entity graph.Entity
		want   []string
	}{
		{task, []string{"*title: Paint it", "*description: Twice.", "props.a: text", "props.area: CI/CD", "props.b: two words\n\nnested",
			"*props.next_step: Two people sign the sheet.", "props.owner: The crew of the late shift", "props.status: In a second review until May",
			"type_key: task execute graduate now"}},
		{record, []string{"*name: Ann", "*fields.role: Painter", "type_key: record person"}},
	} {
		var got []string
		for _, field := range searchtext.Fields(test.entity) {
			line := field.Name + ": " + field.Text
			if _, isQuoted := searchtext.Quoted(test.entity)[field.Name]; isQuoted {
				line = "*" + line
			}
			if field.Text != "" {
				got = append(got, line)
			}
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// TestAnalyse compares the analysed texts with their fields.
func TestAnalyse(t *testing.T) {
	store := storetest.Demo(t, "../..")
	entity := store.Entity(t, "shoplane/task/offline-queue")
	vector, err := text.Decode(searchtext.Analyse(entity))
	if err != nil {
		t.Fatal(err)
	}
	fields := searchtext.Fields(entity)
	if len(vector.Fields) != len(fields) || len(vector.Sentences) == 0 {
		t.Fatalf("%d fields and %d sentences of %d fields", len(vector.Fields), len(vector.Sentences), len(fields))
	}
	for _, sentence := range vector.Sentences {
		if source := fields[sentence.Field].Text; int(sentence.End) > len(source) ||
			strings.TrimSpace(source[sentence.Start:sentence.End]) == "" {
			t.Errorf("sentence %+v is not in %q", sentence, source)
		}
	}
}

// damage writes invalid search text for every entity of a kind.
func damage(t *testing.T, store *storetest.Store, kind graph.Kind) (count int) {
	t.Helper()
	page, err := store.List(storetest.Context(), lists.List{Kind: kind, First: 200, Order: []lists.Order{{Field: lists.OrderUpdated}}})
	if err != nil {
		t.Fatal(err)
	}
	batch := graph.Batch{Reanalyse: true, Analyse: func(graph.Entity) []byte { return []byte("\xffolder") }}
	var refs []graph.Ref
	for _, entity := range page.Entities {
		refs = append(refs, entity.Self().Ref())
	}
	full, err := store.Entities(storetest.Context(), refs, graph.Full)
	if err != nil {
		t.Fatal(err)
	}
	for _, entity := range full {
		batch.Entities = append(batch.Entities, entity)
	}
	store.Put(t, batch)
	return len(full)
}

// TestReindex checks that the first call analyses entities with invalid search
// text, and the second call none.
func TestReindex(t *testing.T) {
	store := storetest.Demo(t, "../..")
	want := damage(t, store, graph.KindTask)
	last := map[string]string{}
	progress := func(projectID string, done, total int) { last[projectID] = fmt.Sprint(done, " of ", total) }
	count, err := searchtext.Reindex(storetest.Context(), store, progress)
	if count != want || want == 0 || err != nil {
		t.Errorf("analysed %d, %v, want %d", count, err, want)
	}
	for projectID, done := range last {
		var n, total int
		if _, err := fmt.Sscanf(done, "%d of %d", &n, &total); err != nil || n != total {
			t.Errorf("project %s ended at %s", projectID, done)
		}
	}
	if count, err := searchtext.Reindex(storetest.Context(), store, progress); count != 0 || err != nil {
		t.Errorf("again: analysed %d, %v, want none", count, err)
	}
}

// TestReindexNeedsWriteAccess checks that projects that the actor may only read
// are skipped.
func TestReindexNeedsWriteAccess(t *testing.T) {
	store := storetest.Demo(t, "../..")
	damage(t, store, graph.KindTask)
	if err := store.Grant(storetest.Context(), graph.ID("shoplane"), "reader", graph.AccessRead); err != nil {
		t.Fatal(err)
	}
	reader := graph.WithActor(storetest.Context(), graph.Actor{ID: graph.ID("reader")})
	if count, err := searchtext.Reindex(reader, store, func(string, int, int) {}); count != 0 || err != nil {
		t.Errorf("analysed %d, %v, want none", count, err)
	}
}

// TestReindexFails checks that the error has the project that failed.
func TestReindexFails(t *testing.T) {
	store := storetest.Demo(t, "../..")
	damage(t, store, graph.KindTask)
	ctx, cancel := context.WithCancel(storetest.Context())
	count, err := searchtext.Reindex(ctx, store, func(string, int, int) { cancel() })
	if count == 0 || err == nil || !strings.Contains(err.Error(), "reindex project ") {
		t.Errorf("analysed %d, %v, want a failure after the first transaction", count, err)
	}
	if _, err := searchtext.Reindex(ctx, store, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestNamesByID has external ids as trackers have them, and ids that nobody uses
// as a name.
func TestNamesByID(t *testing.T) {
	for id, want := range map[string]string{
		"HARB-42": "HARB-42", "hb-a1b2": "hb-a1b2", "task-7": "task-7", "187": "187", "hb-k3x.2": "hb-k3x.2",
		"BACK-355.01": "BACK-355.01, BACK-355.1", "ADR-0007": "ADR-0007, ADR-7", "0007": "0007, 7", "adr000": "adr000", "#12": "#12",
		"salt": "", "offline-queue": "", "docs/adr/0007-use-x": "", "kep:2403": "", "an id": "",
		"a-very-long-id-of-something-that-has-a-name": "",
	} {
		task := &graph.Task{Title: "Order new ropes"}
		task.Kind, task.ExternalID = graph.KindTask, &id
		got := ""
		for _, field := range searchtext.Fields(task) {
			if field.Name == "props."+text.IDKey {
				got = field.Text
			}
		}
		if got != want {
			t.Errorf("%s is called %q; want %q", id, got, want)
		}
	}
}
