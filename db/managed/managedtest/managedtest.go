// Package managedtest creates databases for tests on a real Postgres.
// TEST_DATABASE_URL is the URL of the server to use. Without it, the first
// database starts a server in a temporary folder, which ends with the test
// process. Nothing of the server remains, even if the process is killed.
//
// A package declares one template for its databases:
//
//	var databases = managedtest.Template{Prepare: migrate}
//
//	func TestStore(t *testing.T) { store := open(t, databases.Database(t)) }
//
// Without Postgres a test is skipped. With CI=true or
// DOSSIER_REQUIRE_POSTGRES=1 it fails instead.
package managedtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/db/managed"

	"github.com/jackc/pgx/v5"
)

// patience limits a start, a template and a statement, by eye: all take
// seconds.
const patience = time.Minute

// A Template is the initial content of the databases of a package's tests. A
// package declares one. The databases of the zero value are empty.
type Template struct {
	// Prepare fills a new database, for example with tables. It must close its
	// connections before it returns.
	Prepare func(ctx context.Context, url string) error

	once sync.Once
	name string
	err  error
}

// Database creates a database from the template for one test and returns its
// URL. The end of the test drops it and closes its connections.
func (p *Template) Database(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	server, err := sharedServer()
	check(t, err)
	name, err := p.create(ctx, server)
	check(t, err)
	t.Cleanup(func() {
		if err := server.drop(name); err != nil {
			t.Error(err)
		}
	})
	return server.url(name)
}

// create copies the template if this process started the server. On another
// server it prepares each database separately, because a template would remain
// there.
func (p *Template) create(ctx context.Context, s *server) (name string, err error) {
	if p.Prepare == nil {
		return s.create(ctx, "template0", nil)
	}
	if s.lifeline == nil {
		return s.create(ctx, "template0", p.Prepare)
	}
	p.once.Do(func() { p.name, p.err = s.create(ctx, "template0", p.Prepare) })
	if p.err != nil {
		return "", p.err
	}
	return s.create(ctx, p.name, nil)
}

// Installation returns the folder of the Postgres programs on this machine, for
// tests that run them.
func Installation(t testing.TB) string {
	t.Helper()
	bin, err := managed.Find()
	check(t, err)
	return bin
}

// check fails the test on an error. It skips the test if Postgres is missing
// and not required.
func check(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, managed.ErrNotInstalled) && !required() {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// required reports whether a missing Postgres is a failure.
func required() bool {
	for _, variable := range []string{"CI", "DOSSIER_REQUIRE_POSTGRES"} {
		if yes, err := strconv.ParseBool(os.Getenv(variable)); err == nil && yes {
			return true
		}
	}
	return false
}

// A server is the server on which this process creates databases.
type server struct {
	address  url.URL
	lifeline io.Closer // keeps a server of this process running until it is closed
}

// sharedServer returns the one server of this process.
var sharedServer = sync.OnceValues(func() (*server, error) {
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return newServer(given)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return startOwn(ctx)
})

func newServer(address string) (*server, error) {
	parsed, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(parsed.Scheme, "postgres") {
		return nil, errors.New("TEST_DATABASE_URL: expected postgres://user:password@host/database; got another URL")
	}
	return &server{address: *parsed}, nil
}

func (s *server) url(database string) string {
	address := s.address
	address.Path = "/" + database
	return address.String()
}

// create creates a database with a new name and prepares it. If that fails it
// drops the database.
func (s *server) create(ctx context.Context, template string, prepare func(context.Context, string) error) (string, error) {
	name := "dossier_test_" + strings.ToLower(rand.Text()[:16])
	err := s.execute(ctx, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template))
	if err != nil {
		return "", fmt.Errorf("create test database: %w", err)
	}
	if prepare == nil {
		return name, nil
	}
	if err := prepare(ctx, s.url(name)); err != nil {
		return "", errors.Join(fmt.Errorf("prepare test database: %w", err), s.drop(name))
	}
	return name, nil
}

func (s *server) drop(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.execute(ctx, "DROP DATABASE "+quote(name)+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("drop test database: %w", err)
	}
	return nil
}

func (s *server) execute(ctx context.Context, statement string) error {
	connection, err := pgx.Connect(ctx, s.address.String())
	if err != nil {
		return err
	}
	_, err = connection.Exec(ctx, statement)
	return errors.Join(err, connection.Close(ctx))
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// Program returns the path of a server that a test starts, such as haproxy. Debian has
// them in a folder that PATH may lack. The test is skipped if there is none, and fails
// in CI.
func Program(t testing.TB, name string) string {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	return program
}
