// Package serving opens services over the store of the command line, executes requests in
// this process, and serves them until the process is stopped.
package serving

import (
	"context"
	"math/rand/v2"
	"time"

	"dossier/cli/flags"
	"dossier/cli/storage"
	"dossier/db/sqlstore"
	"dossier/embeddings"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/sources/syncer"
	"dossier/telemetry"
)

// Services opens services over the store, with the lenses and the embeddings
// endpoint of the command line.
type Services struct {
	Stores     *storage.Stores
	Embeddings flags.Embeddings
	Schema     Schema
	Now        func() time.Time
	// graphBudget is the GraphBudget of [query.Options], 0 for the default.
	graphBudget int
	// Builders is the Builders of [query.Options].
	Builders int
	// Observer observes a server, nil for other commands.
	Observer *telemetry.Observer
}

// open opens the store and a service over it. The caller closes the store, which
// saves what was built for the next command.
func (s *Services) open(ctx context.Context, what storage.Use) (service *query.Service, closeStore func(), err error) {
	store, stop, err := s.Stores.Open(ctx, what)
	if err != nil {
		return nil, nil, err
	}
	if service, err = s.Over(ctx, store); err != nil {
		stop()
		return nil, nil, err
	}
	return service, func() { s.Finish(ctx, service); stop() }, nil
}

// finishWithin limits the time in which a command saves what it had to build. By
// eye: saving takes a tenth of building.
const finishWithin = 30 * time.Second

// Finish closes a service, which saves its projects for the next command.
func (s *Services) Finish(ctx context.Context, service *query.Service) {
	ctx, cancel := context.WithTimeout(ctx, finishWithin)
	defer cancel()
	service.Close(ctx)
}

// Over returns a service over a store.
func (s *Services) Over(ctx context.Context, store *sqlstore.Store) (*query.Service, error) {
	counters := NewCounters()
	options := query.Options{Folder: s.Stores.IndexFolder(), Log: s.Stores.Log, Now: s.Now, GraphBudget: s.graphBudget,
		Builders: s.Builders, Tokens: counters.Find, Encodings: counters.Encodings(), Ready: store.Ping, Problems: s.Stores.Problems,
		Sources: s.sources(store)}
	if err := embedBy(&s.Embeddings, &options, store); err != nil {
		return nil, err
	}
	read, err := s.Stores.Lenses(ctx)
	if err != nil {
		return nil, err
	}
	options.Lenses, options.Views = read.Lenses, read.Views
	if s.Observer == nil {
		return query.New(store, options), nil
	}
	options.OnDocument, options.OnSearch, options.OnCall = s.documented, s.Observer.Search, s.Observer.Service
	service := query.New(store, options)
	s.watch(service, store, counters)
	return service, nil
}

// reload returns a function that reads the lens file again, for a service.
func (s *Services) reload(service *query.Service) func(context.Context) error {
	return func(ctx context.Context) error {
		read, err := s.Stores.Lenses(ctx)
		if err == nil {
			service.SetLenses(read)
		}
		return err
	}
}

// sources returns a function for the Sources of [query.Options], nil without a
// workspace. It reads the states by a Syncer of its own: that which follows the
// folder holds its own while it reads.
func (s *Services) sources(store *sqlstore.Store) func(context.Context) ([]query.Source, error) {
	if s.Stores.Workspace == nil {
		return nil
	}
	reader := s.Stores.Syncer(store)
	return func(ctx context.Context) ([]query.Source, error) {
		list, err := reader.Sources(ctx)
		if err != nil {
			return nil, err
		}
		found := make([]query.Source, len(list))
		for i := range list {
			found[i] = sourceOf(&list[i])
		}
		return found, nil
	}
}

// sourceOf returns the status of a source.
func sourceOf(one *syncer.Status) query.Source {
	source := query.Source{
		Name: one.Source.Name, Format: one.Source.From, Path: one.Source.Path,
		Conflicts: one.Conflicts, Problems: one.Problems, Withheld: one.Withheld, Error: one.Err,
	}
	if !one.At.IsZero() {
		source.ReadAt = &one.At
	}
	if one.ProjectID != "" {
		source.ProjectID = &one.ProjectID
	}
	for _, spec := range graph.Kinds {
		if n := one.Counts[spec.Kind]; n > 0 {
			source.Counts = append(source.Counts, graph.KindCount{Kind: spec.Kind, Count: n})
		}
	}
	return source
}

// embedBy sets the embedder of a service, if there is an endpoint.
func embedBy(o *flags.Embeddings, options *query.Options, store *sqlstore.Store) error {
	if o.URL == "" {
		return nil
	}
	client, err := embeddings.New(embeddings.Options{
		URL: o.URL, Name: o.Model, Key: o.Key, Dimensions: o.Dimensions, Random: rand.Float64,
	})
	if err != nil {
		return err
	}
	options.Embedder, options.Vectors = client, store
	return nil
}
