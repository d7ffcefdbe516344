package postgres

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

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
// of search, and the others. The one that shows that all are built is the last.
func postponed(create []string) (later, now []string) {
	for _, statement := range create {
		if strings.Contains(statement, " USING gin ") {
			later = append(later, statement)
		} else {
			now = append(now, statement)
		}
	}
	slices.SortStableFunc(later, func(a, b string) int { return place(a) - place(b) })
	return later, now
}

// place is 1 for a statement that creates an index that [database.completeIndexes]
// looks for.
func place(statement string) int {
	if strings.Contains(statement, searchSuffix+" ON ") {
		return 1
	}
	return 0
}

// searchSuffix ends the names of indexes of words.
const searchSuffix = "_search"

// createEach runs statements that create indexes, each in a transaction of its
// own. After an error it begins no other, and completes those that it has begun.
func (d *database) createEach(ctx context.Context, statements []string) error {
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
				if err := d.createIndex(ctx, statement); err != nil {
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

func (d *database) createIndex(ctx context.Context, statement string) error {
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		return (&transaction{tx: tx}).execAll(ctx, []string{loading, statement})
	})
}

// completeIndexes builds the indexes of search if an import did not. A role that
// may not is no error, nor one that another process builds meanwhile.
func (d *database) completeIndexes(ctx context.Context) error {
	var tables []string
	for _, spec := range graph.Kinds {
		tables = append(tables, spec.Table)
	}
	var missing bool
	lacks := "SELECT EXISTS (SELECT FROM unnest($1::text[]) name WHERE to_regclass(name || '" + searchSuffix + "') IS NULL)"
	if err := d.pool.QueryRow(ctx, lacks, tables).Scan(&missing); err != nil || !missing {
		return err
	}
	_, err := d.pool.Exec(ctx, "SELECT onto_search_indexes()")
	if ctx.Err() == nil {
		err = nil
	}
	return err
}
