// Package engine declares the interface of a database to a store: connections,
// its dialect of SQL, and tables with columns of the types of this package.
// Packages sqlite and postgres implement it.
package engine

import (
	"context"
	"errors"
	"time"
)

// ErrRefused is wrapped by the errors of a backend whose database refuses a row
// because of the actor.
var ErrRefused = errors.New("the database refuses the row to the actor")

// A Backend is a database. Its errors may be returned to callers of the store:
// they have a [graph.Code] and name the database.
type Backend interface {
	Reader
	// Snapshot runs f with a reader whose reads all see the same moment.
	Snapshot(ctx context.Context, f func(Reader) error) error
	// Write runs f in a transaction and rolls it back if f fails. After a deadlock
	// with another program it runs f again.
	Write(ctx context.Context, f func(Tx) error) error
	// Ping returns an error if the database cannot be read. It does not wait
	// for running reads and writes.
	Ping(ctx context.Context) error
	// Close waits for running reads and writes and closes all connections.
	// Calls after it return UNAVAILABLE. Closing again does nothing.
	Close() error
}

// A Pooled is a [Backend] with a pool of connections.
type Pooled interface {
	// Pool returns the state of the pool.
	Pool() Pool
}

// A Pool is the state of a pool of connections.
type Pool struct {
	Busy, Most int           // connections
	Waits      int64         // for a connection, so far
	Waited     time.Duration // in all of them
}

// Reads counts requests that accepted the state of a replica.
type Reads struct {
	// Replica counts the requests that read a replica, Elsewhere those for which no
	// replica would do, and Left those whose replica failed.
	Replica, Elsewhere, Left int64
}

// A Replicated is a [Backend] that counts the reads of its replicas.
type Replicated interface {
	// ReplicaReads returns the numbers since the start.
	ReplicaReads() Reads
}

// A Momenter is a [Backend] whose database has no statement for the Moment of
// [Dialect] that any connection can run.
type Momenter interface {
	// Moment returns a text that changes with every write, by any program.
	Moment(ctx context.Context) (string, error)
}

// A Reader runs queries. It never changes a row.
type Reader interface {
	// Read runs queries in order, in one round trip where the database has
	// round trips. All of them see the same moment, except in a [Tx].
	Read(ctx context.Context, queries ...Query) error
}

// A Tx is a transaction that writes. Each of its statements sees what others
// committed before it.
type Tx interface {
	Reader
	// Exec runs a statement that returns no rows.
	Exec(ctx context.Context, sql string, args ...any) error
	// Returning runs a statement that changes rows and returns some of them.
	Returning(ctx context.Context, statement Query) error
	// Put inserts rows, or replaces those that have the same key, or adds to the
	// sums of the table. The values of
	// a row are in the order of the table's columns. No two rows of a call have
	// the same key.
	Put(ctx context.Context, table Table, rows [][]any) error
	// Insert is a faster Put for rows whose keys are not stored. If another program
	// stores one of the keys, its row is replaced, or the error is a CONFLICT.
	Insert(ctx context.Context, table Table, rows [][]any) error
}

// A Loader is a [Tx] that can prepare for many rows.
type Loader interface {
	// Load calls write, which adds about so many rows to the tables. Until it
	// returns, only keys and unique indexes serve to find rows of tables that had
	// any. It is given those that had none, by name: rows in them are not looked up, and
	// all are added by Insert.
	Load(ctx context.Context, tables []Table, rows int, write func(empty map[string]bool) error) error
}

// A Preparer is a [Tx] that does part of the work of Insert before it.
type Preparer interface {
	// Prepare returns the table and the rows that Insert adds instead of others,
	// which it may change. Another goroutine may use the transaction meanwhile;
	// reads are those of reader.
	Prepare(ctx context.Context, reader Reader, table Table, rows [][]any) (Table, [][]any, error)
}

// An Importer is a [Backend] with a faster Write for very many rows.
type Importer interface {
	// Import runs f in a transaction, as Write does. Reads may fail until it ends.
	Import(ctx context.Context, f func(Tx) error) error
}

// A Repeater is a [Backend] that can run the same statements for several
// requests at once.
type Repeater interface {
	// Repeats reports whether it may, as access does not depend on the connection.
	Repeats() bool
	// ReadRepeated runs the queries of several requests, as Read does. Those with
	// the same position have the same SQL and types of arguments, as [Query] has
	// them, for all requests.
	ReadRepeated(ctx context.Context, requests [][]Query) error
}

// A Query is a statement that returns rows.
type Query struct {
	SQL  string          // with the placeholders of the dialect
	Args []any           // in the order of the placeholders
	Each func(Row) error // called with each row; its error ends the query
	// Done is called when all rows were read; nil for nothing.
	Done func()
	// Repeated are the types of the arguments, UUID or Integer, of a statement that finds few rows by
	// an index, so that a [Repeater] may run it for several requests at once.
	// It is nil for other statements.
	Repeated []Type
}

// Finish calls Done.
func (q *Query) Finish() {
	if q.Done != nil {
		q.Done()
	}
}

// A Row is one row of a result.
type Row interface {
	// Scan copies the columns of the row to the targets, as [sql.Rows] does.
	Scan(targets ...any) error
}

// A Listener is a [Backend] that can report writes of other processes.
type Listener interface {
	// Listen calls changed after writes until ctx ends. When the connection is
	// lost, it connects again, and then calls changed once for the writes in
	// between.
	Listen(ctx context.Context, changed func())
}

// An Announcer is a [Backend] that can wake the [Listener] of every process.
type Announcer interface {
	// Announce makes every listener call its function.
	Announce(ctx context.Context) error
}

// A TimeTarget is a Scan target for a time. A backend may call SetTime instead
// of Scan, which needs memory for the value.
type TimeTarget interface{ SetTime(t time.Time) }

// TimeFormat is the format of times in databases without a type for them. Its
// width is fixed, so that the order of texts is that of times.
const TimeFormat = "2006-01-02T15:04:05.000000Z"
