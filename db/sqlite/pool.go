package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"

	"dossier/db/engine"
)

// maxPrepared is the maximum number of prepared statements of a connection, by
// eye: room for all that requests repeat, and for some of the many that filters
// and orders of lists cause.
const maxPrepared = 200

// A pool is a fixed number of connections, each opened at its first use.
type pool struct {
	db     *sql.DB
	free   chan *connection
	memory int64 // the maximum number of bytes that a connection uses
	// path is the path of the watched file, "" for none. version is the version
	// of its tables.
	path    string
	version int64
	closed  chan struct{}
	waits   atomic.Int64 // for a connection
	waited  atomic.Int64 // in them, in nanoseconds
	close   func() error // the first call waits for the connections and closes them
}

func newPool(database *sql.DB, size int, memory int64) *pool {
	p := &pool{db: database, memory: memory, free: make(chan *connection, size), closed: make(chan struct{})}
	p.close = sync.OnceValue(p.end)
	for range size {
		p.free <- &connection{prepared: map[string]*sql.Stmt{}, inserts: map[insert]*sqlite3.Stmt{}}
	}
	return p
}

var errClosed = errors.New("the store is closed")

// sized returns a context that limits the memory of connections opened with it.
func (p *pool) sized(ctx context.Context) context.Context {
	return sqlite3.WithMaxMemory(ctx, p.memory)
}

// use waits for a free connection and calls f with it.
func (p *pool) use(ctx context.Context, f func(*connection) error) (err error) {
	c, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.free <- c }()
	if err := p.ready(ctx, c); err != nil {
		return err
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = c.abandon(cause)
		}
	}()
	return f(c)
}

// take waits for a free connection.
func (p *pool) take(ctx context.Context) (*connection, error) {
	if len(p.free) == 0 {
		began := time.Now()
		p.waits.Add(1)
		defer func() { p.waited.Add(int64(time.Since(began))) }()
	}
	select {
	case <-p.closed:
		return nil, errClosed
	case c := <-p.free:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// state returns the state of the pool.
func (p *pool) state() engine.Pool {
	return engine.Pool{Busy: cap(p.free) - len(p.free), Most: cap(p.free), Waits: p.waits.Load(), Waited: time.Duration(p.waited.Load())}
}

func (p *pool) end() error {
	close(p.closed)
	var failed []error
	for range cap(p.free) {
		failed = append(failed, (<-p.free).close())
	}
	return errors.Join(append(failed, p.db.Close())...)
}

// A connection is a database connection with its prepared statements, which are
// kept because preparing takes longer than running most of them.
type connection struct {
	conn     *sql.Conn
	name     string // random, set each time it is opened
	prepared map[string]*sql.Stmt
	inserts  map[insert]*sqlite3.Stmt // of Put and Insert
	// file is the file as of the last use, nil if it is not watched. log is its
	// write-ahead log, nil if unknown.
	file, log os.FileInfo
}

// prepare returns the prepared statement for SQL. If the connection has too
// many, it first closes them all.
func (c *connection) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if statement := c.prepared[text]; statement != nil {
		return statement, nil
	}
	if len(c.prepared) >= maxPrepared {
		if err := c.forget(); err != nil {
			return nil, err
		}
	}
	statement, err := c.conn.PrepareContext(ctx, text)
	if err == nil {
		c.prepared[text] = statement
	}
	return statement, err
}

// forget closes all prepared statements.
func (c *connection) forget() error { return closeAll(c.prepared) }

// forgetInserts closes the statements of Put and Insert.
func (c *connection) forgetInserts() error { return closeAll(c.inserts) }

// closeAll closes the statements and removes them.
func closeAll[K comparable, S io.Closer](statements map[K]S) error {
	var failed []error
	for _, statement := range statements {
		failed = append(failed, statement.Close())
	}
	clear(statements)
	return errors.Join(failed...)
}

// close closes the connection, if it is open. It can be opened again.
func (c *connection) close() error {
	if c.conn == nil {
		return nil
	}
	err := errors.Join(c.forget(), c.forgetInserts(), c.conn.Close())
	c.conn = nil
	return err
}

// Read implements [engine.Reader].
func (c *connection) Read(ctx context.Context, queries ...engine.Query) error {
	for _, query := range queries {
		if err := c.query(ctx, query); err != nil {
			return err
		}
		query.Finish()
	}
	return nil
}

func (c *connection) query(ctx context.Context, query engine.Query) error {
	statement, err := c.prepare(ctx, query.SQL) //nolint:sqlclosecheck // kept for the next use
	if err != nil {
		return err
	}
	rows, err := statement.QueryContext(ctx, query.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := query.Each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// errMemory is the error about a statement that needs more memory than a
// connection may use.
var errMemory = errors.New("sqlite: out of memory")

// abandon drops a connection on which the driver panicked and returns an error,
// because the driver panics when SQLite is out of memory. It panics again for
// other causes. The connection cannot be closed, because database/sql would
// wait for the call that panicked; instead, the driver's connection is closed.
func (c *connection) abandon(cause any) error {
	failed, isError := cause.(error)
	if !isError || !strings.HasPrefix(failed.Error(), "sqlite3: ") {
		panic(cause)
	}
	_ = c.conn.Raw(func(raw any) error {
		defer func() { _ = recover() }() // closing may also run out of memory
		_ = c.forgetInserts()            // else the connection stays open
		return raw.(io.Closer).Close()
	})
	c.conn, c.prepared, c.inserts = nil, map[string]*sql.Stmt{}, map[insert]*sqlite3.Stmt{}
	return fmt.Errorf("%w: %w", errMemory, failed)
}
