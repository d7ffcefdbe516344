// Package postgres stores projects in a Postgres database.
package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"dossier/db/engine"
	"dossier/db/migrations"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/reader"
)

// defaultConns is the default maximum number of connections. By eye: more than
// the cores of most servers, far below the 100 that Postgres allows.
const defaultConns = 16

//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test -run ^TestMigrations$ -update .
//go:generate env DOSSIER_REQUIRE_POSTGRES=1 go test -run ^TestOlderVersions$ -update .

//go:embed migrations
var files embed.FS

var upgrades = migrations.Migrations{
	Files:       files,
	Dialect:     goose.DialectPostgres,
	HasVersions: "SELECT to_regclass('goose_db_version') IS NOT NULL",
}

// Open returns the store in the database at url, "postgres://…". The error is
// UNAVAILABLE if the database does not respond or its tables are of a later
// version. It never contains credentials.
func Open(ctx context.Context, url string, options sqlstore.Options) (*sqlstore.Store, error) {
	d, err := connect(ctx, url, options.MaxConns)
	if err != nil {
		return nil, err
	}
	err = d.prepare(ctx, options)
	if err == nil {
		err = d.pool.QueryRow(ctx, isSecured, pgx.QueryExecModeSimpleProtocol).Scan(&d.secured)
	}
	if err != nil {
		err = d.failure(ctx, err)
		_ = d.Close()
		return nil, err
	}
	if err := d.openReplicas(ctx, options); err != nil {
		_ = d.Close()
		return nil, err
	}
	store := sqlstore.New(d, dialect, options)
	if options.Migrate {
		if err := store.Complete(ctx); err != nil {
			_ = store.Close()
			return nil, err
		}
	}
	return store, nil
}

// database is the backend: a pool of connections, each of which serves one
// request at a time.
type database struct {
	failures
	pool     *pgxpool.Pool
	probe    *pgxpool.Pool // one connection for Ping, so that it does not wait for requests
	readOnly bool          // a replica, or a role that may not write
	pooled   bool          // connections go through a pooler
	replicas *replicas     // that are read; nil for none

	closing   context.Context // ends when the database is closed
	close     context.CancelFunc
	listeners sync.WaitGroup
}

func connect(ctx context.Context, url string, conns int) (*database, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil { // the error has the URL, with the password
		return nil, graph.BadInput("url", "expected postgres://user@host:port/database; got another URL")
	}
	config.MaxConns = defaultConns
	if conns > 0 {
		config.MaxConns = int32(conns)
	}
	setSession(config.ConnConfig.RuntimeParams, tracked)
	d := &database{failures: failures{address: addressOf(&config.ConnConfig.Config)}}
	d.closing, d.close = context.WithCancel(context.Background())
	if err := d.openPools(ctx, config); err != nil {
		err = d.failure(ctx, err)
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// addressOf returns the host, the port and the database, or the folder of the
// server's socket and the database.
func addressOf(config *pgconn.Config) string {
	host := config.Host
	if !strings.HasPrefix(host, "/") {
		host = net.JoinHostPort(host, strconv.Itoa(int(config.Port)))
	}
	return host + "/" + config.Database
}

// openPools inspects the database and opens the pools that suit it.
func (d *database) openPools(ctx context.Context, config *pgxpool.Config) (err error) {
	if d.pooled, err = d.inspect(ctx, config.ConnConfig); err != nil {
		return err
	}
	if d.pooled {
		if !strings.Contains(config.ConnString(), "default_query_exec_mode") {
			config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		}
	} else {
		setSession(config.ConnConfig.RuntimeParams, untracked)
	}
	probe := config.Copy()
	probe.MaxConns = 1
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return err
	}
	d.probe, err = pgxpool.NewWithConfig(ctx, probe)
	return err
}

// Settings of a session, so that those of a role or a database do not change what
// statements mean. The URL may have others. PgBouncer keeps the tracked ones, and
// refuses the rest.
//
// Prepared statements are planned once. By default, Postgres would plan statements
// with a list of ids on every execution, which took .15 of .2 ms for an entity by
// id. Generic plans suffice, because statements select and order by columns with
// indexes. Statements are not compiled: for the ready tasks of 15,000 entities that took
// 1,010 of 1,060 ms. The time limits are those of requests.
var (
	tracked = map[string]string{
		"client_encoding": "UTF8", "standard_conforming_strings": "on", "DateStyle": "ISO, MDY", "TimeZone": "UTC",
	}
	untracked = map[string]string{
		"plan_cache_mode": "force_generic_plan", "jit": "off", "IntervalStyle": "postgres", "bytea_output": "hex", "extra_float_digits": "1",
		"array_nulls": "on", "transform_null_equals": "off", "backslash_quote": "safe_encoding", "row_security": "on", "statement_timeout": "0",
		"default_transaction_isolation": "read committed", "default_transaction_deferrable": "off",
	}
)

// errEncoding is the cause of the error for a database that cannot hold every text.
var errEncoding = errors.New("another encoding than UTF8")

// setSession adds settings to those that the URL has, whose names have any case.
func setSession(given, settings map[string]string) {
	for name, value := range settings {
		isGiven := false
		for other := range given {
			isGiven = isGiven || strings.EqualFold(other, name)
		}
		if !isGiven {
			given[name] = value
		}
	}
}

// inspect connects once. It sets readOnly, refuses a database that cannot hold
// every text, and reports whether connections go through a pooler such as PgBouncer. With a pooler, the server process differs
// from that of the connection, and may be another one for the next transaction,
// so that prepared statements cannot be kept.
func (d *database) inspect(ctx context.Context, config *pgx.ConnConfig) (pooled bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var pid uint32
	var encoding string
	const inspected = "SELECT pg_backend_pid(), current_setting('server_encoding'), pg_is_in_recovery() OR " +
		"current_setting('transaction_read_only')::boolean"
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		const unlimited = "SET LOCAL statement_timeout = 0" // the database's own may be short
		if _, err := tx.Exec(ctx, unlimited, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		return tx.QueryRow(ctx, inspected, pgx.QueryExecModeSimpleProtocol).Scan(&pid, &encoding, &d.readOnly)
	})
	if err == nil && encoding != "UTF8" {
		return false, d.unavailable("", fmt.Sprintf("the database has the encoding %s; expected UTF8, as of CREATE DATABASE … ENCODING 'UTF8' "+
			"TEMPLATE template0", encoding), errEncoding)
	}
	return pid != conn.PgConn().PID(), err
}

