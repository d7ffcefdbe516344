package db

import (
	"reflect"
	"strings"
	"testing"

	"dossier/db/engine"
	"dossier/db/enginetest"
	"dossier/db/schema"
)

func TestStatement(t *testing.T) {
	q := newStatement(&enginetest.Dialect, false).add("SELECT x FROM ")
	q.add(q.rows([]map[string]string{{"id": "a"}, {"id": "b"}}, schema.Required("id", engine.UUID)), " WHERE ", q.in("y", []int{1, 2}), " AND z = ", q.param(nil))
	query := q.query(nil)
	if want := "SELECT x FROM ROWS($1: id) WHERE y IN $2 AND z = $3"; query.SQL != want {
		t.Errorf("got %s, want %s", query.SQL, want)
	}
	if want := []any{`[{"id":"a"},{"id":"b"}]`, []int{1, 2}, nil}; !reflect.DeepEqual(query.Args, want) {
		t.Errorf("got arguments %v, want %v", query.Args, want)
	}
}

func TestASingleValueIsCompared(t *testing.T) {
	q := newStatement(&enginetest.Dialect, false)
	got := q.in("x", []string{"a"}) + " AND " + q.in("y", []int{7}) + " AND " + q.in("z", []string{}) + " AND " + q.in("z", []int{1, 2})
	if want := "x = $1 AND y = $2 AND z IN $3 AND z IN $4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if want := []any{"a", 7, []string{}, []int{1, 2}}; !reflect.DeepEqual(q.args, want) {
		t.Errorf("got arguments %v, want %v", q.args, want)
	}
}

func TestReadable(t *testing.T) {
	if got := newStatement(&enginetest.Dialect, false).readable("x.project_id", subject{}); got != "FALSE" {
		t.Errorf("without an actor: got %s", got)
	}
	q := newStatement(&enginetest.Dialect, false)
	got := q.readable("x.project_id", subject{id: "ann"})
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
