package sqlite

import (
	"errors"
	"path/filepath"
	"testing"

	"dossier/db/engine"
	"dossier/db/schema"
)

// TestImport checks in which imports write into the file instead of the log, and
// that all leave a log behind.
func TestImport(t *testing.T) {
	ctx, failed := t.Context(), errors.New("failed")
	path := filepath.Join(t.TempDir(), "x.db")
	var both [2]*database
	for i := range both {
		d, err := opened(ctx, path, 0, readWrite, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		both[i] = d
	}
	d, other := both[0], both[1]
	if !other.closeReaders() || !other.writer.closeIdle() {
		t.Fatal("connections are in use")
	}
	entities := schema.Tables()[3]
	row := func(id string) []any { return []any{id, "task", "p", 1, false, []byte("h"), "2026", "2026", nil, nil} }
	for _, step := range []struct {
		name, mode string
		read       bool // by another process, before
		err        error
		rows       string // after it
	}{
		{"beside a reader", "wal", true, failed, "0"},
		{"failing", "delete", false, failed, "0"},
		{"alone", "delete", false, nil, "1"},
		{"not empty", "wal", false, nil, "2"},
	} {
		if step.read {
			valueOf(t, other, "SELECT count(*) FROM onto_entities")
		}
		err := d.Import(ctx, func(tx engine.Tx) error {
			if got := valueOf(t, tx, "PRAGMA journal_mode"); got != step.mode {
				t.Errorf("%s: got journal mode %s, want %s", step.name, got, step.mode)
			}
			return errors.Join(tx.Put(ctx, entities, [][]any{row(step.name)}), step.err)
		})
		if !errors.Is(err, step.err) {
			t.Errorf("%s: got %v, want %v", step.name, err, step.err)
		}
		for name, reader := range map[string]engine.Reader{"itself": d, "another": other} {
			if got := valueOf(t, reader, "SELECT count(*) FROM onto_entities"); got != step.rows {
				t.Errorf("%s: %s reads %s rows, want %s", step.name, name, got, step.rows)
			}
		}
		if got := valueOf(t, d, "PRAGMA journal_mode"); got != "wal" {
			t.Errorf("%s: got journal mode %s afterwards, want wal", step.name, got)
		}
		if !other.closeReaders() {
			t.Errorf("%s: connections that read are in use", step.name)
		}
	}
}

// valueOf returns the only value that a query returns, as text.
func valueOf(t *testing.T, reader engine.Reader, query string) (value string) {
	t.Helper()
	err := reader.Read(t.Context(), engine.Query{SQL: query, Each: func(row engine.Row) error { return row.Scan(&value) }})
	if err != nil {
		t.Fatal(err)
	}
	return value
}
