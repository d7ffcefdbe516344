package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/sqlstore"
	"dossier/graph"
)

// watched watches a store, and returns a function that waits for a
// notification.
func watched(t *testing.T, store *sqlstore.Store) (next func(what string)) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	calls := make(chan struct{}, 1000)
	go store.Watch(ctx, func() { calls <- struct{}{} })
	return func(what string) {
		t.Helper()
		select {
		case <-calls:
		case <-time.After(time.Minute):
			t.Fatalf("no notification of %s", what)
		}
	}
}

// TestListen checks that a store is notified of the writes of another one, even
// after its connection was lost.
func TestListen(t *testing.T) {
	address := empty.Database(t)
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	writer, listener := stored(t, address, sqlstore.Options{Migrate: true}), stored(t, address, sqlstore.Options{AsIs: true})
	write := func(name string) {
		t.Helper()
		project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
		project.ID, project.Name = graph.ID(name), name
		if _, err := writer.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
			t.Fatal(err)
		}
	}
	next := watched(t, listener)
	next("the beginning")
	next("listening")
	write("first")
	next("a write")
	admin, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(context.WithoutCancel(ctx)) }()
	const cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
	var ended int
	if err := admin.QueryRow(ctx, cut).Scan(&ended); err != nil || ended != 1 {
		t.Fatalf("%d connections listen, %v; expected 1", ended, err)
	}
	next("listening again")
	write("second")
	next("a write after that")
}

// TestListenThroughPooler checks that Listen returns immediately through a
// pooler.
func TestListenThroughPooler(t *testing.T) {
	address := bouncer(t, empty.Database(t))
	d, err := connect(t.Context(), address, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	d.Listen(t.Context(), func() { t.Error("notified") })
}
