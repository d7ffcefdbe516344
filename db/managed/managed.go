// Package managed runs a child Postgres from an installation that is already on the machine: for tests, and for a
// deployment that wants Postgres without setting one up. The child listens on a unix socket only, belongs to whoever
// owns its folder, and ends with the process that started it.
package managed

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrInUse says that another server runs on the folder.
var ErrInUse = errors.New("folder is in use by another server")

// Options say how a server treats its data.
type Options struct {
	// Disposable trades durability for speed: data survives a stop, but not a crash of the machine. For tests.
	Disposable bool
}

// Server is a running child Postgres.
type Server struct {
	folder  folder
	socket  socket
	lock    *os.File
	process *process
	stop    func() error
}

const (
	superuser          = "postgres"
	port               = "5432" // names the socket only, no TCP port is opened
	retryConnect       = 10 * time.Millisecond
	codeStarting       = "57P03" // cannot_connect_now
	codeDatabaseExists = "42P04" // duplicate_database
)

// Start runs Postgres on the data in a folder and returns when it answers; a folder without data gets an empty cluster.
// The context bounds the start, not the server's life. The server is stopped by Stop; on Linux also when this process
// dies, however it dies. Errors name the folder and carry the last lines of its log; ErrInUse when another server runs
// on the folder, ErrNotInstalled when there is no Postgres to run.
func Start(ctx context.Context, path string, options Options) (*Server, error) {
	server, err := start(ctx, path, options)
	if err != nil {
		return nil, fmt.Errorf("start managed Postgres in %s: %w", path, err)
	}
	return server, nil
}

func start(ctx context.Context, path string, options Options) (_ *Server, err error) {
	folder, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	bin, err := findVersion(folder.version())
	if err != nil {
		return nil, err
	}
	lock, err := folder.acquire()
	if err != nil {
		return nil, err
	}
	server := &Server{folder: folder, lock: lock}
	server.stop = sync.OnceValue(server.shutDown)
	if err := server.launch(ctx, bin, options); err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	return server, nil
}

// launch creates what is missing and starts the child; what it leaves half done is for Stop to clear.
func (s *Server) launch(ctx context.Context, bin string, options Options) error {
	log, err := s.folder.openLog()
	if err != nil {
		return err
	}
	defer log.Close()
	launcher, err := newLauncher(bin, s.folder, log)
	if err != nil {
		return err
	}
	if err := launcher.initialize(ctx, options); err != nil {
		return s.folder.withLog(err)
	}
	if s.socket, err = launcher.openSocket(); err != nil {
		return err
	}
	if s.process, err = launcher.serve(s.socket, s.lock, options); err != nil {
		return err
	}
	if err := s.waitReady(ctx); err != nil {
		return s.folder.withLog(err)
	}
	return nil
}

// waitReady returns once the server accepts a connection; recovery after a crash may take as long as the context allows.
func (s *Server) waitReady(ctx context.Context) error {
	for {
		select {
		case <-s.process.done:
			return errors.New("the server ended while starting")
		case <-ctx.Done():
			return fmt.Errorf("wait for the server: %w", ctx.Err())
		case <-time.After(retryConnect):
		}
		connection, err := pgx.Connect(ctx, s.URL(superuser))
		if err == nil {
			return connection.Close(ctx)
		}
		if code := errorCode(err); code != "" && code != codeStarting {
			return fmt.Errorf("connect: %w", err)
		}
	}
}

// URL returns the address of a database of this server for its superuser, in the form that pgx and libpq read. Every
// role may connect without a password: whoever can open the socket owns the folder.
func (s *Server) URL(database string) string {
	address := url.URL{
		Scheme:   "postgres",
		User:     url.User(superuser),
		Path:     "/" + database,
		RawQuery: url.Values{"host": {s.socket.folder}, "port": {port}}.Encode(),
	}
	return address.String()
}

// Database returns the URL of a database and creates it, empty, when it is not there.
func (s *Server) Database(ctx context.Context, name string) (string, error) {
	connection, err := pgx.Connect(ctx, s.URL(superuser))
	if err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	defer connection.Close(ctx)
	_, err = connection.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	if err != nil && errorCode(err) != codeDatabaseExists {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	return s.URL(name), nil
}

// Done is closed when the child has ended, asked or not.
func (s *Server) Done() <-chan struct{} {
	return s.process.done
}

// Stop ends the server and returns when it is gone: open connections are cut, data is written. A server that does not
// obey in half a minute is killed, which loses nothing that was committed. The error tells of a child that did not end
// cleanly; stopping again returns the same.
func (s *Server) Stop() error {
	return s.stop()
}

func (s *Server) shutDown() error {
	var err error
	if s.process != nil {
		err = s.process.end()
	}
	return errors.Join(err, s.socket.remove(), s.lock.Close())
}

// escalation is how a server is asked to end: fast shutdown, immediate shutdown, kill.
var escalation = []struct {
	signal   os.Signal
	patience time.Duration
}{
	{syscall.SIGINT, 30 * time.Second},
	{syscall.SIGQUIT, 5 * time.Second},
	{os.Kill, 5 * time.Second},
}

func errorCode(err error) string {
	var refusal *pgconn.PgError
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}
