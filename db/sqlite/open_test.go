package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/db/sqlstore"
	"dossier/graph"
)

func TestPlacesThatCannotBeOpened(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 500)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, want string }{
		{"", "expected sqlite:PATH"},
		{folder, "got the folder"},
		{filepath.Join(folder, "missing", "x.db"), "does not exist"},
		{filepath.Join(text, "x.db"), "does not exist"},
		{text, "it is not an SQLite database"},
	} {
		_, err := Open(t.Context(), test.path, sqlstore.Options{})
		var known *graph.Error
		if !errors.As(err, &known) || known.Code != graph.CodeUnavailable {
			t.Errorf("%q: got %v", test.path, err)
			continue
		}
		if !strings.Contains(known.Place+known.Text, test.path) || !strings.Contains(known.Text,
			test.want) || strings.Contains(known.Text, "sqlite3:") {
			t.Errorf("%q: got %q, want %q", test.path, known.Text, test.want)
		}
	}
}

func TestReadOnlyFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), filepath.Join(folder, "x.db"), sqlstore.Options{})
	if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), folder) {
		t.Errorf("got %v", err)
	}
}

func TestFileKeepsWhatWasWritten(t *testing.T) {
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	path := filepath.Join(t.TempDir(), "x.db")
	project := &graph.Project{Name: "kept"}
	project.ID, project.Kind = graph.ID("kept"), graph.KindProject
	for _, writes := range []int{1, 0} {
		store, err := Open(ctx, path, sqlstore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		written, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}})
		if err != nil || written.Created[graph.KindProject] != writes {
			t.Errorf("got %v, %v, want %d created", written, err, writes)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTimeoutReachesTheDatabase(t *testing.T) {
	d, err := connect(Memory, 1, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	endless := engine.Query{
		SQL:  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
		Each: func(engine.Row) error { return nil },
	}
	for _, queries := range [][]engine.Query{{endless}, {endless, endless}} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if err := d.Read(ctx, queries...); graph.CodeOf(err) != graph.CodeTimeout || time.Since(begun) > 5*time.Second {
			t.Errorf("got %v after %v", err, time.Since(begun))
		}
	}
	// The connection is usable again, and waiting for it ends with the context.
	err = d.Read(t.Context(), engine.Query{SQL: "SELECT 1", Each: func(engine.Row) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := d.Read(ctx, endless); graph.CodeOf(err) != graph.CodeTimeout {
			t.Errorf("waiting for a connection: got %v", err)
		}
		return nil
	}})
	if err != nil {
		t.Error(err)
	}
}

// TestLargeWriteInMemory writes more than a connection's default memory holds.
func TestLargeWriteInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a write of 300 MB takes a while")
	}
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	store, err := Open(ctx, Memory, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	project := &graph.Project{Name: "p"}
	project.ID, project.Kind = graph.ID("p"), graph.KindProject
	batch := &graph.Batch{Entities: []graph.Entity{project}}
	text := strings.Repeat("text ", 60_000)
	for n := range 1000 {
		task := &graph.Task{Title: "t", Description: &text}
		task.ID, task.Kind, task.ProjectID = graph.ID(fmt.Sprint(n)), graph.KindTask, project.ID
		batch.Entities = append(batch.Entities, task)
	}
	if written, err := store.Write(ctx, batch); err != nil || written.Created[graph.KindTask] != 1000 {
		t.Errorf("got %v, %v", written, err)
	}
}
