// Package db is the code that all stores share: the tables, the SQL statements,
// the access scope of an actor and the planning of writes. A [Store] uses a
// database through a [engine.Backend]; packages sqlite and postgres implement it.
package db

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"dossier/db/engine"
	"dossier/db/statement"
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
	backend engine.Backend
	dialect engine.Dialect
	now     func() time.Time
	watch   observers
	log     *slog.Logger
	badRows badRows
	wrong   *problems.List
	ledger  *ledger
	// entities are reads of entities by id, and coalesced those of statements that
	// repeater, unless it is nil, runs for several requests.
	entities   entityReads
	coalesced  coalescedReads
	repeater   engine.Repeater
	analyse    func(graph.Entity) []byte
	background background
	// watchers are called after writes.
	watchers watchers
	// announcements are for other processes.
	announcements announcements
	// readOnly makes writes fail, even if the database would accept them.
	readOnly  bool
	unchecked bool
	alone     bool
}

// New returns a store on a backend whose SQL is in the dialect.
func New(backend engine.Backend, dialect engine.Dialect, options Options) *Store {
	store := &Store{
		backend: backend, dialect: dialect, now: options.Now, watch: observers{options.OnStatement, options.Observe}, log: options.Log,
		wrong:    options.Problems,
		entities: newEntityReads(), coalesced: newCoalescedReads(), analyse: options.Analyse, readOnly: options.ReadOnly,
		unchecked: options.Unchecked, alone: options.Alone,
	}
	store.ledger = &ledger{notes: newNotes(), store: store.storeLedger, delay: cmp.Or(options.NotesAfter, ledgerDelay)}
	if repeater, can := backend.(engine.Repeater); can && repeater.Repeats() {
		store.repeater = repeater
	}
	if store.now == nil {
		store.now = time.Now
	}
	if store.log == nil {
		store.log = slog.New(slog.DiscardHandler)
	}
	return store
}

// Ping returns an error if the database cannot be read. It does not wait for
// running reads and writes.
func (s *Store) Ping(ctx context.Context) error { return s.backend.Ping(ctx) }

// Pool returns the state of the connections that read; it is zero if the backend has
// no pool.
func (s *Store) Pool() engine.Pool {
	if pooled, is := s.backend.(engine.Pooled); is {
		return pooled.Pool()
	}
	return engine.Pool{}
}

