package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"dossier/db/disk"
	"dossier/db/engine"
	"dossier/graph"
)

// failures are the errors of SQLite with causes outside of the program, and
// their texts for callers.
var failures = []struct {
	code  error
	text  string
	fault graph.Fault
}{
	{errClosed, "it is closed", ""},
	{errMemory, "a statement needs more memory than a connection may use", ""},
	{errDeleted, "the file was deleted; restore it, and it will be read at once", graph.FaultMissing},
	{
		errMixed,
		"the file was replaced, and beside it is the write-ahead log of the file before; delete the files that end in " +
			"-wal and -shm, or restore the file before",
		"",
	},
	{errReplaced, "the file was replaced by one without the tables of this version; run dossier migrate, or restore it", graph.FaultOld},
	{sqlite3.READONLY_DBMOVED, "the file was replaced", ""},
	{syscall.ENOSPC, "the disk is full", graph.FaultNoRoom},
	{syscall.EDQUOT, "the disk quota is used up", graph.FaultNoRoom},
	{syscall.EFBIG, "the file is larger than is allowed", ""},
	{sqlite3.NOTADB, "it is not an SQLite database", graph.FaultForeign},
	{sqlite3.CANTOPEN, "it cannot be opened", graph.FaultRights},
	{sqlite3.READONLY, "it is read-only", graph.FaultRights},
	{sqlite3.PERM, "access is not permitted", graph.FaultRights},
	{sqlite3.FULL, "the disk is full", graph.FaultNoRoom},
	{sqlite3.IOERR_WRITE, "a write failed, probably because the disk is full", graph.FaultNoRoom},
	{sqlite3.IOERR, "the disk does not respond", ""},
	{sqlite3.BUSY, "another process is writing to it", ""},
	{sqlite3.LOCKED, "another process is writing to it", ""},
	{sqlite3.CORRUPT, "the file is damaged", graph.FaultDamaged},
}

// failure returns the form of err for callers. The driver's error stays in the
// chain, for the log.
func (d *database) failure(ctx context.Context, err error) error {
	known := (*graph.Error)(nil)
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("query %s: %w", d.path, ctx.Err())
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE), errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY):
		return fmt.Errorf("%w (%w)", engine.Duplicate(err.Error()), err)
	}
	if errors.Is(err, sqlite3.IOERR) && isFull(filepath.Dir(d.path)) {
		err = fmt.Errorf("%w (%w)", syscall.ENOSPC, err)
	}
	for _, failure := range failures {
		if !errors.Is(err, failure.code) {
			continue
		}
		text := failure.text
		if errors.Is(err, sqlite3.CANTOPEN) || errors.Is(err, sqlite3.READONLY) {
			text += "; " + atFault(d.path)
		}
		return graph.UnavailableAt(d.name(), failure.fault, "the store is not available: "+text, err)
	}
	return fmt.Errorf("query %s: %w", d.path, err)
}

// atFault returns which of the files of a database cannot be written, without its
// path, which clients may not see.
func atFault(path string) string {
	for _, ending := range []string{"", "-wal", "-shm", "-journal"} {
		file, err := os.OpenFile(path+ending, os.O_RDWR, 0)
		if err == nil {
			_ = file.Close()
		}
		if errors.Is(err, fs.ErrPermission) {
			return fmt.Sprintf("this user may not write the file%s; give it the permissions of the users that share the database, "+
				"or only read by --read-only", named(ending))
		}
	}
	return "check that its folder is writable"
}

// named returns a description of a file beside a database.
func named(ending string) string {
	if ending == "" {
		return ""
	}
	return " beside it that ends in " + ending
}

// isFull reports whether there is no room for a small file on the disk of a
// folder. After a large write there is room, because it was rolled back.
func isFull(folder string) bool {
	file, err := os.CreateTemp(folder, "dossier-*")
	if err == nil {
		defer func() { _ = os.Remove(file.Name()) }()
	}
	return disk.NoRoom(file, err) != nil
}

// name returns the name of the database in errors.
func (d *database) name() string { return "database " + d.path }

// badPath returns the error about a path at which there is no database.
func badPath(fault graph.Fault, format string, args ...any) error {
	return &graph.Error{Code: graph.CodeUnavailable, Fault: fault, Argument: "url", Text: fmt.Sprintf(format, args...)}
}
