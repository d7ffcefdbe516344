package sqlite

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/graph"
)

// TestOutOfMemory runs statements that need more memory than a connection may
// use. They fail, later ones succeed, and the database can be closed.
func TestOutOfMemory(t *testing.T) {
	d, err := connect(filepath.Join(t.TempDir(), "x.db"), 1, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	d.readers.memory, d.writer.memory = 16<<20, 16<<20
	if err := d.startLog(t.Context()); err != nil { // readers create no file
		t.Fatal(err)
	}
	large := engine.Query{
		SQL: "SELECT count(*) FROM json_each(?1) ORDER BY value", Args: []any{"[" + strings.Repeat(`"abcdefghij",`, 1<<20) + `"x"]`},
		Each: func(engine.Row) error { return nil },
	}
	small := engine.Query{SQL: "SELECT 1", Each: func(engine.Row) error { return nil }}
	for name, run := range map[string]func(engine.Query) error{
		"read":     func(q engine.Query) error { return d.Read(t.Context(), q) },
		"snapshot": func(q engine.Query) error { return d.Read(t.Context(), small, q) },
		"write": func(q engine.Query) error {
			return d.Write(t.Context(), func(tx engine.Tx) error { return tx.Read(t.Context(), q) })
		},
	} {
		for range 2 {
			if err := run(large); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "more memory") {
				t.Errorf("%s: got %v", name, err)
			}
			if err := run(small); err != nil {
				t.Errorf("%s, after it: %v", name, err)
			}
		}
	}
	closed := make(chan error, 1)
	go func() { closed <- d.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("closing does not end")
	}
}
