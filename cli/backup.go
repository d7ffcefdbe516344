package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dossier/cli/terminal"
	"dossier/db/backup"
	"dossier/db/managed"
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
func (c *backupCommand) Run(ctx context.Context, stores *stores, streams terminal.Streams) error {
	if info, err := os.Stat(c.File); err == nil && (!c.Replace || !info.Mode().IsRegular()) {
		return graph.BadInput("<file>", "%s exists; expected a new name, or --replace", c.File)
	}
	if err := stores.copied(ctx, backup.None, func(path string) error {
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
	_, err = fmt.Fprintf(streams.Out, "%s has the store %s, %d bytes\n", c.File, address(stores.url), info.Size())
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

// copied calls the function for the kind of store. form is the form of the backup
// that it is made of, if any.
func (s *stores) copied(ctx context.Context, form backup.Form, sqlite func(path string) error, postgres func(bin, url string) error) error {
	if s.server != "" {
		return graph.BadInput("server", "this command works on a store; leave --server out")
	}
	scheme, rest, _ := strings.Cut(s.url, ":")
	kind := backup.Postgres
	if strings.EqualFold(scheme, "sqlite") {
		kind = backup.SQLite
	}
	if form != backup.None && form != kind {
		return graph.BadInput("db",
			"the backup is of a store in %s; got a store in %s. To change from one to the other, use dossier export and dossier import", form, kind)
	}
	switch strings.ToLower(scheme) {
	case "sqlite":
		if s.url == inMemory {
			return graph.BadInput("db", "expected a store that is kept; got one in memory")
		}
		if s.isOwn() && form != backup.None {
			if err := s.prepare(); err != nil {
				return err
			}
		}
		return sqlite(rest)
	case "postgres", "postgresql":
		bin, err := managed.Find()
		if err != nil {
			bin = "" // found by PATH
		}
		return postgres(bin, s.url)
	case "managed":
		return s.copiedManaged(ctx, cmp.Or(rest, defaultFolder), form, postgres)
	}
	return graph.BadInput("db", "expected sqlite:PATH, postgres://… or managed[:FOLDER]; got %s", describe(s.url))
}

// copiedManaged starts the server of a folder for the function.
func (s *stores) copiedManaged(ctx context.Context, folder string, form backup.Form, postgres func(bin, url string) error) error {
	if form == backup.None {
		if err := mustExist(folder); err != nil {
			return err
		}
	}
	bin, err := managed.Find()
	if err != nil {
		return &graph.Error{Code: graph.CodeUnavailable, Argument: "db", Text: err.Error()}
	}
	server, err := managed.Start(ctx, filepath.Clean(folder), managed.Options{})
	if err != nil {
		return &graph.Error{Code: graph.CodeUnavailable, Argument: "db", Text: err.Error()}
	}
	defer func() { s.closed("postgres", server.Stop()) }()
	url, err := server.Database(ctx, "dossier")
	if err != nil {
		return graph.Unavailable("create database dossier in "+folder, err)
	}
	return postgres(bin, url)
}

// restoreStore makes the store, which must be new, of a backup.
func (s *stores) restoreStore(ctx context.Context, file string, streams terminal.Streams) error {
	err := s.copied(ctx, backup.FormOf(file), func(path string) error { return backup.ToSQLite(ctx, file, path) },
		func(bin, url string) error { return backup.ToPostgres(ctx, bin, file, url) })
	if err != nil {
		return err
	}
	store, closeStore, err := s.openURL(ctx, s.url, serves) // which upgrades it
	if err != nil {
		return err
	}
	revisions, err := store.Revisions(ctx, nil)
	closeStore()
	if err == nil {
		_, err = fmt.Fprintf(streams.Out, "The store %s has %s of %s.\n", address(s.url), terminal.Plural(len(revisions), "project", "projects"), file)
	}
	return err
}
