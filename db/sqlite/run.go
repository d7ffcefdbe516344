package sqlite

import (
	"context"

	"dossier/db/engine"
)

// Read implements [engine.Reader]. A single statement needs no transaction to see
// one moment.
func (d *database) Read(ctx context.Context, queries ...engine.Query) error {
	if len(queries) > 1 {
		return d.Snapshot(ctx, func(reader engine.Reader) error { return reader.Read(ctx, queries...) })
	}
	return d.failure(ctx, d.readers.use(ctx, func(c *connection) error { return c.Read(ctx, queries...) }))
}

// Snapshot implements [engine.Backend].
func (d *database) Snapshot(ctx context.Context, f func(engine.Reader) error) error {
	return d.transact(ctx, d.readers, "BEGIN", func(c *connection) error { return f(c) })
}

// Write implements [engine.Backend].
func (d *database) Write(ctx context.Context, f func(engine.Tx) error) error {
	err := d.transact(ctx, d.writer, "BEGIN IMMEDIATE", func(c *connection) error { return f(c) })
	if err == nil {
		d.flush.Reset(flushAfter)
	}
	return err
}

func (d *database) transact(ctx context.Context, from *pool, begin string, f func(*connection) error) error {
	return d.failure(ctx, from.use(ctx, func(c *connection) (err error) {
		if _, err := c.conn.ExecContext(ctx, begin); err != nil {
			return err
		}
		done := false
		defer func() {
			if !done { // after an error or a panic: the connection is used again
				_, _ = c.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			}
		}()
		if err := f(c); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, err = c.conn.ExecContext(context.WithoutCancel(ctx), "COMMIT") // interrupted, it might be done or not
		done = err == nil
		return err
	}))
}

// Exec implements [engine.Tx].
func (c *connection) Exec(ctx context.Context, sql string, args ...any) error {
	statement, err := c.prepare(ctx, sql) //nolint:sqlclosecheck // kept for the next use
	if err != nil {
		return err
	}
	_, err = statement.ExecContext(ctx, args...)
	return err
}

// Returning implements [engine.Tx].
func (c *connection) Returning(ctx context.Context, statement engine.Query) error {
	return c.query(ctx, statement)
}
