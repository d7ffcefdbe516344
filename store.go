package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/tokens"
)

// memory is the store that lives as long as the process.
const memory = "sqlite::memory:"

// open opens the store that a --db names. The caller closes it.
func (p *program) open(url string) (query.Store, func(), error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		return opened(sqlite.Open(p.ctx, rest, sqlite.Options{Now: time.Now}))
	case "postgres", "postgresql":
		return opened(postgres.Open(p.ctx, url, postgres.Options{Now: time.Now}))
	case "managed":
		return p.openManaged(rest)
	}
	return nil, nil, graph.BadInput("--db", "%q names no store; want sqlite:PATH, postgres://… or managed[:FOLDER]", graph.Truncate(url, 60))
}

func opened[S interface {
	query.Store
	Close()
}](store S, err error) (query.Store, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return store, store.Close, nil
}

// service opens the store of the command line and a service over it.
func (p *program) service() (*query.Service, query.Store, func(), error) {
	store, closeStore, err := p.open(p.db)
	if err != nil {
		return nil, nil, nil, err
	}
	return newService(store), store, closeStore, nil
}

func newService(store query.Store) *query.Service {
	return query.New(store, query.Options{Now: time.Now, Tokens: counter})
}

// countCache bounds, in bytes, what is remembered of counted texts.
const countCache = 32 << 20

// counter counts tokens by an encoding or the name of a model.
func counter(encoding string) (query.TokenCounter, error) {
	found, err := tokens.For(encoding)
	if errors.Is(err, tokens.ErrUnknown) {
		return query.TokenCounter{}, graph.BadInput("encoding", "unknown encoding or model %q; want one of %s, or the name of a model",
			graph.Truncate(encoding, 60), strings.Join(tokens.Encodings(), ", "))
	}
	return query.TokenCounter{Encoding: found.Encoding(), Count: found.Count}, err
}

var _ = fmt.Sprint
var _ = context.Background
var _ = managed.Find
