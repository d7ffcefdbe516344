package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/managed/managedtest"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/history"
)

// migrated provides databases with tables.
var migrated = managedtest.Template{Prepare: func(ctx context.Context, url string) error {
	store, err := Open(ctx, url, sqlstore.Options{Migrate: true})
	if err != nil {
		return err
	}
	return store.Close()
}}

// patience is the time limit of a request in these tests. soon is the maximum
// time beyond that, and the maximum time for recovery.
const (
	patience = time.Second
	soon     = 10 * time.Second // for a busy machine
)

// ask reads like a request. It checks that the error has a code for clients, is
// returned within the time limit, and names neither host nor database.
func ask(t *testing.T, store *sqlstore.Store) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(graph.WithActor(t.Context(), graph.LocalActor), patience)
	defer cancel()
	begun := time.Now()
	_, err := store.Revisions(ctx, nil)
	if took := time.Since(begun); took > patience+soon {
		t.Errorf("answered after %v: %v", took, err)
	}
	return err
}

// recovers repeats ask until it succeeds, for a limited time, and returns the
// time that this took.
func recovers(t *testing.T, store *sqlstore.Store) time.Duration {
	t.Helper()
	begun := time.Now()
	for {
		err := ask(t, store)
		took := time.Since(begun)
		switch {
		case err == nil:
			return took
		case took > soon+patience:
			t.Errorf("not answered %v after the fault: %v", took, err)
			return took
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestFaults causes faults of the network and the server of a store, and checks
// the errors and the recovery.
func TestFaults(t *testing.T) {
	admin := connection(t, migrated.Database(t))
	for _, fault := range []struct {
		name       string
		begin, end func(*proxy)
		codes      []graph.Code // the possible codes of errors; "" for success
	}{
		{"refused", func(p *proxy) { p.refuses.Store(true); p.cut() }, func(p *proxy) { p.refuses.Store(false) },
			[]graph.Code{graph.CodeUnavailable}},
		{"cut", func(p *proxy) { p.cut() }, func(*proxy) {}, []graph.Code{"", graph.CodeUnavailable}},
		{"hangs", func(p *proxy) { p.hangs.Store(true) }, func(p *proxy) { p.hangs.Store(false) }, []graph.Code{graph.CodeTimeout}},
		{"half-open", func(p *proxy) { p.deaf.Store(true) }, func(p *proxy) { p.deaf.Store(false) }, []graph.Code{graph.CodeTimeout}},
		{"slow", func(p *proxy) { p.delay.Store(int64(50 * time.Millisecond)) }, func(p *proxy) { p.delay.Store(0) },
			[]graph.Code{"", graph.CodeTimeout}},
		{"backends terminated", func(*proxy) {
			const terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'faults'"
			if _, err := admin.Exec(terminate); err != nil {
				t.Error(err)
			}
		}, func(*proxy) {}, []graph.Code{"", graph.CodeUnavailable}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			p, url := newProxy(t, migrated.Database(t))
			store := stored(t, url+"&application_name=faults", sqlstore.Options{})
			if err := ask(t, store); err != nil {
				t.Fatal(err)
			}
			before := count(t, admin)
			fault.begin(p)
			for range 3 {
				err := ask(t, store)
				code := graph.Code("")
				if err != nil {
					code = graph.CodeOf(err)
				}
				if !slices.Contains(fault.codes, code) {
					t.Errorf("got %v, want %v", err, fault.codes)
				}
			}
			fault.end(p)
			t.Logf("recovered in %v", recovers(t, store))
			settles(t, admin, before)
		})
	}
}

// TestLostCommit loses the connection during commits. The outcome is unknown,
// except of an edit with a name whose result the store has.
func TestLostCommit(t *testing.T) {
	for _, test := range []struct {
		fault, clientID string
		code            graph.Code // "" for success
		stored          bool
	}{
		{beforeCommit, "", graph.CodeUnknown, false},
		{beforeCommit, "m", graph.CodeUnknown, false},
		{afterCommit, "", graph.CodeUnknown, true},
		{afterCommit, "m", "", true},
		{noFault, "m", "", true},
	} {
		t.Run(test.fault+" "+test.clientID, func(t *testing.T) {
			p, url := newProxy(t, migrated.Database(t))
			store := stored(t, url, sqlstore.Options{})
			ctx, cancel := context.WithTimeout(graph.WithActor(t.Context(), graph.LocalActor), 10*time.Second)
			defer cancel()
			project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
			project.ID, project.Name = graph.ID("lost"), "Lost"
			p.onCommit.Store(test.fault)
			edited, err := store.Edit(ctx, &history.Edit{
				IDs: []string{project.ID}, Created: []string{project.ID}, Once: graph.Once{ClientID: test.clientID, Hash: []byte("x")},
				Plan: func(context.Context, history.Stored) (*graph.Batch, error) {
					return &graph.Batch{Entities: []graph.Entity{project}}, nil
				},
				Result: func([]history.Event) graph.JSON { return graph.JSON(`{"made":true}`) },
			})
			code := graph.Code("")
			if err != nil {
				code = graph.CodeOf(err)
			}
			if code != test.code {
				t.Errorf("got %v, want %s", err, test.code)
			}
			if test.fault == afterCommit && err == nil && string(edited.Repeated) != `{"made":true}` {
				t.Errorf("got the result %s", edited.Repeated)
			}
			recovers(t, store)
			found, err := store.Entities(ctx, []graph.Ref{project.Ref()}, graph.Light)
			if err != nil || (found[project.ID] != nil) != test.stored {
				t.Errorf("stored %v, want %v: %v", found[project.ID] != nil, test.stored, err)
			}
		})
	}
}

// A census counts resources that a fault may leak.
type census struct {
	goroutines  int
	descriptors int // of this process; 0 if unknown
	connections int // of the store, according to the server
}

func count(t *testing.T, admin *sql.DB) (c census) {
	t.Helper()
	const connections = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'faults'"
	if err := admin.QueryRow(connections).Scan(&c.connections); err != nil {
		t.Fatal(err)
	}
	open, _ := os.ReadDir("/proc/self/fd") // absent on other systems
	c.goroutines, c.descriptors = runtime.NumGoroutine(), len(open)
	return c
}

// settles waits until there are no more resources than before, except a few
// connections of the pool, each with the goroutines and descriptors of both
// sides of the proxy.
func settles(t *testing.T, admin *sql.DB, before census) {
	t.Helper()
	var now census
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		now = count(t, admin)
		if now.goroutines <= before.goroutines+10 && now.descriptors <= before.descriptors+12 && now.connections <= before.connections+4 {
			t.Logf("before %+v, after %+v", before, now)
			return
		}
	}
	t.Errorf("after it %+v, and %+v before", now, before)
}

// role creates a role that may read and write, and returns its name and a URL
// for it.
func role(t *testing.T, admin interface {
	Exec(ctx context.Context, sql string, args ...any) error
}, url string) (name, roleURL string) {
	t.Helper()
	name = "role_" + strings.ToLower(strings.ReplaceAll(t.Name(), "/", "_"))
	for _, sql := range []string{"DROP ROLE IF EXISTS %s", "CREATE ROLE %s LOGIN", "GRANT ALL ON ALL TABLES IN SCHEMA public TO %s"} {
		if err := admin.Exec(t.Context(), fmt.Sprintf(sql, name)); err != nil {
			t.Fatal(err)
		}
	}
	return name, strings.Replace(url, "postgres@", name+"@", 1)
}

// An administrator is a connection with all rights.
type administrator struct{ *pgx.Conn }

// Exec runs a statement.
func (a administrator) Exec(ctx context.Context, sql string, args ...any) error {
	_, err := a.Conn.Exec(ctx, sql, args...)
	return err
}

func newAdministrator(t *testing.T, url string) administrator {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return administrator{conn}
}

// TestOutOfConnections sets the connection limit of a role to 0, and removes it
// again.
func TestOutOfConnections(t *testing.T) {
	url := migrated.Database(t)
	admin := newAdministrator(t, url)
	name, roleURL := role(t, admin, url)
	defer func() { _ = admin.Exec(context.Background(), "DROP OWNED BY "+name+"; DROP ROLE "+name) }()
	store := stored(t, roleURL, sqlstore.Options{})
	for range 2 {
		for _, sql := range []string{
			"ALTER ROLE " + name + " CONNECTION LIMIT 0",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + name + "'",
		} {
			if err := admin.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			_ = ask(t, store) // the pool notices that its connections are closed
		}
		if err := ask(t, store); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "out of connections") {
			t.Errorf("got %v", err)
		}
		if err := admin.Exec(t.Context(), "ALTER ROLE "+name+" CONNECTION LIMIT -1"); err != nil {
			t.Fatal(err)
		}
		t.Logf("recovered in %v", recovers(t, store))
	}
}

