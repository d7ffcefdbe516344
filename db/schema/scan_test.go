package schema

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/db/enginetest"
	"dossier/graph"
)

func TestScanTimes(t *testing.T) {
	want := time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	for _, value := range []any{want, want.In(time.FixedZone("", 7200)), want.Format(engine.TimeFormat)} {
		var at time.Time
		var optional *time.Time
		if err := (enginetest.Row{value, value}).Scan(Target(&at), Target(&optional)); err != nil {
			t.Fatal(err)
		}
		if at != want || *optional != want {
			t.Errorf("%v: got %v and %v", value, at, optional)
		}
	}
	var optional *time.Time
	if err := (enginetest.Row{nil}).Scan(Target(&optional)); err != nil || optional != nil {
		t.Errorf("null: got %v, %v", optional, err)
	}
	for value, want := range map[any]string{7: "expected a time or text; got int", "yesterday": "read time: "} {
		if err := (enginetest.Row{value}).Scan(Target(&optional)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", value, err, want)
		}
	}
}

// The order of times as text is that of times.
func TestTimeFormatHasOneWidth(t *testing.T) {
	early, late := enginetest.Time.Truncate(time.Second), enginetest.Time
	if a, b := early.Format(engine.TimeFormat), late.Format(engine.TimeFormat); len(a) != len(b) || a >= b {
		t.Errorf("got %s and %s", a, b)
	}
}

func TestScanJSON(t *testing.T) {
	for _, value := range []any{`{"b": 1.0, "a": 2}`, []byte(`{"b": 1.0, "a": 2}`)} {
		var got graph.JSON
		if err := (enginetest.Row{value}).Scan(Target(&got)); err != nil || string(got) != `{"a":2,"b":1}` {
			t.Errorf("%s: got %s, %v", value, got, err)
		}
	}
	got := graph.JSON("1")
	if err := (enginetest.Row{nil}).Scan(Target(&got)); err != nil || got != nil {
		t.Errorf("null: got %s, %v", got, err)
	}
	for value, want := range map[any]string{7: "expected text; got int", "{": "parse JSON"} {
		if err := (enginetest.Row{value}).Scan(Target(&got)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", value, err, want)
		}
	}
}

// rowOf returns the row of an entity as a database returns it for a shape.
func rowOf(s *Shape, entity graph.Entity) enginetest.Row {
	var row enginetest.Row
	for _, field := range s.fields {
		row = append(row, content(&field.Field, entity))
	}
	return row
}

func TestShape(t *testing.T) {
	task := enginetest.Task("a")
	task.Priority, task.Description = new(2), new(strings.Repeat("x", 500))
	task.CreatedAt, task.UpdatedAt = enginetest.Time, enginetest.Time
	full := ShapeOf(graph.KindTask, graph.Full)
	got, err := full.Scanner().Scan(rowOf(full, task))
	if full.Spec.Finish(task, graph.Full); err != nil || !reflect.DeepEqual(got, graph.Entity(task)) {
		t.Errorf("got %+v, %v, want %+v", got, err, task)
	}
	light := ShapeOf(graph.KindTask, graph.Light)
	columns := light.Columns
	if !strings.Contains(columns, "substr(entity.description, 1, 121)") || strings.Contains(columns, "facet_scale") {
		t.Errorf("light columns are %s", columns)
	}
	if strings.Contains(full.Columns, "substr") {
		t.Errorf("full columns are %s", full.Columns)
	}
	if _, err := light.Scanner().Scan(enginetest.Row{}); err == nil || !strings.Contains(err.Error(), "read task: ") {
		t.Errorf("a row of another shape: got %v", err)
	}
}

func TestScanEdge(t *testing.T) {
	edge, err := ScanEdge(enginetest.Row{"e", "p", "task", "task", "belongs_to_plan", "plan", "plan", nil, false})
	if err != nil || edge.Rel != graph.RelHasTask || edge.Src.ID != "plan" || edge.Dst.ID != "task" {
		t.Errorf("a synonym: got %+v, %v", edge, err)
	}
	if _, err := ScanEdge(enginetest.Row{}); err == nil || !strings.Contains(err.Error(), "read edge: ") {
		t.Errorf("got %v", err)
	}
}
