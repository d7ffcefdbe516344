package postgres

import (
	"strings"
	"testing"

	"dossier/db/engine"
	"dossier/graph"
)

// TestReadRepeated runs a statement for two requests. An argument that would be
// two is an error.
func TestReadRepeated(t *testing.T) {
	d, err := connect(t.Context(), migrated.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, b := graph.ID("a"), graph.ID("b")
	for _, test := range []struct {
		second    string // argument
		want      string // of the rows of the two requests
		wantError string
	}{
		{b, a + " 1," + a + " 2," + b + " 1," + b + " 2,", ""},
		{a + "," + b, "", "expected a UUID"},
	} {
		var rows [2]strings.Builder
		requests := make([][]engine.Query, len(rows))
		for i, id := range []string{a, test.second} {
			each := func(row engine.Row) error {
				var text string
				err := row.Scan(&text)
				rows[i].WriteString(text + ",")
				return err
			}
			query := engine.Query{SQL: "SELECT $1::uuid || ' ' || n FROM generate_series(1, $2) n", Args: []any{id, 2}, Each: each,
				Repeated: []engine.Type{engine.UUID, engine.Integer}}
			requests[i] = []engine.Query{query}
		}
		err := d.ReadRepeated(t.Context(), requests)
		if got := rows[0].String() + rows[1].String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.second, got, test.want)
		}
		if (err == nil) != (test.wantError == "") || err != nil && !strings.Contains(err.Error(), test.wantError) {
			t.Errorf("%s: got the error %v", test.second, err)
		}
	}
}
