// Package storage finds, opens and names the store of a command, and the files of the
// folder that it belongs to: dossier.yaml, saved projects and lenses.
package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/problems"
	"dossier/sources/config"
)

// InMemory is the URL of a store that exists only in this process.
const InMemory = "sqlite::memory:"

// defaultFolder is the default folder of --db managed.
const defaultFolder = "dossier-postgres"

// Stores opens the store of --db.
type Stores struct {
	URL      string // that of --db, or the default
	Server   string // the URL of --server, "" for none; commands on the store then fail
	ReadOnly bool
	LensFile string // that of --lenses, "" for none
	IndexDir string // that of --index-dir, "" for the default
	// Replicas are the URLs of --db-read, and ReplicaLag is --db-read-lag.
	Replicas   []string
	ReplicaLag time.Duration
	Now        func() time.Time
	Log        *slog.Logger
	Notice     io.Writer                                                  // standard error; nil for none
	Observe    func(ctx context.Context, statements []string) func(error) // see sqlstore.Options; nil for nothing

	Imported func(report *ndjson.Report, err error) // is called with each import of a followed folder; nil for nothing

	Workspace *config.Config // the dossier.yaml of the folder, nil for none
	Broken    error          // of a dossier.yaml that cannot be read
	Problems  *problems.List // what is left out
}

// A Use is the purpose for which a command opens the store.
type Use int

// The uses.
const (
	Reads   Use = iota // nothing is created or upgraded
	Serves             // the tables are upgraded; they must exist
	creates            // like Serves, but a missing store is created
	Writes             // a missing store is created; nothing else uses it meanwhile
)

// Open opens the store. The caller must call closeStore.
func (s *Stores) Open(ctx context.Context, what Use) (store *sqlstore.Store, closeStore func(), err error) {
	store, closeStore, err = s.OpenQuietly(ctx, what)
	if err == nil && s.URL != InMemory {
		s.reportEmpty(ctx, store)
	}
	return store, closeStore, err
}

// OpenQuietly is like Open, but does not report an empty store, which is what an
// import expects.
func (s *Stores) OpenQuietly(ctx context.Context, what Use) (store *sqlstore.Store, closeStore func(), err error) {
	if s.Server != "" {
		return nil, nil, graph.BadInput("server", "this command works on a store; leave --server out")
	}
	if s.Broken != nil {
		return nil, nil, graph.BadInput("", "%v", s.Broken)
	}
	if s.isOwn() && what == Writes {
		if err := s.prepare(); err != nil {
			return nil, nil, err
		}
	} else if s.isOwn() && s.MissingFile() != "" {
		return nil, nil, &graph.Error{
			Code: graph.CodeUnavailable, Fault: graph.FaultUnread,
			Text: "the folder of " + s.Workspace.Dir + " was not read yet; dossier sync reads it",
		}
	}
	return s.OpenURL(ctx, s.URL, what)
}

// reportEmpty reports a store that is new or empty, because it may not be the
// intended one.
func (s *Stores) reportEmpty(ctx context.Context, store *sqlstore.Store) {
	if empty, err := store.IsEmpty(ctx); err == nil && empty && s.Notice != nil {
		fmt.Fprintf(s.Notice, "The store %s has no entities yet.\n", Address(s.URL))
	}
}

// Address returns the URL of a store without parts that may be secret.
func Address(store string) string {
	parsed, err := url.Parse(store)
	if err != nil || parsed.Scheme == "" || parsed.Host == "" && parsed.User == nil && strings.Contains(store, "@") {
		return Describe(store)
	}
	parsed.User, parsed.RawQuery = nil, ""
	return parsed.String()
}

