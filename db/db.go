// Package db is what the stores share: the tables, the statements, the fence
// around projects and the planning of writes. A store on a database is a
// [Store] over a [Backend], which the packages sqlite and postgres provide.
package db

import (
	"context"
	"sync/atomic"
	"time"

	"dossier/graph"
)

// Options are what a store is opened with.
type Options struct {
	// Now is the clock; nil stands for [time.Now].
	Now func() time.Time
	// OnStatement is told of every statement before it runs, those of a batch
	// each; transaction control and settings are not told. It is called from
	// several goroutines at once. It may be nil.
	OnStatement func(sql string)
	// Migrate brings the tables of a Postgres up to date when it is opened. An
	// embedded store always does so.
	Migrate bool
	// MaxConns is how many connections read at once, 0 for the store's default.
	MaxConns int
}

// A Store keeps projects in a database. It implements the Store that package
// query declares, and is safe for concurrent use.
type Store struct {
	backend Backend
	dialect Dialect
	now     func() time.Time
	watch   func(sql string)
}

// New is the store over a backend whose SQL is of the dialect.
func New(backend Backend, dialect Dialect, options Options) *Store {
	store := &Store{backend: backend, dialect: dialect, now: options.Now, watch: options.OnStatement}
	if store.now == nil {
		store.now = time.Now
	}
	if store.watch == nil {
		store.watch = func(string) {}
	}
	return store
}

// Migrate brings the tables up to date. Several processes may do so at once.
func (s *Store) Migrate(ctx context.Context) error { return s.backend.Migrate(ctx) }

// Close lets go of the database, once what reads and writes is done. It may be
// called again.
func (s *Store) Close() error { return s.backend.Close() }

// read runs queries as of one moment.
func (s *Store) read(ctx context.Context, queries ...Query) error {
	return watched{s.backend, s.watch}.Read(ctx, queries...)
}

// watched tells of the statements that it runs.
type watched struct {
	Reader
	watch func(sql string)
}

// Read implements [Reader].
func (w watched) Read(ctx context.Context, queries ...Query) error {
	for _, query := range queries {
		w.watch(query.SQL)
	}
	return w.Reader.Read(ctx, queries...)
}

// actor is the id of the context's actor, "" for none. The ids of a token's
// subject need not be UUIDs, the database's are.
func actor(ctx context.Context) string {
	if id := graph.ActorFrom(ctx).ID; id != "" {
		return graph.ID(id)
	}
	return ""
}

// A Counter counts statements: its Count is an OnStatement of [Options].
type Counter struct{ total atomic.Int64 }

// Count counts a statement.
func (c *Counter) Count(string) { c.total.Add(1) }

// Total is how many statements were counted.
func (c *Counter) Total() int { return int(c.total.Load()) }
