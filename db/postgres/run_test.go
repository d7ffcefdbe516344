package postgres

import (
	"fmt"
	"testing"

	"dossier/db"
)

// TestPlansAreKept reads by keys and otherwise, and asks how often the server
// planned each statement for the values of one read.
func TestPlansAreKept(t *testing.T) {
	d, err := connect(t.Context(), empty.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ask := func(sql string, byKey bool, arg any) (answer string) {
		query := db.Query{SQL: sql, Args: []any{arg}, ByKey: byKey, Each: func(row db.Row) error { return row.Scan(&answer) }}
		if err := d.Read(t.Context(), query, db.Query{SQL: "SELECT", Each: func(db.Row) error { return nil }}); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	statements := map[string]bool{"SELECT 'keyed' || $1::text": true, "SELECT 'other' || $1::text": false}
	for i := range 3 {
		for sql, byKey := range statements {
			if got := ask(sql, byKey, fmt.Sprint(i)); got[len("keyed"):] != fmt.Sprint(i) {
				t.Errorf("%s with %d: got %q", sql, i, got)
			}
		}
	}
	for sql, byKey := range statements {
		want := "3 for values, 0 for all"
		if byKey {
			want = "0 for values, 3 for all"
		}
		const planned = "SELECT custom_plans || ' for values, ' || generic_plans || ' for all' FROM pg_prepared_statements WHERE statement = $1"
		if got := ask(planned, false, sql); got != want {
			t.Errorf("%s: got plans %q, want %q", sql, got, want)
		}
	}
}
