package storage

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"dossier/db/backup"
	"dossier/db/managed"
	"dossier/graph"
)

// Copied calls the function for the kind of store. form is the form of the backup
// that it is made of, if any.
func (s *Stores) Copied(ctx context.Context, form backup.Form, sqlite func(path string) error, postgres func(bin, url string) error) error {
	if s.Server != "" {
		return graph.BadInput("server", "this command works on a store; leave --server out")
	}
	scheme, rest, _ := strings.Cut(s.URL, ":")
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
		if s.URL == InMemory {
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
		return postgres(bin, s.URL)
	case "managed":
		return s.copiedManaged(ctx, cmp.Or(rest, defaultFolder), form, postgres)
	}
	return graph.BadInput("db", "expected sqlite:PATH, postgres://… or managed[:FOLDER]; got %s", Describe(s.URL))
}

// copiedManaged starts the server of a folder for the function.
func (s *Stores) copiedManaged(ctx context.Context, folder string, form backup.Form, postgres func(bin, url string) error) error {
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
