package statement

import (
	"reflect"
	"strings"
	"testing"

	"dossier/db/engine"
	"dossier/db/enginetest"
	"dossier/db/schema"
)

func TestStatement(t *testing.T) {
	q := New(&enginetest.Dialect, false).Add("SELECT x FROM ")
	q.Add(q.Rows([]map[string]string{{"id": "a"}, {"id": "b"}}, schema.Required("id", engine.UUID)), " WHERE ", q.In("y", []int{1, 2}),
		" AND z = ", q.Param(nil))
	query := q.Query(nil)
	if want := "SELECT x FROM ROWS($1: id) WHERE y IN $2 AND z = $3"; query.SQL != want {
		t.Errorf("got %s, want %s", query.SQL, want)
	}
	if want := []any{`[{"id":"a"},{"id":"b"}]`, []int{1, 2}, nil}; !reflect.DeepEqual(query.Args, want) {
		t.Errorf("got arguments %v, want %v", query.Args, want)
	}
}

func TestASingleValueIsCompared(t *testing.T) {
	q := New(&enginetest.Dialect, false)
	got := q.In("x", []string{"a"}) + " AND " + q.In("y", []int{7}) + " AND " + q.In("z", []string{}) + " AND " + q.In("z", []int{1, 2})
	if want := "x = $1 AND y = $2 AND z IN $3 AND z IN $4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if want := []any{"a", 7, []string{}, []int{1, 2}}; !reflect.DeepEqual(q.args, want) {
		t.Errorf("got arguments %v, want %v", q.args, want)
	}
}

func TestReadable(t *testing.T) {
	if got := New(&enginetest.Dialect, false).Readable("x.project_id", Subject{}); got != "FALSE" {
		t.Errorf("without an actor: got %s", got)
	}
	q := New(&enginetest.Dialect, false)
	got := q.Readable("x.project_id", Subject{ID: "ann"})
	for _, part := range []string{"allowed.id = x.project_id AND allowed.deleted_at IS NULL", "granted.actor_id = $1",
		"allowed.is_public OR"} {
		if !strings.Contains(got, part) {
			t.Errorf("got %s, want %s in it", got, part)
		}
	}
	if !reflect.DeepEqual(q.args, []any{"ann"}) {
		t.Errorf("got arguments %v", q.args)
	}
}

func TestUpsert(t *testing.T) {
	table := engine.Table{Name: "t", Key: []string{"a", "b"}, Columns: []engine.Column{schema.Required("a", engine.Text),
		schema.Required("b", engine.Text), schema.Nullable("c", engine.Text)}}
	for sums, set := range map[string]string{"": "excluded.c", "c": "t.c + excluded.c"} {
		table.Sums = []string{sums}
		want := "INSERT INTO t (a, b, c) VALUES ($1, $2, $3) ON CONFLICT (a, b) DO UPDATE SET a = excluded.a, b = excluded.b, c = " + set
		if got := table.Upsert("VALUES (" + enginetest.Dialect.Params(table) + ")"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
