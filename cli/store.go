package main

import (
	"cmp"
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"dossier/db"
	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/graph"
	"dossier/graph/lens"
	"dossier/graph/query"
	"dossier/tokens"
)

// memory is the store that lives as long as the process.
const memory = "sqlite::memory:"

// defaultFolder is where the data of --db managed lives.
const defaultFolder = "dossier-postgres"

// open opens the store that a --db names. The caller closes it.
func (p *program) open(url string) (*db.Store, func(), error) {
	options := db.Options{Now: time.Now, Migrate: true}
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		return p.opened(sqlite.Open(p.ctx, rest, options))
	case "postgres", "postgresql":
		return p.opened(postgres.Open(p.ctx, url, options))
	case "managed":
		return p.openManaged(cmp.Or(rest, defaultFolder), options)
	}
	return nil, nil, graph.BadInput("--db", "%q names no store; want sqlite:PATH, postgres://… or managed[:FOLDER]", graph.Truncate(url, 60))
}

func (p *program) opened(store *db.Store, err error) (*db.Store, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return store, func() { p.closed("store", store.Close()) }, nil
}

// openManaged opens a store in a Postgres that runs as a child of this process,
// on the data in a folder.
func (p *program) openManaged(folder string, options db.Options) (*db.Store, func(), error) {
	server, err := managed.Start(p.ctx, folder, managed.Options{})
	if err != nil {
		return nil, nil, &graph.Error{Code: graph.CodeUnavailable, Argument: "--db", Text: err.Error()}
	}
	stop := func() { p.closed("postgres", server.Stop()) }
	url, err := server.Database(p.ctx, "dossier")
	if err != nil {
		stop()
		return nil, nil, graph.Unavailable("create database dossier in "+folder, err)
	}
	store, closeStore, err := p.opened(postgres.Open(p.ctx, url, options))
	if err != nil {
		stop()
		return nil, nil, err
	}
	return store, func() { closeStore(); stop() }, nil
}

// closed logs what went wrong when something was closed, if anything.
func (p *program) closed(what string, err error) {
	if err != nil {
		p.log.Warn("close "+what, "error", err)
	}
}

// service opens the store of the command line and a service over it.
func (p *program) service() (service *query.Service, closeStore func(), err error) {
	store, closeStore, err := p.open(p.db)
	if err != nil {
		return nil, nil, err
	}
	if service, err = p.newService(store); err != nil {
		closeStore()
		return nil, nil, err
	}
	return service, closeStore, nil
}

// newService is a service over a store, with the lenses and the endpoint for
// embeddings of the command line.
func (p *program) newService(store *db.Store) (*query.Service, error) {
	options := query.Options{Now: time.Now, Tokens: newCounters().find}
	if err := p.embeddings.configure(&options, store); err != nil {
		return nil, err
	}
	if p.lenses == "" {
		return query.New(store, options), nil
	}
	source, err := os.ReadFile(p.lenses)
	if err != nil {
		return nil, graph.BadInput("--lenses", "open %s: %v", p.lenses, errors.Unwrap(err))
	}
	if options.Lenses, err = lens.Read(p.lenses, source); err != nil {
		return nil, graph.BadInput("--lenses", "%v", err)
	}
	return query.New(store, options), nil
}

// countCache bounds, in bytes, what is remembered of counted texts in each
// encoding: the same pieces are counted again and again.
const countCache = 32 << 20

// counters are the token counters of a service, one for each encoding.
type counters struct {
	mu    sync.Mutex
	found map[string]query.TokenCounter
}

// newCounters loads the default encoding in the background.
func newCounters() *counters {
	tokens.Warm()
	return &counters{found: map[string]query.TokenCounter{}}
}

// find is the counter of an encoding or a model.
func (c *counters) find(encoding string) (query.TokenCounter, error) {
	known, err := tokens.For(encoding)
	if errors.Is(err, tokens.ErrUnknown) {
		return query.TokenCounter{}, graph.BadInput("input.encoding", "unknown encoding or model %q; want one of %s, or the name of a model",
			graph.Truncate(encoding, 60), strings.Join(tokens.Encodings(), ", "))
	}
	if err != nil {
		return query.TokenCounter{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	counter, cached := c.found[known.Encoding()]
	if !cached {
		counter = query.TokenCounter{Encoding: known.Encoding(), Count: tokens.Cached(known, countCache).Count}
		c.found[known.Encoding()] = counter
	}
	return counter, nil
}
