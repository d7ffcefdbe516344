package postgres

import (
	"context"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"dossier/db/engine"
	"dossier/graph"
)

// The indexes of search are built after the commit of an import that dropped them,
// by two server processes at the same time, because a transaction has only one and
// Postgres builds such an index in one: half of the time after the last row. The
// program does not read them, and search in SQL is only slower without them. If
// the process ends before they are built, the next that may migrate builds them.

// indexers is the number of processes, by eye: each needs 256 MB.
const indexers = 2

// postponed splits statements that create indexes into those that create indexes
// of search, and the others.
func postponed(create []string) (later, now []string) {
	for _, statement := range create {
		if strings.Contains(statement, " USING gin ") {
			later = append(later, statement)
		} else {
			now = append(now, statement)
		}
	}
	return later, now
}

// ordering puts statements that create the indexes that [searchIndexes.complete] looks
// for after the others, so that the last one shows that all are built. Indexes of large
// tables come first: otherwise one process builds the longest while the other has
// nothing left.
const ordering = `SELECT statement FROM unnest($1::text[]) AS later (statement)
	ORDER BY position('` + searchSuffix + ` ON ' IN statement) > 0, pg_table_size(substring(statement FROM ' ON (.+) USING ')::regclass) DESC`

// ordered returns statements that create indexes in the order in which to run them.
func (t *transaction) ordered(ctx context.Context, create []string) (inOrder []string, err error) {
	if len(create) == 0 {
		return nil, nil
	}
	err = t.Read(ctx, engine.Query{SQL: ordering, Args: []any{create}, Each: func(row engine.Row) error {
		var statement string
		err := row.Scan(&statement)
		inOrder = append(inOrder, statement)
		return err
	}})
	return inOrder, err
}

// searchSuffix ends the names of indexes of words.
const searchSuffix = "_search"

// searchIndexes creates the indexes of search.
type searchIndexes struct{ pool *pgxpool.Pool }

// createEach runs statements that create indexes, each in a transaction of its
// own. After an error it begins no other, and completes those that it has begun.
func (i searchIndexes) createEach(ctx context.Context, statements []string) error {
	begin, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan string)
	var running sync.WaitGroup
	for range indexers {
		running.Go(func() {
			for statement := range next {
				if begin.Err() != nil {
					continue
				}
				if err := i.create(ctx, statement); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, statement := range statements {
		next <- statement
	}
	close(next)
	running.Wait()
	return context.Cause(begin)
}

func (i searchIndexes) create(ctx context.Context, statement string) error {
	return pgx.BeginFunc(ctx, i.pool, func(tx pgx.Tx) error {
		return (&transaction{tx: tx}).execAll(ctx, []string{loading, statement})
	})
}

// complete builds the indexes of search if an import did not. A role that
// may not is no error, nor one that another process builds meanwhile.
func (i searchIndexes) complete(ctx context.Context) error {
	var tables []string
	for _, spec := range graph.Kinds {
		tables = append(tables, spec.Table)
	}
	var missing bool
	lacks := "SELECT EXISTS (SELECT FROM unnest($1::text[]) name WHERE to_regclass(name || '" + searchSuffix + "') IS NULL)"
	if err := i.pool.QueryRow(ctx, lacks, tables).Scan(&missing); err != nil || !missing {
		return err
	}
	_, err := i.pool.Exec(ctx, "SELECT onto_search_indexes()")
	if ctx.Err() == nil {
		err = nil
	}
	return err
}
