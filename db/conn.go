package db

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

// connOptions are the options of a connection; see [Options] of package db.
type connOptions struct {
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
	backend engine.Backend
	dialect engine.Dialect
	now     func() time.Time
	watch   observers
	log     *slog.Logger
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
	// readOnly makes writes fail, even if the database would accept them.
	readOnly  bool
	unchecked bool
}

// newConn returns a connection to a backend whose SQL is in the dialect.
func newConn(backend engine.Backend, dialect engine.Dialect, options connOptions) *Conn {
	conn := &Conn{
		backend: backend, dialect: dialect, now: options.Now, watch: observers{options.OnStatement, options.Observe}, log: options.Log,
		wrong: options.Problems, coalesced: newCoalescedReads(), readOnly: options.ReadOnly, unchecked: options.Unchecked,
	}
	if repeater, can := backend.(engine.Repeater); can && repeater.Repeats() {
		conn.repeater = repeater
	}
	if conn.now == nil {
		conn.now = time.Now
	}
	if conn.log == nil {
		conn.log = slog.New(slog.DiscardHandler)
	}
	return conn
}

// Within returns a connection that reads and writes in a transaction.
func (c *Conn) Within(tx engine.Tx) *Conn {
	return newConn(transactional{tx}, c.dialect, connOptions{Now: c.now, Log: c.log, Problems: c.wrong, Unchecked: c.unchecked})
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

// statement returns an empty statement.
func (c *Conn) statement() *statement.Statement { return statement.New(&c.dialect, c.unchecked) }

// read runs queries as of the same moment. The first reads of all root fields
// of a request are joined.
func (c *Conn) read(ctx context.Context, queries ...engine.Query) error {
	if joiner := reader.JoinerFrom(ctx); joiner != nil && joiner.Joins() {
		return joiner.Join(ctx, newBatch(queries), c.readBatches)
	}
	return c.readNow(ctx, queries)
}

// reader returns a reader that reports its statements to OnStatement.
func (c *Conn) reader(reader engine.Reader) engine.Reader { return watched{reader, &c.watch} }

// transact runs f in a transaction that reports its statements to OnStatement.
func (c *Conn) transact(ctx context.Context, f func(engine.Tx) error) error {
	return c.transactBy(ctx, c.backend.Write, f)
}

// transactBy is like transact, with the function of the backend that runs the
// transaction.
func (c *Conn) transactBy(ctx context.Context, run func(context.Context, func(engine.Tx) error) error, f func(engine.Tx) error) error {
	if c.readOnly {
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
	if announcer, is := c.backend.(engine.Announcer); is {
		c.announcements.add(announcer.Announce)
	}
}

// time returns the current time with the precision of stores.
func (c *Conn) time() time.Time { return c.now().UTC().Truncate(time.Microsecond) }

// Moment implements the Store of package query: it returns a text that changes with
// every write.
func (c *Conn) Moment(ctx context.Context) (moment string, err error) {
	if backend, has := c.backend.(engine.Momenter); has {
		err = c.watch.run(ctx, []string{"moment"}, func() error {
			moment, err = backend.Moment(ctx)
			return err
		})
		return moment, err
	}
	if c.dialect.Moment == "" {
		return "", nil
	}
	query := engine.Query{SQL: c.dialect.Moment, Each: func(row engine.Row) error { return row.Scan(&moment) }}
	err = c.read(ctx, query)
	return moment, err
}
