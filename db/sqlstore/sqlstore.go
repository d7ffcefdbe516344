// Package sqlstore is a store of projects in a database: [read.Reader] answers questions,
// [write.Writer] writes, [access.Accounts] has actors, members and keys. All of them use
// the database through an [engine.Backend], which packages sqlite and postgres implement.
package sqlstore

import (
	"context"
	"log/slog"
	"time"

	"dossier/db/access"
	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/read"
	"dossier/db/statement"
	"dossier/db/write"
	"dossier/graph"
	"dossier/graph/reader"
	"dossier/problems"
)

// Options are the options for opening a store.
type Options struct {
	// Now returns the time of writes; nil means [time.Now].
	Now func() time.Time
	// OnStatement is called with each statement before it runs, also for each
	// of a batch. Transaction control and settings are not statements. It is
	// called from several goroutines at once. It may be nil.
	OnStatement func(sql string)
	// Observe is called before each round trip with its statements, and what it
	// returns with the error after it. It is called from several goroutines at
	// once. It may be nil.
	Observe func(ctx context.Context, statements []string) func(error)
	// Migrate upgrades the tables of a Postgres database when it is opened. An
	// embedded database is always upgraded, unless AsIs or ReadOnly is set.
	Migrate bool
	// AsIs opens a database with the tables of this version, and neither
	// creates nor upgrades any.
	AsIs bool
	// Existing makes opening fail for a database without tables, so that none
	// are created in one that belongs to another program.
	Existing bool
	// ReadOnly implies AsIs, and makes every write fail. A database that cannot
	// be written to, such as a replica or a file without write permission, is
	// always opened like this.
	ReadOnly bool
	// Unchecked leaves access checks to the policies of the database. It is for
	// tests of these policies.
	Unchecked bool
	// Log receives warnings about the database. It may be nil.
	Log *slog.Logger
	// Problems gets the record types that cannot be read. It may be nil.
	Problems *problems.List
	// Analyse returns the search text of an entity that another program wrote.
	// It may be nil.
	Analyse func(graph.Entity) []byte
	// MaxConns is the maximum number of connections that read at once; 0 means
	// the default of the store.
	MaxConns int
	// Replicas are the URLs of replicas of a Postgres database. The reads of a request
	// with a [reader.Reading] that accepts their state go there.
	Replicas []string
	// ReplicaLag is the most by which a replica may be older than the primary server.
	ReplicaLag time.Duration
	// Alone permits imports into a store without entities to prevent other
	// processes from reading until they end.
	Alone bool
	// NotesAfter is the time after which it stores who was denied access, who
	// signed in and which keys were used; 0 means a second.
	NotesAfter time.Duration
}

// A Store stores projects in a database. It implements the Stores of packages
// query and similarity, and is safe for concurrent use.
type Store struct {
	*read.Reader
	*access.Accounts
	*write.Writer
	*write.Completer
	*write.Pruner
	conn *conn.Conn
}

// New returns a store on a backend whose SQL is in the dialect.
func New(backend engine.Backend, dialect engine.Dialect, options Options) *Store {
	conn := conn.New(backend, dialect, conn.Options{
		Now: options.Now, OnStatement: options.OnStatement, Observe: options.Observe, ReadOnly: options.ReadOnly,
		Unchecked: options.Unchecked, Log: options.Log, Problems: options.Problems,
	})
	accounts := access.New(conn, options.NotesAfter)
	writer := write.NewWriter(conn, accounts, options.Alone)
	completer := write.NewCompleter(writer, options.Analyse)
	return &Store{read.New(conn, completer), accounts, writer, completer, write.NewPruner(conn), conn}
}

// Watch calls changed at once and after every write, of this or another process, until
// ctx ends.
func (s *Store) Watch(ctx context.Context, changed func()) { s.conn.Watch(ctx, changed) }

// Moment returns a text that changes with every write.
func (s *Store) Moment(ctx context.Context) (string, error) { return s.conn.Moment(ctx) }

// Unreadable returns the number of rows that could not be read so far.
func (s *Store) Unreadable() int { return s.conn.Unreadable() }

// Ping returns an error if the database cannot be read. It does not wait for
// running reads and writes.
func (s *Store) Ping(ctx context.Context) error { return s.conn.Backend.Ping(ctx) }

// Pool returns the state of the connections that read; it is zero if the backend has
// no pool.
func (s *Store) Pool() engine.Pool {
	if pooled, is := s.conn.Backend.(engine.Pooled); is {
		return pooled.Pool()
	}
	return engine.Pool{}
}

// ReplicaReads returns how many requests read replicas; it is zero without replicas.
func (s *Store) ReplicaReads() engine.Reads {
	if replicated, is := s.conn.Backend.(engine.Replicated); is {
		return replicated.ReplicaReads()
	}
	return engine.Reads{}
}

// A fencer is an [engine.Backend] that may have replicas.
type fencer interface {
	// Fence returns a position at which the store has all that the request of ctx
	// has read and written so far.
	Fence(ctx context.Context) (reader.Fence, error)
}

// Fence returns a fence for further requests of a client that gets what ctx has read
// and written: [reader.Newest] if it is unknown, 0 if the store has no replicas.
func (s *Store) Fence(ctx context.Context) reader.Fence {
	backend, is := s.conn.Backend.(fencer)
	if !is {
		return 0
	}
	fence, err := backend.Fence(ctx)
	if err != nil {
		return reader.Newest
	}
	return fence
}

// IsEmpty reports whether the store has never been written to.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	empty := true
	query := engine.Query{SQL: "SELECT 1 FROM onto_revisions LIMIT 1", Each: func(engine.Row) error {
		empty = false
		return nil
	}}
	err := s.conn.Backend.Read(statement.AsService(ctx), query)
	return empty, err
}

// Close waits for running reads and writes and closes the database. Closing
// again does nothing.
func (s *Store) Close() error {
	s.Completer.Close()
	s.CloseLedger()
	return s.conn.Close()
}
