package check_test

import (
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/check"
)

// The rules for single columns are tested by line in package ndjson.

func TestCheckTellsEverything(t *testing.T) {
	task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	task.ID, task.ProjectID = graph.ID("t"), graph.ID("p")
	task.StateKey, task.TypeKey, task.Priority = new("doing"), new("task"), new(0)
	task.DueAt = new(time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC))
	task.Description = new("a\x00b")
	task.Props = graph.JSON(`["\u0000"]`)
	var columns []string
	for _, problem := range check.Entity(task) {
		column, _, _ := strings.Cut(problem.Error(), ":")
		columns = append(columns, column)
	}
	if got, want := strings.Join(columns, " "), "type_key state_key props title priority due_at description"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheckOfAGoodEntity(t *testing.T) {
	for _, key := range []string{"task.execute", "task.execute.build_2"} {
		task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
		task.ID, task.ProjectID, task.Title, task.TypeKey = graph.ID("t"), graph.ID("p"), "Dig", &key
		check.Default(task)
		if problems := check.Entity(task); problems != nil {
			t.Errorf("%s: got %v", key, problems)
		}
	}
}

func TestHasNUL(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":"\u0000"}`:     true,
		`"\\\u0000"`:         true,
		`"\\u0000"`:          false,
		`"\"\\u0000 \u0001"`: false,
		`"\u0000\\u0000"`:    true,
		``:                   false,
	} {
		if got := graph.JSON(text).HasNUL(); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestNewEdge(t *testing.T) {
	plan := &graph.Common{ID: "a", Kind: graph.KindPlan, ProjectID: "p"}
	task := &graph.Common{ID: "b", Kind: graph.KindTask, ProjectID: "p"}
	far := &graph.Common{ID: "c", Kind: graph.KindTask, ProjectID: "q"}
	edge, err := check.Edge(graph.RelHasTask, plan, task)
	if err != nil || edge.ID != graph.EdgeID("a", graph.RelHasTask, "b") || edge.ProjectID != "p" || edge.Src != plan.Ref() ||
		edge.Dst != task.Ref() {
		t.Errorf("got %+v, %v", edge, err)
	}
	for _, ends := range [][2]*graph.Common{{plan, plan}, {plan, far}, {task, plan}} {
		if _, err := check.Edge(graph.RelHasTask, ends[0], ends[1]); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%s to %s: got %v", ends[0].ID, ends[1].ID, err)
		}
	}
}

func TestCheckOfARecordType(t *testing.T) {
	good := graph.RecordType{ID: "person", Name: "Person", Fields: []graph.RecordField{
		{Name: "role", Type: "text"},
		{Name: "status", Type: "select", Options: []string{"here", "away"}},
		{Name: "team", Type: "entity_ref", EntityType: "team"},
		{Name: "reports", Type: "computed", Query: graph.JSON(`{"kind":"record"}`)},
	}}
	if err := check.RecordType(&good); err != nil {
		t.Error(err)
	}
}
