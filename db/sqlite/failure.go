package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"dossier/graph"
)

// failures are the errors of SQLite that are not ours, and what is told of them.
var failures = []struct {
	code error
	text string
}{
	{errClosed, "it was closed"},
	{sqlite3.NOTADB, "it is no SQLite database"},
	{sqlite3.CANTOPEN, "it cannot be opened; check that the folder can be written to"},
	{sqlite3.READONLY, "it is read-only; check who may write to the file and its folder"},
	{sqlite3.PERM, "access is not permitted"},
	{sqlite3.FULL, "the disk is full"},
	{sqlite3.IOERR, "the disk does not answer"},
	{sqlite3.BUSY, "another process is writing to it"},
	{sqlite3.LOCKED, "another process is writing to it"},
	{sqlite3.CORRUPT, "the file is damaged"},
}

// failure is an error of the database as callers may see it.
func (d *database) failure(ctx context.Context, err error) error {
	known := (*graph.Error)(nil)
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("ask %s: %w", d.path, ctx.Err())
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE), errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY):
		return fmt.Errorf("%w (%w)", &graph.Error{Code: graph.CodeConflict, Text: "an entity with the same id or external id stands already"}, err)
	}
	for _, failure := range failures {
		if errors.Is(err, failure.code) {
			return graph.Unavailable(fmt.Sprintf("database %s: %s", d.path, failure.text), err)
		}
	}
	return fmt.Errorf("ask %s: %w", d.path, err)
}

func badPlace(format string, args ...any) error {
	return &graph.Error{Code: graph.CodeUnavailable, Text: fmt.Sprintf(format, args...)}
}
