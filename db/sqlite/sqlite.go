// Package sqlite keeps projects in a file, or in memory, without a server.
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

// Memory is the path of a database in memory, which is empty when it is opened
// and gone when it is closed.
const Memory = ":memory:"

// defaultReaders is how many connections read at once unless options say more.
const defaultReaders = 8

//go:embed migrations
var migrations embed.FS

// Open is the store in the file at path, which is made if it is not there, with
// its tables up to date. Errors are UNAVAILABLE and name the path.
func Open(ctx context.Context, path string, options db.Options) (*db.Store, error) {
	if err := checkPlace(path); err != nil {
		return nil, err
	}
	d, err := connect(path, options.MaxConns)
	if err != nil {
		return nil, err
	}
	if err := d.Migrate(ctx); err != nil {
		_ = d.Close() // the first error tells more
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

// stayCached keeps a write in the cache until it ends. Spilling would lock the
// readers of a database in memory out long before. A file spills.
const stayCached = "PRAGMA cache_spill = off;"

// How many bytes a connection has for its cache and what it works on; they are
// reserved, and taken when they are needed. The writer of a database in memory
// holds a whole write: of 100,000 entities half a gigabyte.
const (
	connectionMemory = 256 << 20
	writerMemory     = 4 << 30
)

// settings sets up a connection. A write-ahead log lets readers go on during a
// write; it stays whole if the process is killed. Plans do not depend on bound
// values, or statements would be prepared anew for every value.
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

// checkPlace tells of what SQLite would only call "unable to open".
func checkPlace(path string) error {
	if path == Memory {
		return nil
	}
	if path == "" {
		return badPlace("the path of the database is empty; want sqlite:PATH")
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return badPlace("%s is a folder; want the path of a file", path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return badPlace("the folder %s of %s is not there; make it first", filepath.Dir(path), path)
	}
	return nil
}

// Migrate implements [db.Backend].
func (d *database) Migrate(ctx context.Context) error {
	return d.failure(ctx, db.Up(d.writer.sized(ctx), goose.DialectSQLite3, d.writer.db, migrations))
}

// Close implements [db.Backend].
func (d *database) Close() error {
	if err := errors.Join(d.readers.close(), d.writer.close()); err != nil {
		return fmt.Errorf("close %s: %w", d.path, err)
	}
	return nil
}
