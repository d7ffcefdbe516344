// Package sqlite stores projects in an SQLite database, in a file or in memory.
package sqlite

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // databases in memory with several readers
	"github.com/pressly/goose/v3"

	"dossier/db/engine"
	"dossier/db/migrations"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// Memory is the path of a database in memory. It is empty at first, and lost
// when it is closed.
const Memory = ":memory:"

// defaultReaders is the default number of connections that read, by eye: more
// than the cores of most machines.
const defaultReaders = 8

//go:generate go test -run ^TestMigrations$ -update .
//go:generate go test -run ^TestOlderVersions$ -update .
//go:generate go test -run ^TestStoreInMemory$/^export$ -update .

//go:embed migrations
var files embed.FS

var upgrades = migrations.Migrations{
	Files:       files,
	Dialect:     goose.DialectSQLite3,
	HasVersions: "SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version'",
}

// Open returns a store in the file at path. It creates the file if it does not
// exist and upgrades its tables, unless the options prevent it. Errors are
// UNAVAILABLE and name the path.
func Open(ctx context.Context, path string, options sqlstore.Options) (*sqlstore.Store, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	asIs, readOnly, err := modes(path, options)
	if err != nil {
		return nil, err
	}
	if options.Existing && path != Memory {
		if err := checkTables(ctx, path); err != nil {
			return nil, err
		}
	}
	reportLostWrites(path, options.Log)
	how := readWrite
	if readOnly {
		how = read
	}
	d, err := opened(ctx, path, options.MaxConns, how, asIs)
	if readOnly && err != nil && isEmpty(statLog(path)) {
		d, err = opened(ctx, path, options.MaxConns, readFixed, asIs)
	}
	if err != nil {
		return nil, err
	}
	store := sqlstore.New(d, dialect, options)
	if how != readWrite {
		return store, nil
	}
	if err := store.Complete(ctx); err != nil {
		_ = d.Close() // the first error says more
		return nil, err
	}
	return store, nil
}

// checkTables returns an error unless the file at path has tables.
func checkTables(ctx context.Context, path string) error {
	d, err := connect(path, 1, read)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.failure(ctx, upgrades.CheckAny(d.writer.sized(ctx), d.writer.db, d.name()))
}

// opened returns the database at path. It upgrades the tables to this version,
// or only checks them if asIs is set.
func opened(ctx context.Context, path string, readers int, how access, asIs bool) (*database, error) {
	d, err := connect(path, readers, how)
	if err != nil {
		return nil, err
	}
	if how == readWrite && !asIs {
		if err := d.startLog(ctx); err != nil {
			_ = d.Close()
			return nil, d.failure(ctx, err)
		}
	}
	if err := d.prepare(ctx, asIs); err != nil {
		_ = d.Close() // the first error says more
		return nil, err
	}
	return d, nil
}

// An access is a way to open a file, as parameters of its URI.
type access string

const (
	// readWrite is for a file that exists: connections create none, so that a
	// file that was deleted is reported.
	readWrite access = "?mode=rw"
	read      access = "?mode=ro"
	// readFixed is for a file beside which SQLite cannot create or lock the
	// files that it shares with writers, and that therefore has no writers. It
	// ignores the log.
	readFixed access = "?mode=ro&immutable=1"
)

// modes returns whether the file at path is opened without creating or
// upgrading tables, and whether it can only be read. A writable file is opened
// for writing even if ReadOnly is set, because SQLite would otherwise leave
// behind the files that it shares with writers.
func modes(path string, options sqlstore.Options) (asIs, readOnly bool, err error) {
	asIs = options.AsIs || options.ReadOnly
	if path == Memory {
		return asIs, false, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case err == nil:
		err = file.Close()
	case errors.Is(err, fs.ErrNotExist) && asIs:
		err = badPath(graph.FaultMissing,
			"the database file %s does not exist; import a graph with dossier import, or create an empty one with dossier migrate", path)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		asIs, readOnly, err = true, true, nil
	}
	return asIs, readOnly, err
}

// database is the backend: one connection that writes and several that read. A
// read sees what was committed when its statement or transaction began.
type database struct {
	path    string
	access  access
	writer  *pool
	readers *pool
	probe   *pool // for Ping, which waits for no reader
	flush   *time.Timer
}

// Pool implements [engine.Pooled].
func (d *database) Pool() engine.Pool { return d.readers.state() }

// flushAfter is the time after the last write when the log is emptied, by eye:
// long enough not to empty it between writes of a series.
const flushAfter = time.Second

// create creates the file at path if it does not exist. If it cannot, SQLite
// reports why when it opens the file.
func create(path string) {
	if file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err == nil {
		_ = file.Close()
	}
}

func connect(path string, readers int, how access) (*database, error) {
	if readers == 0 {
		readers = defaultReaders
	}
	name, more, memory := (&url.URL{Path: path}).EscapedPath()+string(how), "", int64(connectionMemory)
	if path == Memory {
		name, more, memory = "/"+rand.Text()+"?vfs=memdb", stayCached, writerMemory
	} else if how == readWrite {
		create(path)
		name += "&modeof=" + strings.ReplaceAll(url.QueryEscape(path), "+", "%20")
	}
	d := &database{path: path, access: how}
	d.flush = time.AfterFunc(time.Hour, d.emptyLog)
	d.flush.Stop() // until the first write
	for _, p := range []struct {
		pool   **pool
		more   string
		size   int
		memory int64
	}{
		{&d.writer, writerCache + inMemory + more, 1, memory},
		{&d.readers, readerCache + more + queryOnly, readers, connectionMemory},
		{&d.probe, readerCache + more + queryOnly, 1, probeMemory},
	} {
		database, err := driver.Open("file:"+name, settings(p.more))
		if err != nil {
			return nil, d.failure(context.Background(), err)
		}
		*p.pool = newPool(database, p.size, p.memory)
	}
	return d, nil
}

