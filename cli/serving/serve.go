package serving

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"dossier/auth"
	"dossier/cli/flags"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/telemetry"
)

// An AccessStore has the methods of a store that a server needs for signing in
// clients.
type AccessStore interface {
	auth.Store
	ndjson.Store
	// Administers reports whether the actor administers the deployment.
	Administers(ctx context.Context) (bool, error)
	// Projects returns the projects that the actor may read.
	Projects(ctx context.Context) ([]*graph.Project, error)
	// Denied records that an action of the actor of ctx was denied.
	Denied(ctx context.Context, entry history.AuditEntry)
	// Fence returns the fence of what ctx has read and written.
	Fence(ctx context.Context) reader.Fence
	// Prune removes events and entries of the audit that are older than before.
	Prune(ctx context.Context, before history.Retention) (history.Pruned, error)
}

// Serve serves a service until ctx ends. It writes the address to out.
type Serve func(ctx context.Context, service *query.Service, store AccessStore, options Options, log *slog.Logger, out io.Writer) error

// ServeCommand is the command that serves the store.
type ServeCommand struct{ flags.Server }

// Run serves the store until the process is stopped.
func (c *ServeCommand) Run(ctx context.Context, services *Services, serve Serve, log *slog.Logger, streams terminal.Streams) error {
	return services.Serve(ctx, c.Server, nil, serve, log, streams.Out)
}

// Serve serves the store until ctx ends. listening is called as soon as clients can
// connect, unless it is nil.
func (s *Services) Serve(ctx context.Context, flags flags.Server, listening func(origin string), serve Serve, log *slog.Logger,
	out io.Writer) error {
	finish, err := s.Observe(ctx)
	if err != nil {
		return err
	}
	defer finish()
	s.Stores.Replicas, s.Stores.ReplicaLag = flags.Replicas(), flags.DBReadLag
	store, closeStore, err := s.Stores.OpenServed(ctx, flags.Create)
	if err != nil {
		return err
	}
	defer closeStore()
	s.keepToMemory(&flags)
	s.Builders = max(1, runtime.GOMAXPROCS(0)-1) // one processor is for other requests
	service, err := s.Over(ctx, store)
	if err != nil {
		return err
	}
	more, stop := Warm(ctx, service)
	defer stop()
	options := s.options(flags, service, more)
	options.Listening = listening
	defer Follow(ctx, s.Stores, store, log)()
	options.About = s.Stores.About()
	defer s.embedInBackground(ctx, service, log)()
	defer s.Finish(context.WithoutCancel(ctx), service)
	return serve(ctx, service, store, options, log, out)
}

// options returns the options of a server of a service.
func (s *Services) options(flags flags.Server, service *query.Service, more func() time.Duration) Options {
	return Options{
		Server: flags, Observer: s.Observer, Imported: s.imported("http"), Reload: s.reload(service), More: more,
	}
}

// nativeMemory is the memory that a process takes outside the Go heap: 36 MiB
// for the program and 9 for each connection to SQLite, 140 measured under
// overload.
const nativeMemory = 160 << 20

// heldShare is the divisor of the memory that determines how much projects may
// take. The rest is for answers and garbage. By eye.
const heldShare = 3

// keepToMemory limits the memory of the process by --memory or, without it, by
// GOMEMLIMIT, and the memory of projects to a share of that.
func (s *Services) keepToMemory(o *flags.Server) {
	limit := int64(-1) // keeps the limit of GOMEMLIMIT
	if o.Memory > 0 {
		limit = max(int64(o.Memory)-nativeMemory, int64(o.Memory)/2)
	}
	before := debug.SetMemoryLimit(limit)
	if limit < 0 {
		limit = before
	}
	if limit < math.MaxInt64 {
		s.graphBudget = int(limit / heldShare)
	}
}

// A DemoGraph is the NDJSON that the demo serves.
type DemoGraph []byte

// DemoCommand is the command that serves the demo graph.
type DemoCommand struct{ flags.Server }

// OpenDemo opens a new store in memory with the demo graph. From then on the
// services neither read nor write files. The caller must call closeStore.
func (s *Services) OpenDemo(ctx context.Context, demo DemoGraph) (store *sqlstore.Store, closeStore func(), err error) {
	s.Stores.Workspace, s.Stores.URL, s.Stores.IndexDir = nil, storage.InMemory, storage.NoIndexDir
	store, closeStore, err = s.Stores.OpenURL(ctx, storage.InMemory, storage.Writes)
	if err != nil {
		return nil, nil, err
	}
	if _, err := ndjson.Import(ctx, store, bytes.NewReader(demo), ndjson.Options{Analyse: searchtext.Analyse}); err != nil {
		closeStore()
		return nil, nil, fmt.Errorf("import the demo graph: %w", err)
	}
	return store, closeStore, nil
}

// Run imports the demo graph into memory and serves it until the process is
// stopped.
func (c *DemoCommand) Run(ctx context.Context, services *Services, demo DemoGraph, serve Serve, log *slog.Logger,
	streams terminal.Streams) error {
	finish, err := services.Observe(ctx)
	if err != nil {
		return err
	}
	defer finish()
	store, closeStore, err := services.OpenDemo(ctx, demo)
	if err != nil {
		return err
	}
	defer closeStore()
	services.keepToMemory(&c.Server)
	service, err := services.Over(ctx, store)
	if err != nil {
		return err
	}
	more, stop := Warm(ctx, service)
	defer stop()
	defer services.embedInBackground(ctx, service, log)()
	return serve(ctx, service, store, services.options(c.Server, service, more), log, streams.Out)
}

// Options are the flags of a server, and what it has of the command line.
type Options struct {
	flags.Server
	Observer  *telemetry.Observer                    // of the server
	Imported  func(report *ndjson.Report, err error) // is called with each import
	Reload    func(context.Context) error            // reads the lenses again
	About     string                                 // which folder and project are served, for agents
	More      func() time.Duration                   // is added to Timeout as long as the first projects are loaded; may be nil
	Listening func(origin string)                    // is called as soon as clients can connect; may be nil
}
