package conn

import (
	"context"

	"dossier/db/engine"
)

// observers are the hooks of [Options] for statements.
type observers struct {
	each   func(sql string)
	around func(ctx context.Context, statements []string) func(error)
}

// run runs a round trip with statements. Those that do not run because the context
// has ended are not reported.
func (o *observers) run(ctx context.Context, statements []string, run func() error) error {
	for _, sql := range statements {
		if o.each == nil || ctx.Err() != nil {
			break
		}
		o.each(sql)
	}
	if o.around == nil || len(statements) == 0 {
		return run()
	}
	end := o.around(ctx, statements)
	err := run()
	end(err)
	return err
}

// queried runs a round trip with queries.
func (o *observers) queried(ctx context.Context, queries []engine.Query, run func() error) error {
	if o.each == nil && o.around == nil || ctx.Err() != nil {
		return run()
	}
	statements := make([]string, len(queries))
	for i := range queries {
		statements[i] = queries[i].SQL
	}
	return o.run(ctx, statements, run)
}

type watched struct {
	reader engine.Reader
	watch  *observers
}

// Read implements [engine.Reader].
func (w watched) Read(ctx context.Context, queries ...engine.Query) error {
	return w.watch.queried(ctx, queries, func() error { return w.reader.Read(ctx, queries...) })
}

func (c *Conn) watchedTx(tx engine.Tx) engine.Tx {
	reports := watchedTx{watched{tx, &c.watch}, tx}
	if loader, is := tx.(engine.Loader); is {
		return watchedLoader{reports, loader}
	}
	return reports
}

// A watchedLoader does not report the statements that prepare for rows.
type watchedLoader struct {
	watchedTx
	engine.Loader
}

type watchedTx struct {
	watched
	tx engine.Tx
}

// Exec implements [engine.Tx].
func (w watchedTx) Exec(ctx context.Context, sql string, args ...any) error {
	return w.watch.run(ctx, []string{sql}, func() error { return w.tx.Exec(ctx, sql, args...) })
}

// Returning implements [engine.Tx].
func (w watchedTx) Returning(ctx context.Context, statement engine.Query) error {
	return w.watch.run(ctx, []string{statement.SQL}, func() error { return w.tx.Returning(ctx, statement) })
}

// Put implements [engine.Tx]. It reports one statement for any number of rows.
func (w watchedTx) Put(ctx context.Context, table engine.Table, rows [][]any) error {
	return w.watch.run(ctx, []string{"INSERT INTO " + table.Name}, func() error { return w.tx.Put(ctx, table, rows) })
}

// Insert implements [engine.Tx]. It reports one statement for any number of rows.
func (w watchedTx) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	return w.watch.run(ctx, []string{"INSERT INTO " + table.Name}, func() error { return w.tx.Insert(ctx, table, rows) })
}

// Prepare implements [engine.Preparer].
func (w watchedTx) Prepare(ctx context.Context, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	return Prepare(ctx, w.tx, reader, table, rows)
}

// Prepare calls Prepare of a transaction that has it; else it returns what it is given.
func Prepare(ctx context.Context, tx engine.Tx, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	if preparer, is := tx.(engine.Preparer); is {
		return preparer.Prepare(ctx, reader, table, rows)
	}
	return table, rows, nil
}
