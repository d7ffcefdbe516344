package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/engine"
	"dossier/graph"
)

// beginRead begins a transaction whose statements see the same moment.
const beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// Read implements [engine.Reader] in one round trip, for any number of queries. A
// single query sees one snapshot; several run in a transaction. No statement
// sets a timeout, which would take as long as most reads. Instead, the queries
// are cancelled when the context ends.
func (d *database) Read(ctx context.Context, queries ...engine.Query) error {
	if len(queries) == 0 {
		return nil
	}
	if done, err := d.readLate(ctx, queries); done {
		return err
	}
	if len(queries) == 1 && !d.secured {
		return d.failure(ctx, d.readOne(ctx, queries[0]))
	}
	batch := &pgx.Batch{}
	if len(queries) > 1 {
		batch.Queue(beginRead)
	}
	d.queueActor(ctx, batch) // even without BEGIN, a batch is a transaction
	first := batch.Len()
	queue(batch, queries)
	if len(queries) > 1 {
		batch.Queue("COMMIT")
	}
	return d.failure(ctx, receive(d.pool.SendBatch(ctx, batch), first, queries))
}

// readOne runs a query without the cost of a batch.
func (d *database) readOne(ctx context.Context, query engine.Query) error {
	rows, err := d.pool.Query(ctx, query.SQL, query.Args...)
	if err != nil {
		return err
	}
	if err := scanRows(rows, 0, passTo(query.Each)); err != nil {
		return err
	}
	query.Finish()
	return nil
}

func queue(batch *pgx.Batch, queries []engine.Query) {
	for _, query := range queries {
		batch.Queue(query.SQL, query.Args...)
	}
}

// receive reads the results of a batch. The results of queries begin with
// statement first.
func receive(results pgx.BatchResults, first int, queries []engine.Query) (err error) {
	defer func() {
		if closing := results.Close(); err == nil {
			err = closing
		}
	}()
	if err := skip(results, first); err != nil {
		return err
	}
	for _, query := range queries {
		if err := receiveRows(results, query.Each); err != nil {
			return err
		}
		query.Finish()
	}
	return nil
}

// skip reads the results of statements that return no rows.
func skip(results pgx.BatchResults, statements int) error {
	for range statements {
		if _, err := results.Exec(); err != nil {
			return err
		}
	}
	return nil
}

func receiveRows(results pgx.BatchResults, each func(engine.Row) error) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	return scanRows(rows, 0, passTo(each))
}

// passTo returns a function that calls each with a row.
func passTo(each func(engine.Row) error) func(*row) error {
	return func(r *row) error { return each(r) }
}

// scanRows calls each for each row. The first columns are not among those that
// its Scan reads.
func scanRows(rows pgx.Rows, first int, each func(*row) error) error {
	defer rows.Close()
	current := rowsKept.Get().(*row)
	defer current.release()
	current.rows, current.first = rows, first
	for rows.Next() {
		if err := each(current); err != nil {
			return err
		}
	}
	return rows.Err()
}

// queueSettings adds the settings at the beginning of a transaction. They only
// apply to it, because the connection serves other requests later.
func queueSettings(ctx context.Context, batch *pgx.Batch) {
	if deadline, limited := ctx.Deadline(); limited {
		left := max(time.Until(deadline).Milliseconds(), 1)
		batch.Queue("SELECT set_config('statement_timeout', $1, true)", strconv.FormatInt(left, 10))
	}
}

// Snapshot implements [engine.Backend].
func (d *database) Snapshot(ctx context.Context, f func(engine.Reader) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return d.transact(ctx, options, func(tx *transaction) error { return f(tx) })
}

// deadlockTries is the maximum number of attempts for a transaction that fails
// because of a deadlock with another program. By eye.
const deadlockTries = 3

// Write implements [engine.Backend]. It repeats a transaction that fails because of
// a deadlock. These occur because other programs lock a row before the revision
// of its project, and this one after it.
func (d *database) Write(ctx context.Context, f func(engine.Tx) error) error {
	return d.write(ctx, func(tx *transaction) error { return f(tx) })
}

func (d *database) write(ctx context.Context, f func(*transaction) error) (err error) {
	for range deadlockTries {
		err = d.transact(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, f)
		if failed, ok := errors.AsType[*pgconn.PgError](err); !ok || failed.Code != "40P01" {
			return err
		}
	}
	return err
}

func (d *database) transact(ctx context.Context, options pgx.TxOptions, f func(*transaction) error) error {
	tx, err := d.pool.BeginTx(ctx, options)
	if err != nil {
		return d.failure(ctx, err)
	}
	defer func() { _ = tx.Rollback(ctx) }() // after an error or a panic; otherwise it has ended
	settings := &pgx.Batch{}
	queueSettings(ctx, settings)
	d.queueActor(ctx, settings)
	if settings.Len() > 0 {
		if err := tx.SendBatch(ctx, settings).Close(); err != nil {
			return d.failure(ctx, err)
		}
	}
	if err := f(&transaction{tx: tx, secured: d.secured, staged: map[string]bool{}}); err != nil {
		return d.failure(ctx, err)
	}
	switch {
	case ctx.Err() != nil, options.AccessMode == pgx.ReadOnly:
		return d.failure(ctx, ctx.Err())
	case tx.Conn().IsClosed():
		return d.failure(ctx, pgconn.ErrConnClosed)
	}
	return d.commit(ctx, tx)
}

// commitWithin is the time limit of a commit, by eye: a synchronous replica may
// be slow. The request's own limit does not apply, because a commit that is not
// waited for has an unknown outcome.
const commitWithin = 10 * time.Second

// commit commits a transaction. An error is OUTCOME_UNKNOWN unless the server
// says that the transaction was rolled back.
func (d *database) commit(ctx context.Context, tx pgx.Tx) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitWithin)
	defer cancel()
	err := tx.Commit(ctx)
	if err == nil || isRolledBack(err) {
		return d.failure(ctx, err)
	}
	return fmt.Errorf("commit at %s: %w", d.name(), graph.Unknown("the store did not confirm the commit", err))
}

// isRolledBack reports whether the error of a commit says that the transaction was
// rolled back. pgconn.SafeToRetry does not: it is true for a connection that was
// lost after the commit was sent. A server that ends the connection may have committed before.
func isRolledBack(err error) bool {
	refused, is := errors.AsType[*pgconn.PgError](err)
	ended := is && (refused.SeverityUnlocalized != "ERROR" || refused.Code == "40003" || strings.HasPrefix(refused.Code, "08"))
	return is && !ended || errors.Is(err, pgx.ErrTxCommitRollback)
}

// A transaction is a [engine.Tx].
type transaction struct {
	tx      pgx.Tx
	secured bool            // policies limit the role to the rows of an actor
	staged  map[string]bool // the temporary tables of Put
	empty   map[string]bool // the tables that had no rows when a load began
	alone   bool            // others may wait until the transaction ends
	words   *wordbook       // of a load, else nil
	later   []string        // statements for indexes that are built after the commit
}

// Read implements [engine.Reader].
func (t *transaction) Read(ctx context.Context, queries ...engine.Query) error {
	if len(queries) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	queue(batch, queries)
	return receive(t.tx.SendBatch(ctx, batch), 0, queries)
}

// Exec implements [engine.Tx].
func (t *transaction) Exec(ctx context.Context, sql string, args ...any) error {
	_, err := t.tx.Exec(ctx, sql, args...)
	return err
}

// Returning implements [engine.Tx].
func (t *transaction) Returning(ctx context.Context, statement engine.Query) error {
	return t.Read(ctx, statement)
}
