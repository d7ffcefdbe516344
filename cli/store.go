package cli

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

	"dossier/db"
	"dossier/db/managed"
	"dossier/db/postgres"
	"dossier/db/sqlite"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/problems"
	"dossier/sources/config"
)

// inMemory is the URL of a store that exists only in this process.
const inMemory = "sqlite::memory:"

// defaultFolder is the default folder of --db managed.
const defaultFolder = "dossier-postgres"

// stores opens the store of --db.
type stores struct {
	url      string
	server   string // the URL of --server, "" for none; commands on the store then fail
	readOnly bool
	// replicas are the URLs of --db-read, and replicaLag is --db-read-lag.
	replicas   []string
	replicaLag time.Duration
	now        func() time.Time
	log        *slog.Logger
	notice     io.Writer                                                  // standard error; nil for none
	observe    func(ctx context.Context, statements []string) func(error) // see db.Options; nil for nothing

	imported func(report *ndjson.Report, err error) // is called with each import of a followed folder; nil for nothing

	workspace *config.Config // the dossier.yaml of the folder, nil for none
	broken    error          // of a dossier.yaml that cannot be read
	problems  *problems.List // what is left out
}

// A use is the purpose for which a command opens the store.
type use int

const (
	reads   use = iota // nothing is created or upgraded
	serves             // the tables are upgraded; they must exist
	creates            // like serves, but a missing store is created
	writes             // a missing store is created; nothing else uses it meanwhile
)

// open opens the store. The caller must call closeStore.
func (s *stores) open(ctx context.Context, what use) (store *db.Store, closeStore func(), err error) {
	store, closeStore, err = s.openQuietly(ctx, what)
	if err == nil && s.url != inMemory {
		s.reportEmpty(ctx, store)
	}
	return store, closeStore, err
}

// openQuietly is like open, but does not report an empty store, which is what an
// import expects.
func (s *stores) openQuietly(ctx context.Context, what use) (store *db.Store, closeStore func(), err error) {
	if s.server != "" {
		return nil, nil, graph.BadInput("server", "this command works on a store; leave --server out")
	}
	if s.broken != nil {
		return nil, nil, graph.BadInput("", "%v", s.broken)
	}
	if s.isOwn() && what == writes {
		if err := s.prepare(); err != nil {
			return nil, nil, err
		}
	} else if s.isOwn() && s.missingFile() != "" {
		return nil, nil, &graph.Error{
			Code: graph.CodeUnavailable, Fault: graph.FaultUnread,
			Text: "the folder of " + s.workspace.Dir + " was not read yet; dossier sync reads it",
		}
	}
	return s.openURL(ctx, s.url, what)
}

// reportEmpty reports a store that is new or empty, because it may not be the
// intended one.
func (s *stores) reportEmpty(ctx context.Context, store *db.Store) {
	if empty, err := store.IsEmpty(ctx); err == nil && empty && s.notice != nil {
		fmt.Fprintf(s.notice, "The store %s has no entities yet.\n", address(s.url))
	}
}

// address returns the URL of a store without parts that may be secret.
func address(store string) string {
	parsed, err := url.Parse(store)
	if err != nil || parsed.Scheme == "" || parsed.Host == "" && parsed.User == nil && strings.Contains(store, "@") {
		return describe(store)
	}
	parsed.User, parsed.RawQuery = nil, ""
	return parsed.String()
}

func (s *stores) openURL(ctx context.Context, url string, what use) (*db.Store, func(), error) {
	options := db.Options{
		Now: s.now, Observe: s.observe, Migrate: true, Alone: what == writes, AsIs: what == reads, Existing: what == serves && url != inMemory,
		ReadOnly: s.readOnly && url != inMemory, Replicas: s.replicas, ReplicaLag: s.replicaLag, Analyse: searchtext.Analyse,
		Log: s.log, Problems: s.problems,
	}
	scheme, rest, _ := strings.Cut(url, ":")
	if scheme = strings.ToLower(scheme); len(s.replicas) > 0 && scheme != "postgres" && scheme != "postgresql" {
		return nil, nil, graph.BadInput("dbRead", "expected a store of postgres://…, as others have no replicas")
	}
	switch scheme {
	case "sqlite":
		if strings.HasPrefix(rest, "//") && strings.Contains(rest, "@") {
			return nil, nil, graph.BadInput("db", "expected sqlite:PATH; got a URL with a user")
		}
		if what == serves && rest != sqlite.Memory {
			if err := mustExist(rest); err != nil {
				return nil, nil, err
			}
		}
		return s.opened(sqlite.Open(ctx, rest, options))
	case "postgres", "postgresql":
		return s.opened(postgres.Open(ctx, scheme+":"+rest, options))
	case "managed":
		folder := cmp.Or(rest, defaultFolder)
		if what == reads || what == serves {
			if err := mustExist(folder); err != nil {
				return nil, nil, err
			}
		}
		return s.openManaged(ctx, folder, options)
	}
	return nil, nil, graph.BadInput("db", "expected sqlite:PATH, postgres://… or managed[:FOLDER]; got %s", describe(url))
}

// grantTo permits a role to use the tables of a Postgres database.
func (s *stores) grantTo(ctx context.Context, role string) error {
	if scheme, _, _ := strings.Cut(strings.ToLower(s.url), ":"); scheme != "postgres" && scheme != "postgresql" {
		return graph.BadInput("grantTo", "expected a store of postgres://…, as others have no roles")
	}
	return postgres.GrantTo(ctx, s.url, role)
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

// missingFile returns the path of the SQLite file if there is none yet, else "".
func (s *stores) missingFile() string {
	scheme, path, _ := strings.Cut(s.url, ":")
	if !strings.EqualFold(scheme, "sqlite") || mustExist(path) == nil {
		return ""
	}
	return path
}

// removeUnused removes the closed SQLite file at path, unless another process
// has opened it: then there is still a log beside it. A failure is not reported,
// because the file is a valid store.
func removeUnused(path string) {
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(path)
	}
}

// describe returns the form of a store's URL for use in errors: only its
// scheme, because the rest may have a password.
func describe(url string) string {
	scheme, _, isURL := strings.Cut(url, ":")
	if isURL {
		return fmt.Sprintf("a URL of the scheme %q", graph.Truncate(scheme, 20))
	}
	if strings.Contains(url, "=") {
		return "a connection string"
	}
	return fmt.Sprintf("%q", graph.Truncate(url, 60))
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

// closed logs err, unless it is nil.
func (s *stores) closed(what string, err error) {
	if err != nil {
		s.log.Warn("close "+what, "error", err)
	}
}