// TestReadOnlyDatabase checks that a database that cannot be written to, like a
// replica, is opened and not migrated.
func TestReadOnlyDatabase(t *testing.T) {
	url := migrated.Database(t)
	admin := newAdministrator(t, url)
	name, roleURL := role(t, admin, url)
	defer func() { _ = admin.Exec(context.Background(), "DROP OWNED BY "+name+"; DROP ROLE "+name) }()
	if err := admin.Exec(t.Context(), "ALTER ROLE "+name+" SET default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name = graph.ID("p"), "p"
	for what, test := range map[string]struct {
		url     string
		options sqlstore.Options
	}{"role": {roleURL, sqlstore.Options{Migrate: true}}, "option": {url, sqlstore.Options{Migrate: true, ReadOnly: true}}} {
		store := stored(t, test.url, test.options)
		if err := ask(t, store); err != nil {
			t.Errorf("%s: read: %v", what, err)
		}
		_, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}})
		if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("%s: write: %v", what, err)
		}
	}
	for _, options := range []sqlstore.Options{{AsIs: true}, {ReadOnly: true}} {
		if _, err := Open(t.Context(), empty.Database(t), options); graph.CodeOf(err) != graph.CodeUnavailable ||
			!strings.Contains(err.Error(), "run dossier migrate") {
			t.Errorf("%+v, without tables: %v", options, err)
		}
	}
}

// TestPingWaitsForNobody calls Ping while all connections of requests are busy.
func TestPingWaitsForNobody(t *testing.T) {
	d, err := connect(t.Context(), migrated.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	busy, err := d.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Release()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := d.Ping(ctx); err != nil {
		t.Error(err)
	}
}
