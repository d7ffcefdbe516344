package managed_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/managed"
	"dossier/db/managed/managedtest"

	"github.com/jackc/pgx/v5"
)

var disposable = managed.Options{Disposable: true}

// prototype is the folder of a cluster to copy, which is faster than creating
// another.
var prototype string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	defer func() { _ = os.RemoveAll(prototype) }() // in the system's temporary folder
	return m.Run()
}

var createPrototype = sync.OnceValue(func() (err error) {
	if prototype, err = os.MkdirTemp("", "dossier-prototype-"); err != nil {
		return err
	}
	server, err := managed.Start(context.Background(), prototype, disposable)
	if err != nil {
		return err
	}
	return server.Stop()
})

// cluster returns a new folder with an empty cluster.
func cluster(t *testing.T) string {
	t.Helper()
	managedtest.Installation(t)
	folder := t.TempDir()
	data := filepath.Join(folder, "data")
	if err := createPrototype(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.CopyFS(data, os.DirFS(filepath.Join(prototype, "data"))), os.Chmod(data, 0o700)); err != nil {
		t.Fatal(err)
	}
	return folder
}

func start(t *testing.T, folder string, options managed.Options) *managed.Server {
	t.Helper()
	managedtest.Installation(t)
	server, err := managed.Start(t.Context(), folder, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() }) // its error is of no interest here
	return server
}

func stop(t *testing.T, server *managed.Server) {
	t.Helper()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
}

