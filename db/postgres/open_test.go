package postgres

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/engine"
	"dossier/db/managed/managedtest"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// empty provides databases without tables.
var empty managedtest.Template

func TestDatabasesThatCannotBeOpened(t *testing.T) {
	elsewhere, err := url.Parse(empty.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere.Path = "/missing"
	for _, test := range []struct {
		url  string
		code graph.Code
		want string
	}{
		{"postgres://user:secret@127.0.0.1:1/graph", graph.CodeUnavailable, "it cannot be reached"},
		{"postgres://user:secret@host:port/graph", graph.CodeBadUserInput, "expected postgres://"},
		{elsewhere.String(), graph.CodeUnavailable, "the database does not exist"},
	} {
		_, err := Open(t.Context(), test.url, sqlstore.Options{})
		var known *graph.Error
		if !errors.As(err, &known) || known.Code != test.code || !strings.Contains(known.Text, test.want) {
			t.Errorf("%s: got %v, want %s", test.url, err, test.want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the password is in %q", test.url, err)
		}
	}
}

func TestMissingTables(t *testing.T) {
	ctx := graph.WithActor(t.Context(), graph.LocalActor)
	url := empty.Database(t)
	_, err := stored(t, url, sqlstore.Options{}).Revisions(ctx, nil)
	if graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "dossier migrate") {
		t.Errorf("got %v", err)
	}
	if _, err := stored(t, url, sqlstore.Options{Migrate: true}).Revisions(ctx, nil); err != nil {
		t.Errorf("after migrating: %v", err)
	}
}

func TestSeveralMigrateAtOnce(t *testing.T) {
	address := empty.Database(t)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			store, err := Open(t.Context(), address, sqlstore.Options{Migrate: true})
			if err != nil {
				t.Error(err)
				return
			}
			_ = store.Close()
		})
	}
	all.Wait()
}

func TestTimeoutReachesTheDatabase(t *testing.T) {
	d, err := connect(t.Context(), empty.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	sleep := engine.Query{SQL: "SELECT pg_sleep(20)", Each: func(engine.Row) error { return nil }}
	for name, run := range map[string]func(context.Context) error{
		"read": func(ctx context.Context) error { return d.Read(ctx, sleep) },
		"write": func(ctx context.Context) error {
			return d.Write(ctx, func(tx engine.Tx) error { return tx.Exec(ctx, sleep.SQL) })
		},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if err := run(ctx); graph.CodeOf(err) != graph.CodeTimeout || time.Since(begun) > 5*time.Second {
			t.Errorf("%s: got %v after %v", name, err, time.Since(begun))
		}
		left := -1
		err := d.Read(t.Context(), engine.Query{
			SQL: "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid " +
				"<> pg_backend_pid() AND state = 'active'",
			Each: func(row engine.Row) error { return row.Scan(&left) },
		})
		if err != nil || left != 0 {
			t.Errorf("%s: %d statements still run, %v", name, left, err)
		}
	}
}

// TestCancelReachesNobodyElse tests that no request gets the connection of one whose client
// left: the server may act on the cancel request later.
func TestCancelReachesNobodyElse(t *testing.T) {
	d, err := connect(t.Context(), empty.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	process := func(ctx context.Context, sql string) (id int, err error) {
		err = d.Read(ctx, engine.Query{SQL: sql, Each: func(row engine.Row) error { return row.Scan(&id) }})
		return id, err
	}
	const now, late = "SELECT pg_backend_pid()", "SELECT pg_backend_pid() FROM pg_sleep(20)"
	before, err := process(t.Context(), now)
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		defer leave()
		for runs := false; !runs && err == nil; time.Sleep(time.Millisecond) {
			err = d.probe.QueryRow(ctx, "SELECT state = 'active' AND query = $1 FROM pg_stat_activity WHERE pid = $2", late, before).Scan(&runs)
		}
	}()
	if _, err := process(ctx, late); graph.CodeOf(err) != graph.CodeTimeout {
		t.Errorf("got %v; expected an error because the client left", err)
	}
	if after, again := process(t.Context(), now); err != nil || again != nil || after == before {
		t.Errorf("got process %d, %v, %v; expected another than %d", after, err, again, before)
	}
}

func TestSettingsEndWithTheirTransaction(t *testing.T) {
	d, err := connect(t.Context(), empty.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, test := range []struct {
		ctx  context.Context
		want bool
	}{{limited, true}, {t.Context(), false}, {limited, true}} {
		timeout := ""
		err := d.Snapshot(test.ctx, func(reader engine.Reader) error {
			return reader.Read(test.ctx, engine.Query{SQL: "SHOW statement_timeout", Each: func(row engine.Row) error { return row.Scan(&timeout) }})
		})
		if err != nil || (timeout != "0") != test.want {
			t.Errorf("statement_timeout is %s, %v, want a limit: %v", timeout, err, test.want)
		}
	}
}

// TestStatementsArePlannedOnce checks that a statement with a list of ids has a
// generic plan.
func TestStatementsArePlannedOnce(t *testing.T) {
	d, err := connect(t.Context(), empty.Database(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	query := engine.Query{SQL: "SELECT FROM pg_class WHERE oid = ANY($1) AND reltype > 0", Args: []any{[]uint32{1, 2}},
		Each: func(engine.Row) error { return nil }}
	for range 10 {
		if err := d.Read(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	once, again := 0, 0
	const plans = "SELECT sum(generic_plans), sum(custom_plans) FROM pg_prepared_statements WHERE statement LIKE 'SELECT FROM pg_class%'"
	if err := d.pool.QueryRow(t.Context(), plans).Scan(&once, &again); err != nil || once != 10 || again != 0 {
		t.Errorf("of 10 reads %d used a stored plan, %d were planned again: %v", once, again, err)
	}
}
