// Package backup copies a whole store, with its events, members and keys, into a
// file while others write to it, and makes a new store of such a file.
package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dossier/graph"
)

// The beginnings of the files: a database of SQLite, and an archive of pg_dump.
const (
	sqliteMagic   = "SQLite format 3\x00"
	postgresMagic = "PGDMP"
)

// A Form is the form of a backup.
type Form string

// The forms.
const (
	None     Form = ""
	SQLite   Form = "SQLite"
	Postgres Form = "Postgres"
)

// FormOf returns the form of a file, None for any other file.
func FormOf(path string) Form {
	file, err := os.Open(path)
	if err != nil {
		return None
	}
	defer file.Close()
	beginning := make([]byte, len(sqliteMagic))
	n, _ := io.ReadFull(file, beginning)
	switch text := string(beginning[:n]); {
	case text == sqliteMagic:
		return SQLite
	case n >= len(postgresMagic) && text[:len(postgresMagic)] == postgresMagic:
		return Postgres
	}
	return None
}

// partial is the end of the name of a file that is not complete yet. One that a
// killed process left is replaced by the next.
const partial = ".partial"

// ownersOnly is the mode of incomplete files, and of backups of databases without a mode
// of their own: they have the texts of all projects.
const ownersOnly = 0o600

// modeOf returns the mode of a file, for a copy of it: who may read one may read the
// other.
func modeOf(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return ownersOnly
}

// into calls write with the name of an empty file, and renames the file to path when
// it is on the disk. Only complete files have that name and the mode.
func into(path string, mode fs.FileMode, write func(partial string) error) error {
	unfinished := path + partial
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove what an earlier backup left: %w", err)
	}
	empty, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownersOnly)
	if err != nil {
		return graph.BadInput("", "make %s: %v", path, errors.Unwrap(err))
	}
	err = errors.Join(empty.Close(), write(unfinished))
	if err == nil {
		err = os.Chmod(unfinished, mode)
	}
	if err == nil {
		err = synced(unfinished)
	}
	if err == nil {
		err = os.Rename(unfinished, path)
	}
	if err != nil {
		_ = os.Remove(unfinished)
		return err
	}
	_ = synced(filepath.Dir(path)) // not every system can
	return nil
}

// synced flushes a file or folder to the disk.
func synced(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// unfit returns the error about a file that cannot be restored.
func unfit(path string, fault graph.Fault, format string, args ...any) error {
	return &graph.Error{Code: graph.CodeBadUserInput, Argument: "<id>", Fault: fault, Text: path + ": " + fmt.Sprintf(format, args...)}
}
