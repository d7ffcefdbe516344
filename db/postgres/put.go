package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"dossier/db/engine"
)

// bulk is the number of rows from which a temporary table is faster. By eye.
const bulk = 50

// Put implements [engine.Tx].
func (t *transaction) Put(ctx context.Context, table engine.Table, rows [][]any) error {
	put := t.putEach
	if len(rows) >= bulk {
		put = t.putAll
	}
	return t.write(ctx, table, rows, put)
}

// Insert implements [engine.Tx]. Many rows are copied into the table directly, unless
// policies forbid it.
func (t *transaction) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	copied := t.empty[table.Name]
	if !copied && !t.secured && len(rows) >= bulk {
		stored, err := t.anyStored(ctx, table, rows)
		if err != nil {
			return err
		}
		copied = !stored
	}
	if copied {
		return t.write(ctx, table, rows, t.copyInto(table.Name))
	}
	return t.Put(ctx, table, rows)
}

// anyStored reports whether a row that another program wrote has the key of one of
// the rows: an id, in a project or alone. In tables with other keys there is none.
func (t *transaction) anyStored(ctx context.Context, table engine.Table, rows [][]any) (stored bool, err error) {
	if table.Key[len(table.Key)-1] != "id" {
		return false, nil
	}
	var args []any
	var lists []string
	for i, column := range table.Key {
		at, values := slices.Index(table.Names(), column), make([]any, len(rows))
		for j, row := range rows {
			values[j] = row[at]
		}
		args, lists = append(args, values), append(lists, fmt.Sprintf("$%d::uuid[]", i+1))
	}
	return stored, t.Read(ctx, engine.Query{
		SQL: fmt.Sprintf("SELECT EXISTS (SELECT FROM %s WHERE (%s) IN (SELECT * FROM unnest(%s)))", table.Name,
			strings.Join(table.Key, ", "), strings.Join(lists, ", ")),
		Args: args,
		Each: func(row engine.Row) error { return row.Scan(&stored) },
	})
}

// write calls put with rows. Its errors name the table.
func (t *transaction) write(ctx context.Context, table engine.Table, rows [][]any,
	put func(context.Context, engine.Table, [][]any) error) error {
	if err := put(ctx, table, rows); err != nil {
		return fmt.Errorf("write %s: %w", table.Name, err)
	}
	return nil
}

func (t *transaction) putEach(ctx context.Context, table engine.Table, rows [][]any) error {
	upsert := table.Upsert("VALUES (" + dialect.Params(table) + ")")
	batch := &pgx.Batch{}
	for _, row := range rows {
		batch.Queue(upsert, row...)
	}
	return t.tx.SendBatch(ctx, batch).Close()
}

// putAll copies the rows into a temporary table, and from there into the table
// with one statement.
func (t *transaction) putAll(ctx context.Context, table engine.Table, rows [][]any) error {
	names := table.Names()
	staging := "put_" + table.Name
	prepare := fmt.Sprintf("CREATE TEMPORARY TABLE %s (LIKE %s) ON COMMIT DROP", staging, table.Name)
	if t.staged[staging] {
		prepare = "TRUNCATE " + staging
	}
	if _, err := t.tx.Exec(ctx, prepare, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	t.staged[staging] = true
	if err := t.copyInto(staging)(ctx, table, rows); err != nil {
		return err
	}
	upsert := table.Upsert("SELECT " + strings.Join(names, ", ") + " FROM " + staging)
	// Each transaction has a new temporary table, so that a prepared statement
	// could not be reused.
	_, err := t.tx.Exec(ctx, upsert, pgx.QueryExecModeSimpleProtocol)
	return err
}