// prepare upgrades the tables if the options request it and the database can be
// written to. Otherwise it only checks them.
func (d *database) prepare(ctx context.Context, options sqlstore.Options) error {
	pool := stdlib.OpenDBFromPool(d.pool)
	defer pool.Close()
	if options.Existing {
		if err := upgrades.CheckAny(ctx, pool, d.name()); err != nil {
			return err
		}
	}
	switch {
	case options.AsIs, options.ReadOnly, d.readOnly:
		return upgrades.CheckPresent(ctx, pool, d.name())
	case !options.Migrate:
		return upgrades.Check(ctx, pool, d.name())
	}
	if err := upgrades.CheckPresent(ctx, pool, d.name()); err == nil {
		return searchIndexes{d.pool}.complete(ctx)
	}
	return d.alone(ctx, func() error { return upgrades.Up(ctx, pool, d.name()) })
}

// migrating is the number of the advisory lock of a process that migrates.
const migrating = 7_281_604_513

// The maximum time for which a process waits for others that migrate, and the
// pause between two attempts to get the lock. By eye.
const (
	migratingWait = time.Minute
	migratingLook = 100 * time.Millisecond
)

// alone calls f while no other process does. Processes that wait do not occupy
// a server process, which f may need, because a pooler has few. The lock
// belongs to a transaction, because a pooler may execute the statements of a
// session in several server processes.
func (d *database) alone(ctx context.Context, f func() error) error {
	for begun := time.Now(); ; {
		done, err := d.tryAlone(ctx, f)
		switch {
		case done || err != nil:
			return err
		case time.Since(begun) > migratingWait:
			return graph.UnavailableAt(d.name(), "", "the store is being migrated by another process; try again later",
				errors.New("the lock is taken"))
		}
		select {
		case <-time.After(migratingLook):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryAlone calls f unless another process does, and reports whether it did.
func (d *database) tryAlone(ctx context.Context, f func() error) (done bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, d.pool.Config().ConnConfig)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		try := fmt.Sprintf("SELECT pg_try_advisory_xact_lock(%d)", migrating)
		if err := tx.QueryRow(ctx, try, pgx.QueryExecModeSimpleProtocol).Scan(&done); err != nil || !done {
			return err
		}
		return f()
	})
	return done, err
}

// Ping implements [engine.Backend]. A replica that can be read is enough: without it no
// server would answer when the primary server is lost.
func (d *database) Ping(ctx context.Context) error {
	_, err := d.probe.Exec(ctx, "SELECT FROM onto_revisions LIMIT 0")
	if err != nil && d.replicas != nil && d.replicas.choose(&reader.Reading{}) > 0 {
		return nil
	}
	return d.failure(ctx, err)
}

// Pool implements [engine.Pooled].
func (d *database) Pool() engine.Pool {
	stat := d.pool.Stat()
	return engine.Pool{Busy: int(stat.AcquiredConns()), Most: int(stat.MaxConns()), Waits: stat.EmptyAcquireCount(),
		Waited: stat.EmptyAcquireWaitTime()}
}

// Close implements [engine.Backend].
func (d *database) Close() error {
	d.closed.Store(true)
	d.close()
	d.listeners.Wait()
	if d.replicas != nil {
		d.replicas.close()
	}
	for _, pool := range []*pgxpool.Pool{d.pool, d.probe} {
		if pool != nil { // else opening it failed
			pool.Close()
		}
	}
	return nil
}
