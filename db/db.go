// Package db is what all stores share: the tables, the statements, the access
// scope of an actor and the planning of writes. A store on a database is a
// [Store] over a [Backend]. Packages sqlite and postgres have the backends.
package db

import (
	"context"
	"log/slog"
	"time"

	"dossier/graph"
)

// Options are the options of opening a store.
type Options struct {
	// Now returns the time of writes; nil means [time.Now].
	Now func() time.Time
	// OnStatement is called with every statement before it runs, each of a
	// batch by itself. Transaction control and settings are not statements. It
	// is called from several goroutines at once. It may be nil.
	OnStatement func(sql string)
	// Migrate upgrades the tables of a Postgres database when it is opened. An
	// embedded database is always upgraded, unless AsIs or ReadOnly is set.
	Migrate bool
	// AsIs opens a database that has the tables of this version. It creates and
	// upgrades nothing.
	AsIs bool
	// Existing refuses a database without tables: none are created in one that
	// belongs to another program.
	Existing bool
	// ReadOnly is AsIs, and refuses every write. A database that cannot be written
	// to, such as a replica or a file without the rights for it, is opened like
	// this in any case.
	ReadOnly bool
	// Unchecked leaves the access check to the policies of the database. It is for
	// the tests of these policies.
	Unchecked bool
	// Log gets warnings about the database; nil for none.
	Log *slog.Logger
	// Analyse returns the search text of an entity that another program wrote; nil
	// for none.
	Analyse func(graph.Entity) []byte
	// MaxConns is the number of connections that read at once; 0 means the
	// store's default.
	MaxConns int
}

// A Store keeps projects in a database. It implements the Stores of the packages
// query and similarity, and is safe for concurrent use.
type Store struct {
	backend Backend
	dialect Dialect
	now     func() time.Time
	watch   func(sql string)
	log     *slog.Logger
	aside   asides
	ledger  *ledger
	analyse func(graph.Entity) []byte
	later   later
	// watchers are called after writes.
	watchers watchers
	// readOnly refuses writes, whether or not the database would.
	readOnly  bool
	unchecked bool
}

// New returns the store over a backend, whose SQL is in the dialect.
func New(backend Backend, dialect Dialect, options Options) *Store {
	store := &Store{
		backend: backend, dialect: dialect, now: options.Now, watch: options.OnStatement, log: options.Log,
		analyse: options.Analyse, readOnly: options.ReadOnly, unchecked: options.Unchecked,
	}
	store.ledger = &ledger{store: store.storeLedger}
	if store.now == nil {
		store.now = time.Now
	}
	if store.watch == nil {
		store.watch = func(string) {}
	}
	if store.log == nil {
		store.log = slog.New(slog.DiscardHandler)
	}
	return store
}

// Ping reports whether the database can be read, however busy the store is.
func (s *Store) Ping(ctx context.Context) error { return s.backend.Ping(ctx) }

// IsEmpty reports whether nothing was ever written to the store.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	empty := true
	query := Query{SQL: "SELECT 1 FROM onto_revisions LIMIT 1", Each: func(Row) error {
		empty = false
		return nil
	}}
	return empty, s.backend.Read(asService(ctx), query)
}

// Close closes the database when running reads and writes have ended. Closing
// again does nothing.
func (s *Store) Close() error {
	s.later.close()
	s.closeLedger()
	return s.backend.Close()
}

// read runs queries as of the same moment: the first ones of each root field of
// a request together.
func (s *Store) read(ctx context.Context, queries ...Query) error {
	if joiner := graph.JoinerFrom(ctx); joiner != nil && joiner.Joins() {
		return joiner.Join(ctx, newJoined(queries), s.readJoined)
	}
	return s.reader(s.backend).Read(ctx, queries...)
}

// reader returns a reader that reports its statements to OnStatement.
func (s *Store) reader(reader Reader) Reader { return watched{reader, s.watch} }

// transact runs f in a transaction that reports its statements to OnStatement.
func (s *Store) transact(ctx context.Context, f func(Tx) error) error {
	if s.readOnly {
		return &graph.Error{Code: graph.CodeUnavailable, Text: "the store is read-only, as it was opened with --read-only"}
	}
	err := s.backend.Write(ctx, func(tx Tx) error { return f(watchedTx{watched{tx, s.watch}, tx}) })
	if err == nil {
		s.watchers.notify()
	}
	return err
}

type watched struct {
	reader Reader
	watch  func(sql string)
}

// Read implements [Reader]. What a context that has ended keeps from running is
// not reported.
func (w watched) Read(ctx context.Context, queries ...Query) error {
	for _, query := range queries {
		if ctx.Err() != nil {
			break
		}
		w.watch(query.SQL)
	}
	return w.reader.Read(ctx, queries...)
}

type watchedTx struct {
	watched
	tx Tx
}

// Exec implements [Tx].
func (w watchedTx) Exec(ctx context.Context, sql string, args ...any) error {
	w.watch(sql)
	return w.tx.Exec(ctx, sql, args...)
}

// Returning implements [Tx].
func (w watchedTx) Returning(ctx context.Context, statement Query) error {
	w.watch(statement.SQL)
	return w.tx.Returning(ctx, statement)
}

// Put implements [Tx]. It counts as one statement, however many rows there are.
func (w watchedTx) Put(ctx context.Context, table Table, rows [][]any) error {
	w.watch("INSERT INTO " + table.Name)
	return w.tx.Put(ctx, table, rows)
}
