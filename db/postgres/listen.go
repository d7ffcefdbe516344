package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// changes is the channel on which writes are notified.
const changes = "onto_changes"

// listenAgain is the pause between two attempts to listen. By eye.
const listenAgain = time.Second

// Announce implements [engine.Announcer].
func (d *database) Announce(ctx context.Context) error {
	_, err := d.pool.Exec(ctx, "NOTIFY "+changes)
	return d.failure(ctx, err)
}

// Listen implements [engine.Listener] on a separate connection. Through a pooler it
// returns immediately, because the next transaction may use another connection
// than LISTEN.
func (d *database) Listen(ctx context.Context, changed func()) {
	if d.pooled || d.closed.Load() {
		return
	}
	d.listeners.Add(1)
	defer d.listeners.Done()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(d.closing, stop)()
	for ctx.Err() == nil {
		_ = d.listen(ctx, changed) // readers get the same error, and see changes without notifications
		select {
		case <-time.After(listenAgain):
		case <-ctx.Done():
		}
	}
}

// listen calls changed when it has begun to listen and after every write. It
// returns when the connection is lost.
func (d *database) listen(ctx context.Context, changed func()) error {
	conn, err := pgx.ConnectConfig(ctx, d.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+changes); err != nil {
		return err
	}
	for {
		changed()
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return err
		}
	}
}
