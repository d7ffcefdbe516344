// Bench measures what requests cost on both stores, beside the floor: one
// hand-written SQL statement that answers the same over the same driver. It
// prints a Markdown table, whose ratios are of one run.
//
//	go run ./bench -data ../shared/data/kep.ndjson.gz -project sig:sig-node
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dossier/db"
	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/ndjson"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	data, project, topic string
	requests             int
}

func run() error {
	var s settings
	flag.StringVar(&s.data, "data", "testdata/demo.ndjson", "NDJSON to import")
	flag.StringVar(&s.project, "project", "shoplane", "project to ask about, by its id in the file")
	flag.StringVar(&s.topic, "topic", "in-place pod resize", "topic of the context document")
	flag.IntVar(&s.requests, "n", 200, "requests of each kind")
	flag.Parse()

	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	ctx := graph.WithActor(context.Background(), graph.LocalActor)
	fmt.Println("| store | request | statements | p50 | p99 | floor p50 | floor p99 | p50 / floor |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, open := range []func(context.Context, string) (*subject, error){openSQLite, openPostgres} {
		subject, err := open(ctx, folder)
		if err != nil {
			return err
		}
		err = subject.measure(ctx, s)
		subject.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// A subject is a store under measurement, with a way around it.
type subject struct {
	name       string
	store      *db.Store
	statements *db.Counter
	floor      floor
	close      func()
}

func openSQLite(ctx context.Context, folder string) (*subject, error) {
	statements := new(db.Counter)
	path := filepath.Join(folder, "bench.db")
	store, err := sqlite.Open(ctx, path, db.Options{OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := sqliteFloor(path)
	return &subject{"SQLite", store, statements, floor, func() { store.Close() }}, err
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
	statements := new(db.Counter)
	store, err := postgres.Open(ctx, url, db.Options{Migrate: true, OnStatement: statements.Count})
	if err != nil {
		return nil, err
	}
	floor, err := postgresFloor(ctx, url)
	return &subject{"Postgres", store, statements, floor, func() { store.Close(); server.Stop() }}, err
}

// measure imports the data and asks every request, and its floor in turn.
func (s *subject) measure(ctx context.Context, settings settings) error {
	if err := s.load(ctx, settings.data); err != nil {
		return err
	}
	client := newClient(s.store)
	for _, request := range requests(settings) {
		if err := s.compare(ctx, client, request, settings.requests); err != nil {
			return fmt.Errorf("%s on %s: %w", request.name, s.name, err)
		}
	}
	return nil
}

func (s *subject) load(ctx context.Context, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	start := time.Now()
	report, err := ndjson.Import(ctx, s.store, in, ndjson.Options{Analyse: query.Analyse})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d lines imported in %.1f s, %d rejected\n", s.name, report.Lines, time.Since(start).Seconds(), len(report.Rejects))
	return s.analyse(ctx)
}

// analyse lets Postgres plan by the data that was just written.
func (s *subject) analyse(ctx context.Context) error {
	_, err := s.floor(ctx, "ANALYZE")
	return err
}

// compare asks a request and its floor in turn and prints a row.
func (s *subject) compare(ctx context.Context, client *client, r request, n int) error {
	answer, err := client.ask(ctx, r) // the first request loads the project
	if err != nil {
		return err
	}
	before := s.statements.Total()
	if _, err := client.ask(ctx, r); err != nil {
		return err
	}
	statements := s.statements.Total() - before
	sql, err := r.floor(s.name == "SQLite", answer)
	if err != nil {
		return err
	}
	ours, floors := make([]time.Duration, n), make([]time.Duration, n)
	for i := range n {
		start := time.Now()
		if _, err := client.ask(ctx, r); err != nil {
			return err
		}
		ours[i] = time.Since(start)
		start = time.Now()
		if _, err := s.floor(ctx, sql); err != nil {
			return fmt.Errorf("floor: %w", err)
		}
		floors[i] = time.Since(start)
	}
	p50, p99 := percentiles(ours)
	floor50, floor99 := percentiles(floors)
	fmt.Printf("| %s | %s | %d | %s | %s | %s | %s | %.2f |\n", s.name, r.name, statements,
		ms(p50), ms(p99), ms(floor50), ms(floor99), float64(p50)/float64(floor50))
	return nil
}

func percentiles(times []time.Duration) (p50, p99 time.Duration) {
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*99/100]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }
