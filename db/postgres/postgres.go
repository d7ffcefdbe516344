// Package postgres stores projects in a Postgres database.
package postgres

import (
	"context"
	"embed"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"dossier/db"
	"dossier/graph"
)

// defaultConns is the largest number of connections, by eye: more than the
// cores of most servers, far below the 100 that Postgres allows.
const defaultConns = 16

//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test -run ^TestMigrations$ -update .
//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test -run ^TestOlderVersions$ -update .

//go:embed migrations
var files embed.FS

// migrations returns the migrations. Of several processes that run them, one
// does and the others wait, for a minute at most.
func migrations() (*db.Migrations, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return nil, fmt.Errorf("lock migrations: %w", err)
	}
	return &db.Migrations{
		Files:       files,
		Dialect:     goose.DialectPostgres,
		HasVersions: "SELECT to_regclass('goose_db_version') IS NOT NULL",
		Options:     []goose.ProviderOption{goose.WithSessionLocker(locker)},
	}, nil
}

// Open returns the store in the database at url, "postgres://…". The error is
// UNAVAILABLE if the database does not respond or its tables are of a later
// version. Its text never has credentials.
func Open(ctx context.Context, url string, options db.Options) (*db.Store, error) {
	d, err := connect(ctx, url, options.MaxConns)
	if err != nil {
		return nil, err
	}
	if err := d.prepare(ctx, options.Migrate); err != nil {
		d.pool.Close()
		return nil, err
	}
	return db.New(d, dialect, options), nil
}

// database is the backend: a pool of connections, each of which serves one
// request at a time.
type database struct {
	pool    *pgxpool.Pool
	address string // host and database, for errors
	closed  atomic.Bool
}

func connect(ctx context.Context, url string, conns int) (*database, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil { // its text has the URL, with the password
		return nil, graph.BadInput("url", "expected postgres://user@host:port/database; got another URL")
	}
	config.MaxConns = defaultConns
	if conns > 0 {
		config.MaxConns = int32(conns)
	}
	// A context that ends cancels the statement on the server. The connection
	// stays open.
	config.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: time.Second}
	}
	d := &database{address: config.ConnConfig.Host + "/" + config.ConnConfig.Database}
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, d.failure(ctx, err)
	}
	if err := d.pool.Ping(ctx); err != nil {
		d.pool.Close()
		return nil, d.failure(ctx, err)
	}
	return d, nil
}

// prepare upgrades the tables, or only checks that they are not of a later
// version.
func (d *database) prepare(ctx context.Context, upgrade bool) error {
	list, err := migrations()
	if err != nil {
		return err
	}
	pool := stdlib.OpenDBFromPool(d.pool)
	defer pool.Close()
	if upgrade {
		return d.failure(ctx, list.Up(ctx, pool, d.name()))
	}
	return d.failure(ctx, list.Check(ctx, pool, d.name()))
}

// Close implements [db.Backend].
func (d *database) Close() error {
	d.closed.Store(true)
	d.pool.Close()
	return nil
}
