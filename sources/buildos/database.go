package buildos

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/graph"
	"dossier/sources"
)

// prefix is what begins the URL of a database: postgres:// or postgresql://.
const prefix = "postgres"

// patience is the time within which a database must be reached, by eye.
const patience = 15 * time.Second

// name returns the name of the database at a URL, without who signs in.
func name(location string) string {
	parsed, err := url.Parse(location)
	if err != nil {
		return "database"
	}
	return strings.Trim(parsed.Host+parsed.Path, "/")
}

// fetch reads the tables of a database, which it does not change.
func fetch(ctx context.Context, location string, _ sources.Options, out *sources.Records) error {
	settings, err := pgx.ParseConfig(location)
	if err != nil {
		return graph.BadInput("source",
			"expected a URL such as postgres://user@host:5432/database, with the password in PGPASSWORD; got one that is not complete")
	}
	settings.ConnectTimeout = patience
	connection, err := pgx.ConnectConfig(ctx, settings)
	if err != nil {
		return unreachable(location, err)
	}
	defer func() { _ = connection.Close(context.WithoutCancel(ctx)) }() // only read
	r := &reading{out: out, projects: map[string]bool{}}
	found := 0
	err = pgx.BeginTxFunc(ctx, connection, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		for _, table := range tables() {
			has, err := r.table(ctx, tx, table)
			if err != nil {
				return fmt.Errorf("read %s of %s: %w", table, name(location), err)
			}
			if has {
				found++
			}
		}
		return nil
	})
	r.addEdges()
	if err == nil && found == 0 {
		return graph.BadInput("source", "the database %s has no tables onto_*; expected those of BuildOS or Dossier", name(location))
	}
	return err
}

// unreachable returns an error about a database that cannot be read, without who
// signs in.
func unreachable(location string, err error) error {
	reason := "it does not answer"
	if refused, is := errors.AsType[*pgconn.PgError](err); is {
		reason = refused.Message
	}
	return graph.Unavailable(fmt.Sprintf("the database %s cannot be read: %s", name(location), reason), err)
}

// tables returns the tables in the order in which they are read: projects first,
// because edges that join them to entities are left out, and edges last.
func tables() []string {
	list := make([]string, 0, len(graph.Kinds)+1)
	for _, spec := range graph.Kinds {
		list = append(list, spec.Table)
	}
	return append(list, edgesTable)
}

// table adds the rows of a table, and reports whether the database has it.
func (r *reading) table(ctx context.Context, tx pgx.Tx, table string) (has bool, err error) {
	if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", table).Scan(&has); err != nil || !has {
		return false, err
	}
	rows, err := tx.Query(ctx, "SELECT to_jsonb(t)::text FROM "+pgx.Identifier{table}.Sanitize()+" t ORDER BY 1")
	if err != nil {
		return true, err
	}
	line := 0
	var text string
	_, err = pgx.ForEachRow(rows, []any{&text}, func() error {
		line++
		pos := sources.Position{File: table, Line: line}
		row, err := sources.ParseObject([]byte(text))
		if err != nil {
			r.out.Note(sources.Rejected, pos, err.Error())
			return nil
		}
		r.add(pos, table, row)
		return nil
	})
	return true, err
}
