package postgres

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/sqlstore"
	"dossier/graph"
)

// TestDeadlock writes a row that another program has written, which waits for
// the revision of the project. It checks that the write is repeated after it
// fails; the session of the other program never looks for deadlocks, so that
// the write is the one that fails.
func TestDeadlock(t *testing.T) {
	url := migrated.Database(t)
	store, other := stored(t, url, sqlstore.Options{}), session(t, url)
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name = graph.ID("p"), "p"
	task.ID, task.ProjectID, task.Title = graph.ID("t"), project.ID, "first"
	if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project, task}}); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(ctx, "SET deadlock_timeout = '1h'"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	update := sync.OnceFunc(func() {
		go func() {
			_, err := other.Exec(ctx, "UPDATE onto_tasks SET description = 'theirs'")
			done <- err
		}()
		awaitLock(t, url)
	})
	task.Title = "second"
	_, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{task}, Analyse: func(graph.Entity) []byte {
		update()
		return nil
	}})
	if err != nil {
		t.Errorf("the write: %v", err)
	}
	if err := <-done; err != nil {
		t.Errorf("the other program: %v", err)
	}
}

// awaitLock waits until a session of the database waits for a lock.
func awaitLock(t *testing.T, url string) {
	t.Helper()
	watcher := session(t, url)
	for waiting := 0; waiting == 0; {
		err := watcher.QueryRow(t.Context(),
			"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
		if err != nil {
			t.Error(err)
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func session(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close(context.WithoutCancel(t.Context())) })
	return connection
}
