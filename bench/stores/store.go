// Package stores fills stores for measurements, asks them by GraphQL, and runs
// statements with the same answers beside it.
package stores

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// A Subject is a store under measurement, with a way to bypass it.
type Subject struct {
	Name, URL  string
	Store      *sqlstore.Store
	statements *statements.Counter
	Floor      floor
	Close      func()
}

// Each calls measure with an empty store on each database in turn.
func Each(ctx context.Context, measure func(*Subject) error) error {
	for _, open := range []func(context.Context, string) (*Subject, error){OpenSQLite, OpenPostgres} {
		folder, err := os.MkdirTemp("", "bench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		subject, err := open(ctx, folder)
		if err != nil {
			return err
		}
		err = measure(subject)
		subject.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", subject.Name, err)
		}
	}
	return nil
}

// EachLoaded is like each, with stores that contain an analysed NDJSON file.
func EachLoaded(ctx context.Context, file string, measure func(*Subject) error) error {
	return Each(ctx, func(s *Subject) error {
		if err := s.LoadFile(ctx, file); err != nil {
			return err
		}
		return measure(s)
	})
}

// LoadFile imports and analyses an NDJSON file.
func (s *Subject) LoadFile(ctx context.Context, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = s.Load(ctx, in, searchtext.Analyse)
	return err
}

// OpenSQLite opens the store of a folder, which it creates if it is absent.
func OpenSQLite(ctx context.Context, folder string) (*Subject, error) {
	statements := new(statements.Counter)
	path := filepath.Join(folder, "bench.db")
	store, err := sqlite.Open(ctx, path, sqlstore.Options{OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := sqliteFloor(path)
	return &Subject{"SQLite", "sqlite:" + path, store, statements, floor, func() { store.Close() }}, err
}

// OpenPostgres starts a server with an empty store in a folder.
func OpenPostgres(ctx context.Context, folder string) (*Subject, error) {
	server, err := managed.Start(ctx, filepath.Join(folder, "postgres"), managed.Options{})
	if err != nil {
		return nil, err
	}
	url, err := server.Database(ctx, "bench")
	if err != nil {
		return nil, err
	}
	statements := new(statements.Counter)
	store, err := postgres.Open(ctx, url, sqlstore.Options{Migrate: true, OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := postgresFloor(ctx, url)
	stop := func() {
		store.Close()
		_ = server.Stop() // its folder is removed in any case
	}
	return &Subject{"Postgres", url, store, statements, floor, stop}, err
}

// Load imports NDJSON and returns how long that took. A rejected line is an
// error. Afterwards, the database updates its statistics for the new data, and
// Postgres cleans up, which it would otherwise do during measurements.
func (s *Subject) Load(ctx context.Context, in io.Reader, analyse func(graph.Entity) []byte) (time.Duration, error) {
	start := time.Now()
	report, err := ndjson.Import(ctx, s.Store, in, ndjson.Options{Analyse: analyse})
	if err != nil {
		return 0, err
	}
	if len(report.Rejects) > 0 {
		return 0, fmt.Errorf("import: line %d: %s", report.Rejects[0].Line, report.Rejects[0].Reason)
	}
	took := time.Since(start)
	tidy := "ANALYZE"
	if s.Name == "Postgres" {
		tidy = "VACUUM ANALYZE"
	}
	_, err = s.Floor(ctx, tidy)
	return took, err
}

// Counted returns the number of statements that a call runs.
func (s *Subject) Counted(call func() error) (int64, error) {
	before := s.statements.Total()
	err := call()
	return int64(s.statements.Total() - before), err
}
