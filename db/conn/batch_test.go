package conn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/db/engine"
	"dossier/db/enginetest"
)

// TestJoinedReads runs three reads together of which one fails. Reads that were
// finished before do not run again; those after it do.
func TestJoinedReads(t *testing.T) {
	for _, test := range []struct {
		failing string
		reads   string
		errs    string
		rows    string // of the reads, in order
	}{
		{"none", "a b c d", "<nil> <nil> <nil>", "1 2 1"},
		{"a", "a a b c d", "scripted <nil> <nil>", "0 2 1"},
		{"c", "a b c d", "<nil> scripted <nil>", "1 1 1"}, // b has passed on a row
		{"d", "a b c d d", "<nil> <nil> scripted", "1 2 0"},
	} {
		backend := enginetest.New(t)
		conn := New(backend, enginetest.Dialect, Options{})
		backend.Failing = test.failing
		rows := make([]int, 3)
		var parts []any
		for i, statements := range []string{"a", "bc", "d"} {
			var queries []engine.Query
			for _, statement := range statements {
				backend.Rows[string(statement)] = [][]any{{"x"}}
				queries = append(queries, engine.Query{SQL: string(statement), Each: func(engine.Row) error { rows[i]++; return nil }})
			}
			parts = append(parts, newBatch(queries))
		}
		errs := conn.readBatches(enginetest.AsAnn(), parts)
		if got := strings.Join(backend.Reads, " "); got != test.reads {
			t.Errorf("%s fails: read %s, want %s", test.failing, got, test.reads)
		}
		if got := fmt.Sprint(errs[0], " ", errs[1], " ", errs[2]); got != test.errs {
			t.Errorf("%s fails: got %s, want %s", test.failing, got, test.errs)
		}
		if got := fmt.Sprint(rows[0], rows[1], rows[2]); got != test.rows {
			t.Errorf("%s fails: got %s rows, want %s", test.failing, got, test.rows)
		}
	}
}

// TestJoinedReadsThatBegan checks that a read that has passed on rows does not
// run again.
func TestJoinedReadsThatBegan(t *testing.T) {
	backend := enginetest.New(t)
	conn := New(backend, enginetest.Dialect, Options{})
	backend.Rows["a"] = [][]any{{"x"}, {"y"}}
	seen := 0
	stopped := errors.New("stopped")
	first := newBatch([]engine.Query{{SQL: "a", Each: func(engine.Row) error {
		if seen++; seen == 2 {
			return stopped
		}
		return nil
	}}})
	second := newBatch([]engine.Query{{SQL: "b"}})
	errs := conn.readBatches(enginetest.AsAnn(), []any{first, second})
	if !errors.Is(errs[0], stopped) || errs[1] != nil || seen != 2 || !slices.Equal(backend.Reads, []string{"a", "b"}) {
		t.Errorf("got %v after %d rows, by %v", errs, seen, backend.Reads)
	}
}