// execute runs statements of one connection and returns the last one's first
// value as text.
func execute(t *testing.T, address string, statements ...string) (value string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(context.WithoutCancel(t.Context()))
	for i, statement := range statements {
		if i < len(statements)-1 {
			_, err = connection.Exec(t.Context(), statement)
		} else {
			err = connection.QueryRow(t.Context(), statement).Scan(&value)
		}
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return value
}

func database(t *testing.T, server *managed.Server, name string) string {
	t.Helper()
	address, err := server.Database(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

const createNote = "CREATE TABLE notes AS SELECT 'kept'::text AS note"

func TestDataSurvivesRestart(t *testing.T) {
	for _, options := range []managed.Options{{}, disposable} {
		t.Run(fmt.Sprintf("%+v", options), func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "new", "folder")
			server := start(t, folder, options)
			execute(t, database(t, server, "dossier"), createNote, "SELECT note FROM notes")
			stop(t, server)
			stop(t, server) // again is no error
			server = start(t, folder, options)
			if got := execute(t, database(t, server, "dossier"), "SELECT note FROM notes"); got != "kept" {
				t.Errorf("got %q after the restart", got)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	t.Setenv("PGPORT", "1")
	t.Setenv("PGDATA", "/nowhere")
	t.Setenv("PGCLIENTENCODING", "LATIN1")
	t.Setenv("LC_ALL", "xx_XX")
	durable, fast := start(t, cluster(t), managed.Options{}), start(t, cluster(t), disposable)
	tests := []struct{ setting, durable, fast string }{
		{"fsync", "on", "off"},
		{"synchronous_commit", "on", "off"},
		{"full_page_writes", "on", "off"},
		{"listen_addresses", "", ""},
		{"server_encoding", "UTF8", "UTF8"},
		{"client_encoding", "UTF8", "UTF8"},
		{"timezone", "UTC", "UTC"},
	}
	for _, test := range tests {
		show := "SELECT current_setting('" + test.setting + "')"
		if got := execute(t, durable.URL("postgres"), show); !strings.HasSuffix(got, test.durable) {
			t.Errorf("durable %s is %q, want %q", test.setting, got, test.durable)
		}
		if got := execute(t, fast.URL("postgres"), show); !strings.HasSuffix(got, test.fast) {
			t.Errorf("disposable %s is %q, want %q", test.setting, got, test.fast)
		}
	}
	if got := execute(t, fast.URL("postgres"), `SELECT string_agg(x, '' ORDER BY x) FROM unnest('{b,a,B,ä}'::text[]) x`); got != "Babä" {
		t.Errorf("sorted as %q, not by code point", got)
	}
}

func TestSecondStartOnAFolderIsRefused(t *testing.T) {
	folder := cluster(t)
	server := start(t, folder, disposable)
	_, err := managed.Start(t.Context(), folder, disposable)
	wantError(t, err, managed.ErrInUse, folder)
	if got := execute(t, server.URL("postgres"), "SELECT 'running'"); got != "running" {
		t.Errorf("the first server answers %q", got)
	}
}

func TestOneOfTwoStartsAtOnceWins(t *testing.T) {
	managedtest.Installation(t)
	folder := t.TempDir() // the lock comes before the cluster
	failures, stopped := make(chan error), make(chan error)
	for range 2 {
		go func() {
			server, err := managed.Start(t.Context(), folder, disposable)
			failures <- err
			if err == nil {
				stopped <- server.Stop()
			}
		}()
	}
	first, second := <-failures, <-failures
	wantError(t, errors.Join(first, second), managed.ErrInUse, folder)
	if first != nil && second != nil {
		t.Fatalf("both starts failed: %v; %v", first, second)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestFolderThatCannotBeUsed(t *testing.T) {
	managedtest.Installation(t)
	readOnly := filepath.Join(t.TempDir(), "read-only")
	if err := os.Mkdir(readOnly, 0o500); err != nil {
		t.Fatal(err)
	}
	occupied := filepath.Join(t.TempDir(), "a file")
	write(t, occupied, "")
	for path, reason := range map[string]string{readOnly: "ermission denied", occupied: "not a directory"} {
		_, err := managed.Start(t.Context(), path, disposable)
		wantError(t, err, nil, path, reason)
	}
}

func TestFailedStartCarriesTheLog(t *testing.T) {
	folder := cluster(t)
	write(t, filepath.Join(folder, "data", "postgresql.auto.conf"), "no_such_setting = 1\n")
	_, err := managed.Start(t.Context(), folder, disposable)
	wantError(t, err, nil, folder, "no_such_setting", "postgres.log")
	write(t, filepath.Join(folder, "data", "postgresql.auto.conf"), "")
	start(t, folder, disposable) // the failed start has released its lock
}

func TestStartEndsWithItsContext(t *testing.T) {
	managedtest.Installation(t)
	folder := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond) // during initdb
	defer cancel()
	_, err := managed.Start(ctx, folder, disposable)
	wantError(t, err, context.DeadlineExceeded, folder)
	start(t, folder, disposable) // an unfinished cluster is replaced
}

func TestLongPath(t *testing.T) {
	folder := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	server := start(t, folder, disposable)
	address, err := url.Parse(server.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	execute(t, address.String(), "SELECT 'x'")
	stop(t, server)
	if _, err := os.Stat(address.Query().Get("host")); !os.IsNotExist(err) {
		t.Errorf("the folder of the socket is still there: %v", err)
	}
}

func TestKilledServer(t *testing.T) {
	folder := cluster(t)
	server := start(t, folder, disposable)
	execute(t, server.URL("postgres"), createNote, "CHECKPOINT", "SELECT note FROM notes")
	kill(t, server.ProcessID())
	<-server.Done()
	if err := server.Stop(); err == nil {
		t.Error("stopping a killed server returned no error")
	}
	if got := execute(t, startEventually(t, folder).URL("postgres"), "SELECT note FROM notes"); got != "kept" {
		t.Errorf("got %q after the crash", got)
	}
}

func kill(t *testing.T, number int) {
	t.Helper()
	process, err := os.FindProcess(number)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// startEventually starts a server on a folder whose last server's processes may
// need a moment to end.
func startEventually(t *testing.T, folder string) *managed.Server {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		server, err := managed.Start(t.Context(), folder, disposable)
		if err == nil {
			t.Cleanup(func() { _ = server.Stop() }) // its error is of no interest here
			return server
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}
