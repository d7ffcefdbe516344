package rows_test

import (
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// TestSet checks that Set clears columns that are null, keeps others that are
// not given, and reports every problem.
func TestSet(t *testing.T) {
	due, text := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), "text"
	for _, test := range []struct{ fields, want string }{
		{`{}`, "title 2 2026-12-01T00:00:00Z text"},
		{`{"title": "new", "priority": 1, "due_at": "2027-01-01"}`, "new 1 2027-01-01T00:00:00Z text"},
		{`{"priority": 3.0}`, "title 3 2026-12-01T00:00:00Z text"},
		{`{"priority": 3.5}`, "priority: got 3.5; expected a whole number"},
		{`{"due_at": null, "description": null}`, "title 2 null null"},
		{`{"title": null, "priority": 9}`, "title: missing; a task needs one; priority: 9 is out of range"},
		{`{"title": " \t"}`, "title: is blank; a task needs one"},
		{`{"title": 7, "due_at": "soon"}`, "title: got 7; expected text; due_at: got"},
		{`{"id": "x", "colour": "red"}`, "colour: cannot be set of a task; expected one of type_key, state_key"},
	} {
		task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
		task.ID, task.ProjectID, task.Title, task.Priority, task.DueAt, task.Description = graph.ID("t"), graph.ID("p"), "title", new(2), &due,
			&text
		fields, err := rows.ReadMembers([]byte(test.fields))
		if err != nil {
			t.Fatal(err)
		}
		problems := rows.Set(task, fields)
		var texts []string
		for _, problem := range problems {
			texts = append(texts, problem.Error())
		}
		got := strings.Join(texts, "; ")
		if problems == nil {
			got = task.Title + " " + value(task, "priority") + " " + value(task, "due_at") + " " + value(task, "description")
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.fields, got, test.want)
		}
	}
}

// value returns a column as text.
func value(e graph.Entity, column string) string {
	change := graph.NewFieldChange(column, nil, e.Self().Spec().Field(column).Value(e))
	if change.New == nil {
		return "null"
	}
	return strings.Trim(string(change.New), `"`)
}

// TestNew checks that New refuses columns that an import would move to props.
func TestNew(t *testing.T) {
	for text, want := range map[string]string{
		`{"id": "t", "project_id": "p", "title": "A"}`: "",
		`{"id": "t", "titel": "A"}`:                    "titel: cannot be set of a task; expected one of id, project_id",
		`{"id": "t", "title": "A"}`:                    "project_id: missing",
	} {
		fields, _ := rows.ReadMembers([]byte(text))
		task, problems := rows.New(graph.SpecOf(graph.KindTask), fields)
		switch {
		case want != "" && (problems == nil || !strings.HasPrefix(problems[0].Error(), want)):
			t.Errorf("%s: got %v, want %s", text, problems, want)
		case want == "" && (problems != nil || *task.Self().StateKey != "todo" || *task.Self().ExternalID != "t"):
			t.Errorf("%s: got %+v, %v", text, task, problems)
		}
	}
}
