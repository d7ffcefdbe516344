package db

import "context"

// A Backend is a database as the shared code sees it. Its errors are fit for
// callers of the store: they carry a [graph.Code] and name what did not answer.
type Backend interface {
	Reader
	// Snapshot runs f, all of whose reads are as of one moment.
	Snapshot(ctx context.Context, f func(Reader) error) error
	// Write runs f in a transaction, which is taken back if f fails. Statements
	// of f see what others committed before each of them.
	Write(ctx context.Context, f func(Tx) error) error
	// Migrate brings the tables up to date.
	Migrate(ctx context.Context) error
	// Close ends all connections, once those in use are free. What comes later is
	// UNAVAILABLE. It may be called again, which does nothing.
	Close() error
}

// A Reader runs queries.
type Reader interface {
	// Read runs the queries in order and as of one moment, in one round trip
	// where there are any.
	Read(ctx context.Context, queries ...Query) error
}

// A Tx is a transaction that writes.
type Tx interface {
	Reader
	// Put inserts rows, or replaces those that have the same key. The values of
	// a row stand in the order of the table's columns; no two rows of a call
	// have the same key.
	Put(ctx context.Context, table Table, rows [][]any) error
}

// A Query is a statement, and what is to be done with each row of its result.
type Query struct {
	SQL  string
	Args []any
	Each func(Row) error // nil for a statement without result
}

// A Row is one row of a result.
type Row interface {
	Scan(targets ...any) error
}
