package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"dossier/db"
	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// A subject is a store under measurement, with a way to bypass it.
type subject struct {
	name, url  string
	store      *db.Store
	statements *statements.Counter
	floor      floor
	close      func()
}

// each calls measure with an empty store on each database in turn.
func each(ctx context.Context, measure func(*subject) error) error {
	for _, open := range []func(context.Context, string) (*subject, error){openSQLite, openPostgres} {
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
		subject.close()
		if err != nil {
			return fmt.Errorf("%s: %w", subject.name, err)
		}
	}
	return nil
}

// eachLoaded is like each, with stores that contain an analysed NDJSON file.
func eachLoaded(ctx context.Context, file string, measure func(*subject) error) error {
	return each(ctx, func(s *subject) error {
		if err := s.loadFile(ctx, file); err != nil {
			return err
		}
		return measure(s)
	})
}

func (s *subject) loadFile(ctx context.Context, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = s.load(ctx, in, searchtext.Analyse)
	return err
}

func openSQLite(ctx context.Context, folder string) (*subject, error) {
	statements := new(statements.Counter)
	path := filepath.Join(folder, "bench.db")
	store, err := sqlite.Open(ctx, path, db.Options{OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := sqliteFloor(path)
	return &subject{"SQLite", "sqlite:" + path, store, statements, floor, func() { store.Close() }}, err
}

func openPostgres(ctx context.Context, folder string) (*subject, error) {
	server, err := managed.Start(ctx, filepath.Join(folder, "postgres"), managed.Options{})
	if err != nil {
		return nil, err
	}
	url, err := server.Database(ctx, "bench")
	if err != nil {
		return nil, err
	}
	statements := new(statements.Counter)
	store, err := postgres.Open(ctx, url, db.Options{Migrate: true, OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := postgresFloor(ctx, url)
	stop := func() {
		store.Close()
		_ = server.Stop() // its folder is removed in any case
	}
	return &subject{"Postgres", url, store, statements, floor, stop}, err
}

// load imports NDJSON and returns how long that took. A rejected line is an
// error. Afterwards, the database updates its statistics for the new data, and
// Postgres cleans up, which it would otherwise do during measurements.
func (s *subject) load(ctx context.Context, in io.Reader, analyse func(graph.Entity) []byte) (time.Duration, error) {
	start := time.Now()
	report, err := ndjson.Import(ctx, s.store, in, ndjson.Options{Analyse: analyse})
	if err != nil {
		return 0, err
	}
	if len(report.Rejects) > 0 {
		return 0, fmt.Errorf("import: line %d: %s", report.Rejects[0].Line, report.Rejects[0].Reason)
	}
	took := time.Since(start)
	tidy := "ANALYZE"
	if s.name == "Postgres" {
		tidy = "VACUUM ANALYZE"
	}
	_, err = s.floor(ctx, tidy)
	return took, err
}

// counted returns the number of statements that a call runs.
func (s *subject) counted(call func() error) (int64, error) {
	before := s.statements.Total()
	err := call()
	return int64(s.statements.Total() - before), err
}