// OpenURL opens the store of a URL. The caller must call the function.
func (s *Stores) OpenURL(ctx context.Context, url string, what Use) (*sqlstore.Store, func(), error) {
	options := sqlstore.Options{
		Now: s.Now, Observe: s.Observe, Migrate: true, Alone: what == Writes, AsIs: what == Reads, Existing: what == Serves && url != InMemory,
		ReadOnly: s.ReadOnly && url != InMemory, Replicas: s.Replicas, ReplicaLag: s.ReplicaLag, Analyse: searchtext.Analyse,
		Log: s.Log, Problems: s.Problems,
	}
	scheme, rest, _ := strings.Cut(url, ":")
	if scheme = strings.ToLower(scheme); len(s.Replicas) > 0 && scheme != "postgres" && scheme != "postgresql" {
		return nil, nil, graph.BadInput("dbRead", "expected a store of postgres://…, as others have no replicas")
	}
	switch scheme {
	case "sqlite":
		if strings.HasPrefix(rest, "//") && strings.Contains(rest, "@") {
			return nil, nil, graph.BadInput("db", "expected sqlite:PATH; got a URL with a user")
		}
		if what == Serves && rest != sqlite.Memory {
			if err := mustExist(rest); err != nil {
				return nil, nil, err
			}
		}
		return s.opened(sqlite.Open(ctx, rest, options))
	case "postgres", "postgresql":
		return s.opened(postgres.Open(ctx, scheme+":"+rest, options))
	case "managed":
		folder := cmp.Or(rest, defaultFolder)
		if what == Reads || what == Serves {
			if err := mustExist(folder); err != nil {
				return nil, nil, err
			}
		}
		return s.openManaged(ctx, folder, options)
	}
	return nil, nil, graph.BadInput("db", "expected sqlite:PATH, postgres://… or managed[:FOLDER]; got %s", Describe(url))
}

// GrantTo permits a role to use the tables of a Postgres database.
func (s *Stores) GrantTo(ctx context.Context, role string) error {
	if scheme, _, _ := strings.Cut(strings.ToLower(s.URL), ":"); scheme != "postgres" && scheme != "postgresql" {
		return graph.BadInput("grantTo", "expected a store of postgres://…, as others have no roles")
	}
	return postgres.GrantTo(ctx, s.URL, role)
}

// mustExist returns an error if the file or folder of a store does not exist.
func mustExist(path string) error {
	if _, err := os.Stat(path); path != "" && errors.Is(err, fs.ErrNotExist) {
		return &graph.Error{
			Code: graph.CodeUnavailable, Argument: "db", Fault: graph.FaultMissing,
			Text: path + " does not exist; import a graph with dossier import, or create an empty store with dossier migrate",
		}
	}
	return nil
}

// MissingFile returns the path of the SQLite file if there is none yet, else "".
func (s *Stores) MissingFile() string {
	scheme, path, _ := strings.Cut(s.URL, ":")
	if !strings.EqualFold(scheme, "sqlite") || mustExist(path) == nil {
		return ""
	}
	return path
}

// RemoveUnused removes the closed SQLite file at path, unless another process
// has opened it: then there is still a log beside it. A failure is not reported,
// because the file is a valid store.
func RemoveUnused(path string) {
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(path)
	}
}

// Describe returns the form of a store's URL for use in errors: only its
// scheme, because the rest may have a password.
func Describe(url string) string {
	scheme, _, isURL := strings.Cut(url, ":")
	if isURL {
		return fmt.Sprintf("a URL of the scheme %q", graph.Truncate(scheme, 20))
	}
	if strings.Contains(url, "=") {
		return "a connection string"
	}
	return fmt.Sprintf("%q", graph.Truncate(url, 60))
}

func (s *Stores) opened(store *sqlstore.Store, err error) (*sqlstore.Store, func(), error) {
	if err != nil {
		return nil, nil, err
	}
	return store, func() { s.closed("store", store.Close()) }, nil
}

// openManaged opens a store in a Postgres that runs as a child of this process
// and keeps its data in a folder.
func (s *Stores) openManaged(ctx context.Context, folder string, options sqlstore.Options) (*sqlstore.Store, func(), error) {
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

// closed logs err, unless it is nil.
func (s *Stores) closed(what string, err error) {
	if err != nil {
		s.Log.Warn("close "+what, "error", err)
	}
}

// OpenServed opens the store for a server. In a folder with dossier.yaml it is
// created if it is missing, elsewhere if create is set.
func (s *Stores) OpenServed(ctx context.Context, create bool) (*sqlstore.Store, func(), error) {
	what := Serves
	if create && !s.ReadOnly {
		what = creates
	}
	if s.Workspace == nil || s.ReadOnly {
		return s.Open(ctx, what)
	}
	if s.isOwn() && s.MissingFile() != "" {
		_, closeStore, err := s.OpenQuietly(ctx, Writes)
		if err != nil {
			return nil, nil, err
		}
		closeStore()
	}
	return s.OpenQuietly(ctx, what)
}