// inMemory keeps what statements sort in memory. Readers sort more than fits into
// their cache in a temporary file: an export of a large project fits into no memory.
const inMemory = "PRAGMA temp_store = memory;"

// queryOnly makes statements that write fail.
const queryOnly = "PRAGMA query_only = on;"

// The caches of a connection that writes and of one that reads, in KiB. A
// reader with 8 MB is as fast as with 32 on 96 MB of data (within 5 % of the
// processor time of lists, documents and searches), because the system caches
// the file, too; eight of them take 75 MB instead of 160.
const (
	writerCache = "PRAGMA cache_size = -32000;"
	readerCache = "PRAGMA cache_size = -8000;"
)

// startLog creates a write-ahead log if the database has none. With it, readers
// continue during a write, and a killed process loses no committed write.
func (d *database) startLog(ctx context.Context) error {
	_, err := d.writer.db.ExecContext(d.writer.sized(ctx), "PRAGMA journal_mode = wal")
	return err
}

// stayCached keeps a write in the cache until it ends, for a database in
// memory, because spilling earlier would lock out readers. Writes to a file may
// spill.
const stayCached = "PRAGMA cache_spill = off;"

// The maximum memory of a connection in bytes, which is reserved first and
// allocated when needed. The writer of a database in memory holds a whole
// write: measured, half a gigabyte for 100,000 entities.
const (
	connectionMemory = 256 << 20
	writerMemory     = 4 << 30
	probeMemory      = 32 << 20
)

// patience makes statements wait ten seconds for other processes that write.
const patience = "PRAGMA busy_timeout = 10000;"

// settings returns a function that configures a connection; more is further
// SQL. Plans must not depend on bound values, because SQLite would prepare a
// statement again for each value.
func settings(more string) func(*sqlite3.Conn) error {
	return func(conn *sqlite3.Conn) error {
		if _, err := conn.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
			return err
		}
		return conn.Exec(patience + `PRAGMA synchronous = normal;
			PRAGMA mmap_size = 268435456;` + more)
	}
}

// checkPath returns an error for a path about which the error of SQLite would
// only be "unable to open".
func checkPath(path string) error {
	if path == Memory {
		return nil
	}
	if path == "" {
		return badPath(graph.FaultPath, "expected sqlite:PATH; got an empty path")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badPath(graph.FaultPath, "expected the path of a file; got the folder %s", path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return badPath(graph.FaultPath, "the folder %s of %s does not exist; create it first", filepath.Dir(path), path)
	}
	return nil
}

// prepare upgrades the tables, or only checks that they are of this version. It
// also makes the pools watch the file.
func (d *database) prepare(ctx context.Context, asIs bool) error {
	run := upgrades.Up
	if asIs {
		run = upgrades.CheckPresent
	}
	if err := run(d.writer.sized(ctx), d.writer.db, d.name()); err != nil {
		return d.failure(ctx, err)
	}
	if d.path == Memory {
		return nil
	}
	var version int64
	if err := d.writer.db.QueryRowContext(ctx, latestVersion).Scan(&version); err != nil {
		return d.failure(ctx, err)
	}
	for _, p := range []*pool{d.writer, d.readers, d.probe} {
		p.watch(d.path, version)
	}
	return nil
}

// Ping implements [engine.Backend].
func (d *database) Ping(ctx context.Context) error {
	ping := engine.Query{SQL: "SELECT 1 FROM onto_revisions LIMIT 1", Each: func(engine.Row) error { return nil }}
	return d.failure(ctx, d.probe.use(ctx, func(c *connection) error { return c.Read(ctx, ping) }))
}

// Moment implements [engine.Momenter]. SQLite's data_version belongs to a
// connection, and does not change with the connection's own writes. So it is
// always read on the connection for Ping, which never writes. The moment also has
// the name of that connection, which changes when it is opened again, and the
// time and size of the file, which change when a backup is copied over it.
func (d *database) Moment(ctx context.Context) (moment string, err error) {
	err = d.failure(ctx, d.probe.use(ctx, func(c *connection) error {
		return c.Read(ctx, engine.Query{SQL: "PRAGMA data_version", Each: func(row engine.Row) error {
			var version int64
			err := row.Scan(&version)
			moment = fmt.Sprintf("%s %d", c.name, version)
			if c.file != nil {
				moment = fmt.Sprintf("%s %d %d", moment, c.file.ModTime().UnixNano(), c.file.Size())
			}
			return err
		}})
	}))
	return moment, err
}

// Close implements [engine.Backend].
func (d *database) Close() error {
	d.flush.Stop()
	d.emptyLog()
	if err := errors.Join(d.probe.close(), d.readers.close(), d.writer.close()); err != nil {
		return fmt.Errorf("close %s: %w", d.path, err)
	}
	return nil
}

// emptyLog moves the contents of the write-ahead log into the file, as far as
// other processes permit. A log that is left beside the file would cause a
// mixture of both if the file were replaced.
func (d *database) emptyLog() {
	if d.path == Memory || d.access != readWrite {
		return
	}
	select {
	case c := <-d.writer.free:
		defer func() { d.writer.free <- c }()
		if c.conn != nil {
			_, _ = c.conn.ExecContext(context.Background(),
				"PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(truncate); "+patience)
		}
	default: // it is closed, or about to write
	}
}
