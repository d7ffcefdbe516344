package cli

import (
	"context"
	"fmt"
	"os"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/backup"
	"dossier/graph"
)

type backupCommand struct {
	File    string `arg:"" complete:"files" help:"The file to write."`
	Replace bool   `help:"Replace the file if it exists, once the new one is complete."`
}

// Help returns an example.
func (backupCommand) Help() string {
	return `The file has everything: events, members, keys and record types, as of one moment. Others may
write meanwhile. It has the name only when it is complete. For SQLite it is a database, for
Postgres an archive of pg_dump, which must be installed.

Example:
  dossier backup --db postgres://localhost/dossier dossier-2026-11-28.backup`
}

// Run writes the backup and prints its size.
func (c *backupCommand) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	if info, err := os.Stat(c.File); err == nil && (!c.Replace || !info.Mode().IsRegular()) {
		return graph.BadInput("<file>", "%s exists; expected a new name, or --replace", c.File)
	}
	if err := stores.Copied(ctx, backup.None, func(path string) error {
		if isSame(path, c.File) {
			return graph.BadInput("<file>", "%s is the store itself; expected another file", c.File)
		}
		return backup.OfSQLite(ctx, path, c.File)
	}, func(bin, url string) error { return backup.OfPostgres(ctx, bin, url, c.File) }); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	_, err = fmt.Fprintf(streams.Out, "%s has the store %s, %d bytes\n", c.File, storage.Address(stores.URL), info.Size())
	return err
}

// isSame reports whether two paths are the same file.
func isSame(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// restoreStore makes the store, which must be new, of a backup.
func restoreStore(ctx context.Context, s *storage.Stores, file string, streams terminal.Streams) error {
	err := s.Copied(ctx, backup.FormOf(file), func(path string) error { return backup.ToSQLite(ctx, file, path) },
		func(bin, url string) error { return backup.ToPostgres(ctx, bin, file, url) })
	if err != nil {
		return err
	}
	store, closeStore, err := s.OpenURL(ctx, s.URL, storage.Serves) // which upgrades it
	if err != nil {
		return err
	}
	revisions, err := store.Revisions(ctx, nil)
	closeStore()
	if err == nil {
		_, err = fmt.Fprintf(streams.Out, "The store %s has %s of %s.\n", storage.Address(s.URL),
			terminal.Plural(len(revisions), "project", "projects"), file)
	}
	return err
}
