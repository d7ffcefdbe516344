package write

import (
	"context"
	"maps"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
)

// A put has the rows for a table.
type put struct {
	table engine.Table
	rows  [][]any      // of which some may be stored
	into  engine.Table // with the columns of added
	added [][]any      // of which none is stored
}

// plan adds a row to the planned rows of a table; isNew if its key is not stored.
func (w *write) plan(table engine.Table, row []any, isNew bool) {
	planned := w.rows[table.Name]
	if planned == nil {
		planned = &put{table: table, into: table}
		w.rows[table.Name] = planned
	}
	for i := range row {
		row[i] = w.conn.Dialect.Arg(row[i])
	}
	if isNew {
		planned.added = append(planned.added, row)
	} else {
		planned.rows = append(planned.rows, row)
	}
}

// putRows writes the planned rows of all tables.
func (w *write) putRows(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(w.rows)) {
		if err := w.rows[name].write(ctx, w.tx); err != nil {
			return err
		}
	}
	return nil
}

// write writes the rows.
func (p *put) write(ctx context.Context, tx engine.Tx) (err error) {
	if len(p.rows) > 0 {
		err = tx.Put(ctx, p.table, p.rows)
	}
	if len(p.added) > 0 && err == nil {
		err = tx.Insert(ctx, p.into, p.added)
	}
	return err
}

// planEvents plans the rows of the events of the batch.
func (w *write) planEvents(context.Context) error {
	w.rows[schema.Events.Name] = &put{table: schema.Events, added: w.journal.rows()}
	return nil
}
