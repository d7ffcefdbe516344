package backup_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/backup"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/ndjson"
)

// admin is the actor of the tests.
func admin(ctx context.Context) context.Context { return graph.WithActor(ctx, graph.LocalActor) }

func open(t *testing.T, path string) *sqlstore.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// load imports lines of NDJSON.
func load(t *testing.T, store *sqlstore.Store, lines string) {
	t.Helper()
	if _, err := ndjson.Import(admin(t.Context()), store, strings.NewReader(lines), ndjson.Options{}); err != nil && t.Context().Err() == nil {
		t.Error(err)
	}
}

// task returns the lines of the nth pair of tasks of a writer. A transaction
// writes both.
func task(writer, n int) (lines string) {
	for _, half := range []string{"a", "b"} {
		lines += fmt.Sprintf(`{"kind":"task","id":"%d-%d-%s","project_id":"p%[1]d","title":"%[2]d","created_at":"2026-01-01T00:00:00Z"}`+"\n",
			writer, n, half)
	}
	return lines
}

// TestWhileWriting makes backups while eight clients write. Each backup has the
// transactions of each client up to some moment, each whole.
func TestWhileWriting(t *testing.T) {
	const writers, backups = 8, 2
	dir := t.TempDir()
	path := filepath.Join(dir, "store.db")
	store := open(t, path)
	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	for writer := range writers {
		load(t, store, fmt.Sprintf(`{"kind":"project","id":"p%d","name":"P","created_at":"2026-01-01T00:00:00Z"}`+"\n", writer))
		writing.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				load(t, store, task(writer, n))
			}
		})
	}
	last := 0
	for n := range backups {
		time.Sleep(100 * time.Millisecond)
		file, restored := filepath.Join(dir, fmt.Sprint("backup", n)), filepath.Join(dir, fmt.Sprint("restored", n))
		if err := backup.OfSQLite(t.Context(), path, file); err != nil {
			t.Fatal(err)
		}
		if err := backup.ToSQLite(t.Context(), file, restored); err != nil {
			t.Fatal(err)
		}
		total := checkWhole(t, open(t, restored))
		if total <= last {
			t.Errorf("backup %d has %d tasks, the one before %d", n, total, last)
		}
		last = total
	}
	stop()
	writing.Wait()
}

// checkWhole checks that the tasks of each writer are its first transactions, and
// returns their number.
func checkWhole(t *testing.T, store *sqlstore.Store) (total int) {
	t.Helper()
	halves, most := map[string]int{}, map[string]int{}
	err := store.Export(admin(t.Context()), nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil }, Edge: func(graph.Edge) error { return nil },
		Entity: func(e graph.Entity) error {
			if e.Self().Kind == graph.KindTask {
				var writer string
				var n int
				if _, err := fmt.Sscanf(strings.Replace(*e.Self().ExternalID, "-", " ", 1), "%s %d-", &writer, &n); err != nil {
					return err
				}
				halves[writer]++
				most[writer] = max(most[writer], n)
				total++
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for writer, count := range halves {
		if count != 2*(most[writer]+1) {
			t.Errorf("writer %s: %d tasks, want both of each transaction up to %d", writer, count, most[writer])
		}
	}
	return total
}

// TestKilled kills a process that makes backups. A file with the name of a backup
// is whole.
func TestKilled(t *testing.T) {
	if path := os.Getenv("BACKUP_OF"); path != "" {
		for n := 0; ; n++ {
			if err := backup.OfSQLite(context.Background(), path, fmt.Sprint(path, ".", n, ".backup")); err != nil {
				t.Fatal(err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "store.db")
	store := open(t, path)
	var lines strings.Builder
	lines.WriteString(`{"kind":"project","id":"p0","name":"P","created_at":"2026-01-01T00:00:00Z"}` + "\n")
	for n := range 1000 {
		lines.WriteString(task(0, n))
	}
	load(t, store, lines.String())
	for try := range 3 {
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
		child.Env = append(os.Environ(), "BACKUP_OF="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(60+60*try) * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		files, _ := filepath.Glob(path + ".*.backup")
		for _, file := range files {
			if err := backup.Whole(t.Context(), file); err != nil {
				t.Error(err)
			}
			_ = os.Remove(file)
		}
		if err := backup.OfSQLite(t.Context(), path, path+".0.backup"); err != nil {
			t.Errorf("after a kill: %v", err)
		}
		_ = os.Remove(path + ".0.backup")
	}
}
