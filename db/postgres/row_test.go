package postgres

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
)

// A moment is a [engine.TimeTarget].
type moment struct{ time.Time }

func (m *moment) SetTime(t time.Time) { m.Time = t.UTC() }

func (m *moment) Scan(any) error { return errScanned }

var errScanned = engine.ErrRefused // any error will do

// TestRow scans values of each type, and null, by the decoder of this package
// and by the driver.
func TestRow(t *testing.T) {
	d, err := connect(t.Context(), migrated.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	at := time.Date(1969, 12, 31, 23, 59, 59, 123456000, time.UTC)
	for _, test := range []struct {
		sql    string
		target any
		want   any    // what the target points to
		fails  string // part of the error
	}{
		{"'ü'::text", new(string), "ü", ""},
		{"''::text", new("a"), "", ""},
		{"'0190a6b0-0000-7000-8000-00000000abcd'::uuid", new(string), "0190a6b0-0000-7000-8000-00000000abcd", ""},
		{"'a'::varchar", new(string), "a", ""},
		{"null::text", new(string), nil, "NULL"},
		{"'a'::text", new(*string), new("a"), ""},
		{"null::uuid", new(new("a")), (*string)(nil), ""},
		{"'-7'::bigint", new(int), -7, ""},
		{"7::bigint", new(*int), new(7), ""},
		{"7::integer", new(*int), new(7), ""},
		{"null::bigint", new(new(7)), (*int)(nil), ""},
		{"null::bigint", new(int), nil, "NULL"},
		{"true", new(bool), true, ""},
		{"'1969-12-31 23:59:59.123456Z'::timestamptz", new(moment), moment{at}, ""},
		{"null::timestamptz", &moment{at}, moment{at}, ""},
		{"'infinity'::timestamptz", new(moment), nil, errScanned.Error()},
		{"'-infinity'::timestamptz", new(moment), nil, errScanned.Error()},
		{"'now'::text", new(moment), nil, errScanned.Error()},
	} {
		before, after := "", "" // texts beside it
		query := engine.Query{SQL: "SELECT 'before'::text, " + test.sql + ", 'after'::text", Each: func(row engine.Row) error {
			return row.Scan(&before, test.target, &after)
		}}
		err := d.Read(t.Context(), query)
		got := reflect.ValueOf(test.target).Elem().Interface()
		switch {
		case test.fails != "":
			if err == nil || !strings.Contains(err.Error(), test.fails) {
				t.Errorf("%s: got %v, want %s", test.sql, err, test.fails)
			}
		case err != nil || !reflect.DeepEqual(got, test.want) || before != "before" || after != "after":
			t.Errorf("%s: got %v between %q and %q (%v), want %v", test.sql, got, before, after, err, test.want)
		}
	}
	wrong := engine.Query{SQL: "SELECT 'a'::text", Each: func(row engine.Row) error { return row.Scan(new(string), new(string)) }}
	if err := d.Read(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "expected 1 targets; got 2") {
		t.Errorf("two targets for one column: %v", err)
	}
}
