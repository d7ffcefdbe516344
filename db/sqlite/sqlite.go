// Package sqlite stores projects in an SQLite database: a file, or memory.
package sqlite

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // databases in memory with several readers
	"github.com/pressly/goose/v3"

	"dossier/db"
)

// Memory is the path of a database in memory. It is empty when it is opened and
// lost when it is closed.
const Memory = ":memory:"

// defaultReaders is the number of connections that read at once, by eye: more
// than the cores of most machines.
const defaultReaders = 8

//go:generate go test -run ^TestMigrations$ -update .
//go:generate go test -run ^TestOlderVersions$ -update .
//go:generate go test -run ^TestStoreInMemory$/^export$ -update .

//go:embed migrations
var files embed.FS

var migrations = db.Migrations{
	Files:       files,
	Dialect:     goose.DialectSQLite3,
	HasVersions: "SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version'",
}

// Open returns the store in the file at path. It creates the file if it does
// not exist and upgrades its tables. Errors are UNAVAILABLE and name the path.
func Open(ctx context.Context, path string, options db.Options) (*db.Store, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	d, err := connect(path, options.MaxConns)
	if err != nil {
		return nil, err
	}
	if err := d.migrate(ctx); err != nil {
		_ = d.Close() // the first error says more
		return nil, err
	}
	return db.New(d, dialect, options), nil
}

// database is the backend: one connection that writes and several that read,
// which see what was committed when their statement or transaction began.
type database struct {
	path    string
	writer  *pool
	readers *pool
}

func connect(path string, readers int) (*database, error) {
	if readers == 0 {
		readers = defaultReaders
	}
	name, more, memory := (&url.URL{Path: path}).EscapedPath(), "", int64(connectionMemory)
	if path == Memory {
		name, more, memory = "/"+rand.Text()+"?vfs=memdb", stayCached, writerMemory
	}
	d := &database{path: path}
	var err error
	if d.writer, err = openPool(name, more, 1, memory); err != nil {
		return nil, d.failure(context.Background(), err)
	}
	if d.readers, err = openPool(name, more+"PRAGMA query_only = on;", readers, connectionMemory); err != nil {
		return nil, d.failure(context.Background(), err)
	}
	return d, nil
}

func openPool(name, more string, size int, memory int64) (*pool, error) {
	database, err := driver.Open("file:"+name, settings(more))
	if err != nil {
		return nil, err
	}
	return newPool(database, size, memory), nil
}

// stayCached keeps a write in the cache until it ends, for a database in
// memory: spilling earlier would lock its readers out. A file spills.
const stayCached = "PRAGMA cache_spill = off;"

// The memory of a connection in bytes, which is reserved and allocated when it
// is needed. The writer of a database in memory holds a whole write: measured,
// half a gigabyte for 100,000 entities.
const (
	connectionMemory = 256 << 20
	writerMemory     = 4 << 30
)

// settings returns the function that configures a connection. A write-ahead log
// lets readers continue during a write and survives a killed process. Plans
// must not depend on bound values, or SQLite would prepare a statement for
// each.
func settings(more string) func(*sqlite3.Conn) error {
	return func(conn *sqlite3.Conn) error {
		if _, err := conn.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
			return err
		}
		return conn.Exec(`PRAGMA busy_timeout = 10000;
			PRAGMA journal_mode = wal;
			PRAGMA synchronous = normal;
			PRAGMA cache_size = -32000;
			PRAGMA mmap_size = 268435456;
			PRAGMA temp_store = memory;` + more)
	}
}

// checkPath refuses a path for which SQLite would only say "unable to open".
func checkPath(path string) error {
	if path == Memory {
		return nil
	}
	if path == "" {
		return badPath("expected sqlite:PATH; got an empty path")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badPath("expected the path of a file; got the folder %s", path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return badPath("the folder %s of %s does not exist; create it first", filepath.Dir(path), path)
	}
	return nil
}

// migrate upgrades the tables.
func (d *database) migrate(ctx context.Context) error {
	return d.failure(ctx, migrations.Up(d.writer.sized(ctx), d.writer.db, d.name()))
}

// Close implements [db.Backend].
func (d *database) Close() error {
	if err := errors.Join(d.readers.close(), d.writer.close()); err != nil {
		return fmt.Errorf("close %s: %w", d.path, err)
	}
	return nil
}
