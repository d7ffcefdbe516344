package managedtest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dossier/db/managed"
	"dossier/db/managed/managedtest"

	"github.com/jackc/pgx/v5"
)

var (
	prepared atomic.Int32
	notes    = managedtest.Template{Prepare: func(ctx context.Context, address string) error {
		prepared.Add(1)
		connection, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		_, err = connection.Exec(ctx, "CREATE TABLE notes (note text)")
		return errors.Join(err, connection.Close(ctx))
	}}
)

// add writes a note and returns how many there are.
func add(t *testing.T, address string) (count int) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close(context.Background()) }) // after the drop has closed it
	if _, err := connection.Exec(t.Context(), "INSERT INTO notes VALUES ('one')"); err != nil {
		t.Fatal(err)
	}
	if err := connection.QueryRow(t.Context(), "SELECT count(*) FROM notes").Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

func TestDatabasesOfATemplateAreSeparate(t *testing.T) {
	for range 2 {
		if count := add(t, notes.Database(t)); count != 1 {
			t.Errorf("%d notes in a fresh database", count)
		}
	}
	if times := prepared.Load(); os.Getenv("TEST_DATABASE_URL") == "" && times != 1 {
		t.Errorf("prepared %d times", times)
	}
}

func TestDatabaseIsDroppedWithItsTest(t *testing.T) {
	var address string
	t.Run("inner", func(t *testing.T) {
		address = notes.Database(t)
		add(t, address)
	})
	connection, err := pgx.Connect(t.Context(), address)
	if err == nil {
		_ = connection.Close(t.Context()) // it should not be
		t.Error("the database is still there")
	} else if !strings.Contains(err.Error(), "does not exist") {
		t.Error(err)
	}
}

func TestGivenServerIsUsedAndLeftClean(t *testing.T) {
	managedtest.Installation(t)
	server, err := managed.Start(t.Context(), t.TempDir(), managed.Options{Disposable: true})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	given := server.URL("postgres")
	if output := rerun(t, "^TestGivenServerIsUsed$", "TEST_DATABASE_URL="+given); !strings.Contains(output, "--- PASS") {
		t.Fatalf("on the given server: %s", output)
	}
	connection, err := pgx.Connect(t.Context(), given)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(context.WithoutCancel(t.Context()))
	var left int
	const others = `SELECT count(*) FROM pg_database WHERE datname NOT IN ('postgres', 'template0', 'template1')`
	if err := connection.QueryRow(t.Context(), others).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d databases are left (%v)", left, err)
	}
}

func TestGivenServerIsUsed(t *testing.T) {
	given, err := url.Parse(os.Getenv("TEST_DATABASE_URL"))
	if err != nil || given.Scheme == "" {
		t.Skip("no server is given")
	}
	database := notes.Database(t)
	add(t, database)
	address, err := url.Parse(database)
	if err != nil || address.Host != given.Host || address.RawQuery != given.RawQuery || address.Path == given.Path {
		t.Errorf("%s is not a database of its own on %s (%v)", address, given, err)
	}
}

func TestMissingPostgres(t *testing.T) {
	nowhere := "PG_BIN=" + t.TempDir()
	tests := []struct{ environment, want string }{
		{"CI=", "SKIP"},
		{"CI=false", "SKIP"},
		{"CI=true", "FAIL"},
		{"DOSSIER_REQUIRE_POSTGRES=1", "FAIL"},
	}
	for _, test := range tests {
		output := rerun(t, "^TestDatabasesOfATemplateAreSeparate$", "CI=", "DOSSIER_REQUIRE_POSTGRES=", "TEST_DATABASE_URL=", nowhere,
			test.environment)
		if !strings.Contains(output, "--- "+test.want) || !strings.Contains(output, managed.ErrNotInstalled.Error()) {
			t.Errorf("%s: want %s, got %s", test.environment, test.want, output)
		}
	}
}

// rerun runs tests of this package in a new process and returns their output.
func rerun(t *testing.T, tests string, environment ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run="+tests)
	command.Env = append(os.Environ(), environment...)
	output, _ := command.CombinedOutput() // tests may fail intentionally
	return string(output)
}

const hang = "DOSSIER_TEST_HANG"

// TestHang is not a test: it is the process that TestNothingRemains kills.
func TestHang(t *testing.T) {
	if os.Getenv(hang) == "" {
		t.Skip("runs as a process of its own")
	}
	fmt.Printf("\nurl %s\n", notes.Database(t))
	if os.Getenv(hang) == "forever" {
		time.Sleep(time.Hour)
	}
}

func TestNothingRemains(t *testing.T) {
	managedtest.Installation(t)
	for _, how := range []string{"forever", "briefly"} {
		t.Run(how, func(t *testing.T) {
			folder := killWhenServing(t, how)
			for deadline := time.Now().Add(10 * time.Second); exists(folder); time.Sleep(20 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%s is still there", folder)
				}
			}
		})
	}
}

// killWhenServing runs TestHang until its database exists, kills it, and
// returns the folder of its server.
func killWhenServing(t *testing.T, how string) string {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestHang$")
	command.Env = append(os.Environ(), "TEST_DATABASE_URL=", hang+"="+how)
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for found := false; !found && lines.Scan(); {
		found = strings.HasPrefix(lines.Text(), "url ")
	}
	address, err := url.Parse(strings.TrimPrefix(lines.Text(), "url "))
	if err != nil || address.Query().Get("host") == "" {
		t.Fatalf("no server: %q", lines.Text())
	}
	if how == "forever" {
		_ = command.Process.Kill() // seen by Wait
	}
	if err := command.Wait(); (err == nil) != (how != "forever") {
		t.Fatalf("the process ended: %v", err)
	}
	return address.Query().Get("host")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