// ReplicaReads returns how many requests read replicas; it is zero without replicas.
func (s *Store) ReplicaReads() engine.Reads {
	if replicated, is := s.backend.(engine.Replicated); is {
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
	backend, is := s.backend.(fencer)
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
	err := s.backend.Read(statement.AsService(ctx), query)
	return empty, err
}

// Close waits for running reads and writes and closes the database. Closing
// again does nothing.
func (s *Store) Close() error {
	s.background.close()
	s.closeLedger()
	s.announcements.close()
	return s.backend.Close()
}

// statement returns an empty statement.
func (s *Store) statement() *statement.Statement { return statement.New(&s.dialect, s.unchecked) }

// read runs queries as of the same moment. The first reads of all root fields
// of a request are joined.
func (s *Store) read(ctx context.Context, queries ...engine.Query) error {
	if joiner := reader.JoinerFrom(ctx); joiner != nil && joiner.Joins() {
		return joiner.Join(ctx, newBatch(queries), s.readBatches)
	}
	return s.readNow(ctx, queries)
}

// reader returns a reader that reports its statements to OnStatement.
func (s *Store) reader(reader engine.Reader) engine.Reader { return watched{reader, &s.watch} }

// transact runs f in a transaction that reports its statements to OnStatement.
func (s *Store) transact(ctx context.Context, f func(engine.Tx) error) error {
	return s.transactBy(ctx, s.backend.Write, f)
}

// transactBy is like transact, with the function of the backend that runs the
// transaction.
func (s *Store) transactBy(ctx context.Context, run func(context.Context, func(engine.Tx) error) error, f func(engine.Tx) error) error {
	if s.readOnly {
		return &graph.Error{Code: graph.CodeUnavailable, Text: "the store is read-only, as it was opened with --read-only"}
	}
	reader.ReadingFrom(ctx).Leave() // later reads see the write
	err := run(ctx, func(tx engine.Tx) error { return f(s.watchedTx(tx)) })
	if err == nil {
		s.watchers.notify()
		s.announce()
	}
	return err
}

// announce wakes the listeners of other processes.
func (s *Store) announce() {
	if announcer, is := s.backend.(engine.Announcer); is {
		s.announcements.add(announcer.Announce)
	}
}

// observers are the hooks of [Options] for statements.
type observers struct {
	each   func(sql string)
	around func(ctx context.Context, statements []string) func(error)
}

// run runs a round trip with statements. Those that do not run because the context
// has ended are not reported.
func (o *observers) run(ctx context.Context, statements []string, run func() error) error {
	for _, sql := range statements {
		if o.each == nil || ctx.Err() != nil {
			break
		}
		o.each(sql)
	}
	if o.around == nil || len(statements) == 0 {
		return run()
	}
	end := o.around(ctx, statements)
	err := run()
	end(err)
	return err
}

// queried runs a round trip with queries.
func (o *observers) queried(ctx context.Context, queries []engine.Query, run func() error) error {
	if o.each == nil && o.around == nil || ctx.Err() != nil {
		return run()
	}
	statements := make([]string, len(queries))
	for i := range queries {
		statements[i] = queries[i].SQL
	}
	return o.run(ctx, statements, run)
}

type watched struct {
	reader engine.Reader
	watch  *observers
}

// Read implements [engine.Reader].
func (w watched) Read(ctx context.Context, queries ...engine.Query) error {
	return w.watch.queried(ctx, queries, func() error { return w.reader.Read(ctx, queries...) })
}

func (s *Store) watchedTx(tx engine.Tx) engine.Tx {
	reports := watchedTx{watched{tx, &s.watch}, tx}
	if loader, is := tx.(engine.Loader); is {
		return watchedLoader{reports, loader}
	}
	return reports
}

// A watchedLoader does not report the statements that prepare for rows.
type watchedLoader struct {
	watchedTx
	engine.Loader
}

type watchedTx struct {
	watched
	tx engine.Tx
}

// Exec implements [engine.Tx].
func (w watchedTx) Exec(ctx context.Context, sql string, args ...any) error {
	return w.watch.run(ctx, []string{sql}, func() error { return w.tx.Exec(ctx, sql, args...) })
}

// Returning implements [engine.Tx].
func (w watchedTx) Returning(ctx context.Context, statement engine.Query) error {
	return w.watch.run(ctx, []string{statement.SQL}, func() error { return w.tx.Returning(ctx, statement) })
}

// Put implements [engine.Tx]. It reports one statement for any number of rows.
func (w watchedTx) Put(ctx context.Context, table engine.Table, rows [][]any) error {
	return w.watch.run(ctx, []string{"INSERT INTO " + table.Name}, func() error { return w.tx.Put(ctx, table, rows) })
}

// Insert implements [engine.Tx]. It reports one statement for any number of rows.
func (w watchedTx) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	return w.watch.run(ctx, []string{"INSERT INTO " + table.Name}, func() error { return w.tx.Insert(ctx, table, rows) })
}

// Prepare implements [engine.Preparer].
func (w watchedTx) Prepare(ctx context.Context, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	return prepare(ctx, w.tx, reader, table, rows)
}

// prepare calls Prepare of a transaction that has it; else it returns what it is given.
func prepare(ctx context.Context, tx engine.Tx, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	if preparer, is := tx.(engine.Preparer); is {
		return preparer.Prepare(ctx, reader, table, rows)
	}
	return table, rows, nil
}
