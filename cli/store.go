package cli

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"dossier/db"
	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/graph"
)

// inMemory is the URL of a store that lasts as long as the process.
const inMemory = "sqlite::memory:"

// defaultFolder holds the data of --db managed.
const defaultFolder = "dossier-postgres"

// stores opens the store of --db.
type stores struct {
	url string
	now func() time.Time
	log *slog.Logger
}

// open opens the store. The caller closes it.
func (s *stores) open(ctx context.Context) (store *db.Store, closeStore func(), err error) {
	return s.openURL(ctx, s.url)
}

func (s *stores) openURL(ctx context.Context, url string) (*db.Store, func(), error) {
	options := db.Options{Now: s.now, Migrate: true}
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		return s.opened(sqlite.Open(ctx, rest, options))
	case "postgres", "postgresql":
		return s.opened(postgres.Open(ctx, url, options))
	case "managed":
		return s.openManaged(ctx, cmp.Or(rest, defaultFolder), options)
	}
	return nil, nil, graph.BadInput("db", "expected sqlite:PATH, postgres://… or managed[:FOLDER]; got %q", graph.Truncate(url, 60))
}

func (s *stores) opened(store *db.Store, err error) (*db.Store, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return store, func() { s.closed("store", store.Close()) }, nil
}

// openManaged opens a store in a Postgres that runs as a child of this process
// and keeps its data in a folder.
func (s *stores) openManaged(ctx context.Context, folder string, options db.Options) (*db.Store, func(), error) {
	server, err := managed.Start(ctx, folder, managed.Options{})
	if err != nil {
		return nil, nil, &graph.Error{Code: graph.CodeUnavailable, Argument: "db", Text: err.Error()}
	}
	stop := func() { s.closed("postgres", server.Stop()) }
	url, err := server.Database(ctx, "dossier")
	if err != nil {
		stop()
		return nil, nil, graph.Unavailable("create database dossier in "+folder, err)
	}
	store, closeStore, err := s.opened(postgres.Open(ctx, url, options))
	if err != nil {
		stop()
		return nil, nil, err
	}
	return store, func() { closeStore(); stop() }, nil
}

// closed logs the error of closing something, if there is one.
func (s *stores) closed(what string, err error) {
	if err != nil {
		s.log.Warn("close "+what, "error", err)
	}
}
