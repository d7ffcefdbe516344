package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"dossier/db"
)

// Load implements [db.Loader]. It drops the indexes of tables that have fewer
// rows than are to be added, except those that keep stored rows unique, and
// builds them at the end, sorted, which takes a fraction of the time. Readers
// do not see this: they read as of before the transaction.
func (c *connection) Load(ctx context.Context, tables []db.Table, rows int, write func(empty map[string]bool) error) error {
	if err := c.set(ctx, loading); err != nil {
		return err
	}
	err := c.load(ctx, tables, rows, write)
	return errors.Join(err, c.set(context.WithoutCancel(ctx), usual)) // not after a panic: it abandons the connection
}

func (c *connection) load(ctx context.Context, tables []db.Table, rows int, write func(empty map[string]bool) error) error {
	empty := map[string]bool{}
	var dropped []index
	for _, table := range tables {
		held, err := c.atMost(ctx, table)
		if err != nil {
			return err
		}
		empty[table.Name] = held == 0
		if held > int64(rows) {
			continue
		}
		indexes, err := c.dropIndexes(ctx, table, held == 0)
		if err != nil {
			return err
		}
		dropped = append(dropped, indexes...)
	}
	if err := write(empty); err != nil {
		return err
	}
	if err := c.set(ctx, building); err != nil {
		return err
	}
	return c.build(ctx, dropped)
}

// The settings of a connection that loads, of one that then builds indexes, and
// of others: more pages in memory while rows are written, and files for sorting,
// because the rows of an index may not fit into the memory of a connection. A
// sort takes as much memory as the pages, and twice that for a moment.
const (
	loading  = "PRAGMA cache_size = -96000; PRAGMA temp_store = file;"
	building = "PRAGMA cache_size = -32000;"
	usual    = "PRAGMA cache_size = -32000; PRAGMA temp_store = memory;"
)

func (c *connection) set(ctx context.Context, settings string) error {
	_, err := c.conn.ExecContext(ctx, settings)
	return err
}

// atMost returns a number that is at least that of the rows in a table, and 0
// only for none. Counting would read them all.
func (c *connection) atMost(ctx context.Context, table db.Table) (count int64, err error) {
	return count, c.Read(ctx, db.Query{
		SQL:  "SELECT COALESCE(max(rowid), 0) FROM " + table.Name,
		Each: func(row db.Row) error { return row.Scan(&count) },
	})
}

// An index has the statement that creates it.
type index struct{ name, sql string }

// dropIndexes drops the indexes of a table and returns them. It keeps that of
// the key, and unless unique is set, the unique ones.
func (c *connection) dropIndexes(ctx context.Context, table db.Table, unique bool) (dropped []index, err error) {
	query := db.Query{
		SQL: `SELECT list.name, schema.sql FROM pragma_index_list(?) list JOIN sqlite_schema schema ON schema.type = 'index' AND schema.name = list.name
			WHERE schema.sql IS NOT NULL AND (? OR NOT list."unique") ORDER BY list.name`,
		Args: []any{table.Name, unique},
		Each: func(row db.Row) error {
			var found index
			err := row.Scan(&found.name, &found.sql)
			dropped = append(dropped, found)
			return err
		},
	}
	err = c.Read(ctx, query)
	for _, index := range dropped {
		if err == nil {
			_, err = c.conn.ExecContext(ctx, "DROP INDEX "+sqlite3.QuoteIdentifier(index.name))
		}
	}
	return dropped, err
}

// build creates the indexes.
func (c *connection) build(ctx context.Context, indexes []index) error {
	for _, index := range indexes {
		if _, err := c.conn.ExecContext(ctx, index.sql); err != nil {
			return fmt.Errorf("build index %s: %w", index.name, err)
		}
	}
	return nil
}
