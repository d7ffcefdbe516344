package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"dossier/db"
)

// Read implements [db.Reader]. A single statement is of one moment by itself.
func (d *database) Read(ctx context.Context, queries ...db.Query) error {
	if len(queries) > 1 {
		return d.Snapshot(ctx, func(reader db.Reader) error { return reader.Read(ctx, queries...) })
	}
	return d.failure(ctx, readAll(ctx, d.readers, queries))
}

// Snapshot implements [db.Backend].
func (d *database) Snapshot(ctx context.Context, f func(db.Reader) error) error {
	return d.transact(ctx, d.readers, &sql.TxOptions{ReadOnly: true}, func(tx transaction) error { return f(tx) })
}

// Write implements [db.Backend].
func (d *database) Write(ctx context.Context, f func(db.Tx) error) error {
	return d.transact(ctx, d.writer, nil, func(tx transaction) error { return f(tx) })
}

func (d *database) transact(ctx context.Context, pool *sql.DB, options *sql.TxOptions, f func(transaction) error) error {
	tx, err := pool.BeginTx(ctx, options)
	if err != nil {
		return d.failure(ctx, err)
	}
	defer func() { _ = tx.Rollback() }() // of no effect once it is committed
	if err := f(transaction{tx}); err != nil {
		return d.failure(ctx, err)
	}
	return d.failure(ctx, tx.Commit())
}

// A transaction is a [db.Tx].
type transaction struct{ tx *sql.Tx }

// Read implements [db.Reader].
func (t transaction) Read(ctx context.Context, queries ...db.Query) error {
	return readAll(ctx, t.tx, queries)
}

// Put implements [db.Tx].
func (t transaction) Put(ctx context.Context, table db.Table, rows [][]any) (err error) {
	insert, err := t.tx.PrepareContext(ctx, table.Upsert("VALUES ("+dialect.Params(table)+")"))
	if err != nil {
		return fmt.Errorf("write %s: %w", table.Name, err)
	}
	defer insert.Close()
	for _, row := range rows {
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return fmt.Errorf("write %s: %w", table.Name, err)
		}
	}
	return nil
}

// querier is a pool or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func readAll(ctx context.Context, from querier, queries []db.Query) error {
	for _, query := range queries {
		if err := readOne(ctx, from, query); err != nil {
			return err
		}
	}
	return nil
}

func readOne(ctx context.Context, from querier, query db.Query) error {
	rows, err := from.QueryContext(ctx, query.SQL, query.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := query.Each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
