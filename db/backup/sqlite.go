package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"dossier/db/disk"
	"dossier/graph"
)

// OfSQLite writes the committed content of the database at path, as of one
// moment, to a file. The file is a database without free pages.
func OfSQLite(ctx context.Context, path, file string) error {
	return into(file, modeOf(path), func(partial string) error {
		err := queried(ctx, path, func(conn *sqlite3.Conn) error {
			statement, _, err := conn.Prepare("VACUUM INTO ?")
			if err != nil {
				return err
			}
			defer statement.Close()
			if err := statement.BindText(1, partial); err != nil {
				return err
			}
			return statement.Exec()
		})
		if errors.Is(err, sqlite3.IOERR) || errors.Is(err, sqlite3.FULL) {
			err = errors.Join(roomIn(partial), err)
		}
		return err
	})
}

// roomIn returns an error if the disk of a file has no room.
func roomIn(file string) error {
	full := disk.NoRoom(os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0))
	if full == nil {
		return nil
	}
	return graph.UnavailableAt("backup "+strings.TrimSuffix(file, partial), graph.FaultNoRoom, "the disk is full", full)
}

// queried calls f with a connection that reads the database at path.
func queried(ctx context.Context, path string, f func(*sqlite3.Conn) error) error {
	if _, err := os.Stat(path); err != nil {
		return unavailable(path, err)
	}
	err := queriedAs(ctx, path, "mode=ro&_pragma=busy_timeout(10000)", f)
	if info, noLog := os.Stat(path + "-wal"); isUnwritable(err) && (noLog != nil || info.Size() == 0) {
		err = queriedAs(ctx, path, "mode=ro&immutable=1", f) // its folder cannot be written, so that nobody does
	}
	if err != nil {
		if _, is := errors.AsType[*graph.Error](err); is {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return unavailable(path, err)
	}
	return nil
}

func queriedAs(ctx context.Context, path, access string, f func(*sqlite3.Conn) error) error {
	address := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: access}
	conn, err := sqlite3.OpenContext(ctx, address.String())
	if err != nil {
		return err
	}
	conn.SetInterrupt(ctx)
	return errors.Join(f(conn), conn.Close())
}

// isUnwritable reports whether an error is that the files beside a database, which its readers
// share, cannot be written.
func isUnwritable(err error) bool {
	return errors.Is(err, sqlite3.READONLY) || errors.Is(err, sqlite3.CANTOPEN)
}

// unavailable returns the error about a database that cannot be read.
func unavailable(path string, err error) error {
	if known, is := errors.AsType[*fs.PathError](err); is {
		err = known.Err
	}
	return graph.UnavailableAt("database "+path, "", fmt.Sprintf("cannot be copied: %v", err), err)
}

// ToSQLite makes a database at path, where there must be none, of a file that
// [OfSQLite] wrote. It refuses a damaged one, and one without the tables of a
// store.
func ToSQLite(ctx context.Context, file, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return graph.BadInput("db", "%s exists; expected the name of a new store, so that nothing is lost", path)
	}
	if err := Whole(ctx, file); err != nil {
		return err
	}
	return into(path, modeOf(file), func(partial string) error { return copied(file, partial) })
}

// Whole returns an error unless a file is an undamaged store.
func Whole(ctx context.Context, file string) error {
	return queried(ctx, file, func(conn *sqlite3.Conn) error {
		found, err := text(conn, "PRAGMA integrity_check(1)")
		switch {
		case isUnwritable(err):
			return err
		case err != nil || found != "ok":
			return unfit(file, graph.FaultDamaged, "it is damaged (%s%v); restore another backup", found, err)
		}
		if tables, err := text(conn, "SELECT count(*) FROM sqlite_schema WHERE name IN ('onto_projects', 'goose_db_version')"); err != nil ||
			tables != "2" {
			return unfit(file, graph.FaultForeign, "it has no tables of Dossier; expected a file of dossier backup")
		}
		return nil
	})
}

// text returns the first column of the first row of a query.
func text(conn *sqlite3.Conn, query string) (string, error) {
	statement, _, err := conn.Prepare(query)
	if err != nil {
		return "", err
	}
	defer statement.Close()
	found := ""
	if statement.Step() {
		found = statement.ColumnText(0)
	}
	return found, statement.Err()
}

// copied copies a file into an empty one.
func copied(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
