// Package conn runs the statements of a store on its database: reads that requests
// share, transactions that wake the watchers of a store, and the queries that several parts of
// a store need.
package conn

import (
	"context"
	"log/slog"
	"time"

	"dossier/db/engine"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/reader"
	"dossier/problems"
)

// Options are the options of a connection, as those of package sqlstore.
type Options struct {
	Now         func() time.Time
	OnStatement func(sql string)
	Observe     func(ctx context.Context, statements []string) func(error)
	ReadOnly    bool
	Unchecked   bool
	Log         *slog.Logger
	Problems    *problems.List
}

// A Conn runs the statements of a store on its database.
type Conn struct {
	Backend engine.Backend
	Dialect engine.Dialect
	Now     func() time.Time
	watch   observers
	Log     *slog.Logger
	badRows badRows
	wrong   *problems.List
	// coalesced are reads of statements that repeater, unless it is nil, runs for
	// several requests.
	coalesced coalescedReads
	repeater  engine.Repeater
	// watchers are called after writes.
	watchers watchers
	// announcements are for other processes.
	announcements announcements
	// ReadOnly makes writes fail, even if the database would accept them.
	ReadOnly  bool
	Unchecked bool
}

// New returns a connection to a backend whose SQL is in the dialect.
func New(backend engine.Backend, dialect engine.Dialect, options Options) *Conn {
	conn := &Conn{
		Backend: backend, Dialect: dialect, Now: options.Now, watch: observers{options.OnStatement, options.Observe}, Log: options.Log,
		wrong: options.Problems, coalesced: newCoalescedReads(), ReadOnly: options.ReadOnly, Unchecked: options.Unchecked,
	}
	if repeater, can := backend.(engine.Repeater); can && repeater.Repeats() {
		conn.repeater = repeater
	}
	if conn.Now == nil {
		conn.Now = time.Now
	}
	if conn.Log == nil {
		conn.Log = slog.New(slog.DiscardHandler)
	}
	return conn
}

// Within returns a connection that reads and writes in a transaction.
func (c *Conn) Within(tx engine.Tx) *Conn {
	return New(transactional{tx}, c.Dialect, Options{Now: c.Now, Log: c.Log, Problems: c.wrong, Unchecked: c.Unchecked})
}

// A transactional is a backend on a transaction.
type transactional struct{ engine.Tx }

// Snapshot implements [engine.Backend].
func (t transactional) Snapshot(_ context.Context, f func(engine.Reader) error) error { return f(t.Tx) }

// Write implements [engine.Backend].
func (t transactional) Write(_ context.Context, f func(engine.Tx) error) error { return f(t.Tx) }

// Ping implements [engine.Backend].
func (t transactional) Ping(context.Context) error { return nil }

// Close implements [engine.Backend].
func (t transactional) Close() error { return nil }

// Statement returns an empty statement.
func (c *Conn) Statement() *statement.Statement { return statement.New(&c.Dialect, c.Unchecked) }

// Read runs queries as of the same moment. The first reads of all root fields
// of a request are joined.
func (c *Conn) Read(ctx context.Context, queries ...engine.Query) error {
	if joiner := reader.JoinerFrom(ctx); joiner != nil && joiner.Joins() {
		return joiner.Join(ctx, newBatch(queries), c.readBatches)
	}
	return c.readNow(ctx, queries)
}

// Reader returns a reader that reports its statements to OnStatement.
func (c *Conn) Reader(reader engine.Reader) engine.Reader { return watched{reader, &c.watch} }

// InTransaction runs f in a transaction that reports its statements to OnStatement.
func (c *Conn) InTransaction(ctx context.Context, f func(engine.Tx) error) error {
	return c.InTransactionBy(ctx, c.Backend.Write, f)
}

// InTransactionBy is like InTransaction, with the function of the backend that runs the
// transaction.
func (c *Conn) InTransactionBy(ctx context.Context, run func(context.Context, func(engine.Tx) error) error, f func(engine.Tx) error) error {
	if c.ReadOnly {
		return &graph.Error{Code: graph.CodeUnavailable, Text: "the store is read-only, as it was opened with --read-only"}
	}
	reader.ReadingFrom(ctx).Leave() // later reads see the write
	err := run(ctx, func(tx engine.Tx) error { return f(c.watchedTx(tx)) })
	if err == nil {
		c.watchers.notify()
		c.announce()
	}
	return err
}

// announce wakes the listeners of other processes.
func (c *Conn) announce() {
	if announcer, is := c.Backend.(engine.Announcer); is {
		c.announcements.add(announcer.Announce)
	}
}

// Time returns the current time with the precision of stores.
func (c *Conn) Time() time.Time { return c.Now().UTC().Truncate(time.Microsecond) }

// Moment implements the Store of package query: it returns a text that changes with
// every write.
func (c *Conn) Moment(ctx context.Context) (moment string, err error) {
	if backend, has := c.Backend.(engine.Momenter); has {
		err = c.watch.run(ctx, []string{"moment"}, func() error {
			moment, err = backend.Moment(ctx)
			return err
		})
		return moment, err
	}
	if c.Dialect.Moment == "" {
		return "", nil
	}
	query := engine.Query{SQL: c.Dialect.Moment, Each: func(row engine.Row) error { return row.Scan(&moment) }}
	err = c.Read(ctx, query)
	return moment, err
}
