package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"
)

// The errors about the file of a database with open connections.
var (
	errDeleted  = errors.New("the file was deleted")
	errMixed    = errors.New("the file was replaced, its log was not")
	errReplaced = errors.New("the file was replaced by one of another version")
)

// watch makes the pool compare the file at path, whose tables have a version,
// with the open file of a connection before each use of the connection.
func (p *pool) watch(path string, version int64) {
	p.path, p.version = path, version
	p.db.SetMaxIdleConns(0) // so that closing a connection closes the file
}

const latestVersion = "SELECT MAX(version_id) FROM " + goose.DefaultTablename

// ready prepares a connection for reading the file that is now at the path. It
// opens the connection if it is closed or the file was replaced. If the file
// was modified, because another process moved its log into it or replaced its
// content, it drops the cached pages.
func (p *pool) ready(ctx context.Context, c *connection) error {
	file, err := p.stat()
	switch {
	case err != nil:
		return err
	case c.conn == nil:
		return p.open(ctx, c, file)
	case file == nil:
		return nil
	case !os.SameFile(c.file, file):
		return p.reopen(ctx, c, file)
	}
	if c.log == nil {
		c.log = statLog(p.path)
	}
	if c.file.ModTime().Equal(file.ModTime()) && c.file.Size() == file.Size() {
		return nil
	}
	_, err = c.conn.ExecContext(ctx, "PRAGMA shrink_memory")
	c.file = file
	return err
}

// reopen opens the connection again for the file that is now at the path. It
// returns an error if the log of the previous file is beside it, because SQLite
// would read a mixture of both.
func (p *pool) reopen(ctx context.Context, c *connection, file os.FileInfo) error {
	if log := statLog(p.path); !isEmpty(log) && c.log != nil && os.SameFile(log, c.log) {
		return errMixed
	}
	if err := c.close(); err != nil {
		return err
	}
	return p.open(ctx, c, file)
}

// statLog returns the write-ahead log beside a file, nil if there is none.
func statLog(path string) os.FileInfo {
	log, err := os.Stat(path + "-wal")
	if err != nil {
		return nil
	}
	return log
}

// isEmpty reports whether a log has no writes that the file lacks.
func isEmpty(log os.FileInfo) bool { return log == nil || log.Size() == 0 }

// stat returns the watched file, nil if none is watched.
func (p *pool) stat() (os.FileInfo, error) {
	if p.path == "" {
		return nil, nil
	}
	file, err := os.Stat(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errDeleted
	}
	return file, err
}

// open opens a connection to file. If that is not nil, it must have tables of
// the version that the program checked.
func (p *pool) open(ctx context.Context, c *connection, file os.FileInfo) error {
	conn, err := p.db.Conn(p.sized(ctx))
	if err != nil {
		if _, deleted := p.stat(); deleted != nil { // since it was looked at
			return deleted
		}
		return err
	}
	if file != nil {
		err = p.check(ctx, conn)
		shareAs(file, p.path+"-shm") // SQLite in C does so, too
	}
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	c.conn, c.name, c.file, c.log = conn, rand.Text(), file, nil
	return nil
}

// shareAs gives a file beside a database the permissions and the owner of the
// database, so that those who may write one may write the other. The driver does
// so for the log and the journal, by modeof. An error means that another user
// made the file, who did it.
func shareAs(database os.FileInfo, path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm() == database.Mode().Perm() && sameOwner(info, database) {
		return
	}
	_ = os.Chmod(path, database.Mode().Perm())
	own(path, database)
}

func (p *pool) check(ctx context.Context, conn *sql.Conn) error {
	var version int64
	err := conn.QueryRowContext(ctx, latestVersion).Scan(&version)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", errReplaced, err)
	case version != p.version:
		return fmt.Errorf("%w: got version %d, want %d", errReplaced, version, p.version)
	}
	return nil
}
