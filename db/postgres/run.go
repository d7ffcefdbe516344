package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db"
)

// Read implements [db.Reader]: one round trip, in a transaction that sees one
// moment, however many queries there are.
func (d *database) Read(ctx context.Context, queries ...db.Query) error {
	if len(queries) == 0 {
		return nil
	}
	framed := append([]db.Query{{SQL: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}, settings(ctx)...)
	framed = append(append(framed, queries...), db.Query{SQL: "COMMIT"})
	return d.failure(ctx, send(ctx, d.pool, framed))
}

// settings are the statements that open every transaction: what holds for it
// alone, since the connection is another request's next.
func settings(ctx context.Context) []db.Query {
	deadline, limited := ctx.Deadline()
	if !limited {
		return nil
	}
	left := max(time.Until(deadline).Milliseconds(), 1)
	return []db.Query{{SQL: "SELECT set_config('statement_timeout', $1, true)", Args: []any{strconv.FormatInt(left, 10)}}}
}

// Snapshot implements [db.Backend].
func (d *database) Snapshot(ctx context.Context, f func(db.Reader) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return d.transact(ctx, options, func(tx transaction) error { return f(tx) })
}

// Write implements [db.Backend].
func (d *database) Write(ctx context.Context, f func(db.Tx) error) error {
	return d.transact(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx transaction) error { return f(tx) })
}

func (d *database) transact(ctx context.Context, options pgx.TxOptions, f func(transaction) error) error {
	return d.failure(ctx, pgx.BeginTxFunc(ctx, d.pool, options, func(tx pgx.Tx) error {
		if err := send(ctx, tx, settings(ctx)); err != nil {
			return err
		}
		return f(transaction{tx})
	}))
}

// A transaction is a [db.Tx].
type transaction struct{ tx pgx.Tx }

// Read implements [db.Reader].
func (t transaction) Read(ctx context.Context, queries ...db.Query) error {
	return send(ctx, t.tx, queries)
}

// sender is a pool or a transaction.
type sender interface {
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
}

// send runs queries in one round trip.
func send(ctx context.Context, to sender, queries []db.Query) (err error) {
	if len(queries) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	for _, query := range queries {
		batch.Queue(query.SQL, query.Args...)
	}
	results := to.SendBatch(ctx, batch)
	defer func() {
		if closing := results.Close(); err == nil {
			err = closing
		}
	}()
	for _, query := range queries {
		if err := receive(results, query); err != nil {
			return err
		}
	}
	return nil
}

func receive(results pgx.BatchResults, query db.Query) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if query.Each == nil {
			continue
		}
		if err := query.Each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
