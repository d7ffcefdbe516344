// Package managed runs Postgres as a child process, from an installation on the
// machine: for tests, and for a deployment without a Postgres server. The child
// listens on a unix socket only, runs as the owner of its folder, and ends with
// the process that started it.
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

// ErrInUse is wrapped by the error of [Start] if another server runs on the
// folder.
var ErrInUse = errors.New("folder is in use by another server")

// Options are the options of a server.
type Options struct {
	// Disposable makes a server faster and less durable: its data survives a
	// stop, but not a crash of the machine. For tests.
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
	port               = "5432"                // part of the socket's name; no TCP port is opened
	retryConnect       = 10 * time.Millisecond // by eye; a warm start takes 40 ms
	codeStarting       = "57P03"               // cannot_connect_now
	codeDatabaseExists = "42P04"               // duplicate_database
)

// Start runs Postgres on the data in a folder and returns when it accepts
// connections. A folder without data gets an empty cluster. The context limits
// the start, not the server. Stop stops the server; on Linux the end of this
// process does as well, even a kill. Errors have the folder, and the last lines
// of the log if the server failed. The error wraps [ErrInUse] if another server
// runs on the folder, and [ErrNotInstalled] if no Postgres is installed.
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

// launch creates what is missing and starts the child. After an error, Stop
// cleans up.
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

// waitReady returns when the server accepts a connection. Recovery after a
// crash may take as long as the context allows.
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

// URL returns the address of a database of this server for its superuser, in
// the form of pgx and libpq. No role needs a password, since only the owner of
// the folder can open the socket.
func (s *Server) URL(database string) string {
	address := url.URL{
		Scheme:   "postgres",
		User:     url.User(superuser),
		Path:     "/" + database,
		RawQuery: url.Values{"host": {s.socket.folder}, "port": {port}}.Encode(),
	}
	return address.String()
}

// Database returns the URL of a database. It creates the database if it does
// not exist.
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

// Stop closes open connections, ends the server and returns when it has ended.
// It kills a server that does not end in half a minute, which loses no
// committed data. It returns an error if the child did not end cleanly. Calling
// Stop again returns the same error.
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

// escalation is the sequence of signals that end a server: fast shutdown,
// immediate shutdown, kill. The times are by eye.
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
