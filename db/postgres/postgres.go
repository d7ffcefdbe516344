// Package postgres keeps projects in a Postgres database.
package postgres

import (
	"context"
	"embed"
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

// defaultConns is how many connections there may be unless options say more.
const defaultConns = 16

//go:embed migrations
var migrations embed.FS

// Open is the store in the database at url, "postgres://…". It is UNAVAILABLE
// if the database does not answer; the text never holds credentials.
func Open(ctx context.Context, url string, options db.Options) (*db.Store, error) {
	d, err := connect(ctx, url, options.MaxConns)
	if err != nil {
		return nil, err
	}
	if options.Migrate {
		if err := d.Migrate(ctx); err != nil {
			d.pool.Close()
			return nil, err
		}
	}
	return db.New(d, dialect, options), nil
}

// database is the backend: a pool of connections, each of which reads or writes
// for one request at a time.
type database struct {
	pool    *pgxpool.Pool
	address string // host and database, for errors
	closed  atomic.Bool
}

func connect(ctx context.Context, url string, conns int) (*database, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil { // which quotes the URL, and so is not passed on
		return nil, graph.BadInput("url", "the URL of the database cannot be read; want postgres://user@host:port/database")
	}
	config.MaxConns = defaultConns
	if conns > 0 {
		config.MaxConns = int32(conns)
	}
	// A context that ends cancels the statement on the server, and keeps the
	// connection.
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

// Migrate implements [db.Backend]. Of several processes that migrate, one does
// so and the others wait.
func (d *database) Migrate(ctx context.Context) error {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return d.failure(ctx, err)
	}
	pool := stdlib.OpenDBFromPool(d.pool)
	defer pool.Close()
	return d.failure(ctx, db.Up(ctx, goose.DialectPostgres, pool, migrations, goose.WithSessionLocker(locker)))
}

// Close implements [db.Backend].
func (d *database) Close() error {
	d.closed.Store(true)
	d.pool.Close()
	return nil
}
