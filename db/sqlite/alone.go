package sqlite

import (
	"context"

	"dossier/db/engine"
)

// Import implements [engine.Importer]. If the database has no entities and nobody
// else has the file open, the transaction writes into the file instead of the
// log. Every page of a log is copied later, and looking one up takes longer the
// longer the log is. A killed process leaves a journal by which
// the next one that opens the file makes it empty again.
func (d *database) Import(ctx context.Context, f func(engine.Tx) error) error {
	if d.path == Memory || d.access != readWrite || !d.closeReaders() {
		return d.Write(ctx, f)
	}
	err := d.failure(ctx, d.writer.use(ctx, func(c *connection) error { return c.leaveLog(ctx) }))
	if err != nil {
		return err
	}
	err = d.Write(ctx, f)
	_ = d.startLog(context.WithoutCancel(ctx)) // else it starts when the file is opened again; the rows are stored
	return err
}

// closeReaders closes the connections that read, and reports whether none is in
// use.
func (d *database) closeReaders() bool {
	for _, p := range []*pool{d.readers, d.probe} {
		if !p.closeIdle() {
			return false
		}
	}
	return true
}

// closeIdle closes the connections of a pool, which open again at their next
// use, unless one of them is in use or the pool is closed.
func (p *pool) closeIdle() bool {
	var idle []*connection
	defer func() {
		for _, c := range idle {
			p.free <- c
		}
	}()
	for range cap(p.free) {
		select {
		case c := <-p.free:
			idle = append(idle, c)
		default:
			return false
		}
	}
	for _, c := range idle {
		if c.close() != nil {
			return false
		}
	}
	return true
}

// leaveLog switches to a journal if the database has no entities. It does
// nothing if another process has the file open.
func (c *connection) leaveLog(ctx context.Context) error {
	held, err := c.atMost(ctx, engine.Table{Name: "onto_entities"})
	if err != nil || held > 0 {
		return err
	}
	if _, err := c.conn.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
		return err
	}
	if _, err := c.conn.ExecContext(ctx, "PRAGMA journal_mode = delete"); err != nil && ctx.Err() != nil { // or it is locked
		return err
	}
	_, err = c.conn.ExecContext(ctx, patience)
	return err
}
