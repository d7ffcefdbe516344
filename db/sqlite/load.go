package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"dossier/db/engine"
)

// Load implements [engine.Loader]. It drops the indexes of tables that have fewer
// rows than are to be added, except those that keep stored rows unique, and
// builds them at the end, sorted, which takes a fraction of the time. It also
// drops the triggers of the tables, which ignore rows of this program, and
// creates them again: their conditions take a fifth of the time of an insert.
// Readers do not see this: they read as of before the transaction.
func (c *connection) Load(ctx context.Context, tables []engine.Table, rows int, write func(empty map[string]bool) error) error {
	if err := c.set(ctx, loading); err != nil {
		return err
	}
	err := c.load(ctx, tables, rows, write)
	return errors.Join(err, c.set(context.WithoutCancel(ctx), usual)) // not after a panic: it abandons the connection
}

func (c *connection) load(ctx context.Context, tables []engine.Table, rows int, write func(empty map[string]bool) error) error {
	empty, before := map[string]bool{}, map[string]int64{}
	var dropped, triggers []object
	for _, table := range tables {
		if table.Clustered { // it is the index of its key
			continue
		}
		held, err := c.atMost(ctx, table)
		if err != nil {
			return err
		}
		empty[table.Name], before[table.Name] = held == 0, held
		fired, err := c.drop(ctx, "TRIGGER", triggersOf, table.Name)
		if err != nil {
			return err
		}
		triggers = append(triggers, fired...)
		if held > int64(rows) {
			continue
		}
		indexes, err := c.drop(ctx, "INDEX", indexesToBuild, table.Name, held == 0)
		if err != nil {
			return err
		}
		dropped = append(dropped, indexes...)
	}
	if err := write(empty); err != nil {
		return err
	}
	if err := c.set(ctx, building); err != nil { // before the first sort
		return err
	}
	if err := c.addIDs(ctx, before); err != nil {
		return err
	}
	return c.create(ctx, append(dropped, triggers...))
}

// addIDs does what the triggers of the tables with ids would have done for the
// rows after those that were there before. In the order of ids this takes a
// fraction of the time.
func (c *connection) addIDs(ctx context.Context, before map[string]int64) error {
	for _, table := range identified {
		held, isLoaded := before[table]
		if !isLoaded {
			continue
		}
		if _, err := c.conn.ExecContext(ctx,
			"INSERT INTO onto_ids (id, project_id) SELECT id, project_id FROM "+table+" WHERE rowid > ? ORDER BY id", held); err != nil {
			return fmt.Errorf("add the ids of %s: %w", table, err)
		}
	}
	return nil
}

// identified are the tables whose ids are in onto_ids.
var identified = []string{"onto_entities", "onto_edges"}

// The settings of a connection that loads, of one that then sorts ids and builds indexes, and
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
func (c *connection) atMost(ctx context.Context, table engine.Table) (count int64, err error) {
	return count, c.Read(ctx, engine.Query{
		SQL:  "SELECT COALESCE(max(rowid), 0) FROM " + table.Name,
		Each: func(row engine.Row) error { return row.Scan(&count) },
	})
}

// An object of the schema has the statement that creates it.
type object struct{ name, sql string }

// Queries for the objects of a table to drop. Of indexes, that of the key is
// kept, and unless the second parameter is set, the unique ones. Those by
// revision and by the time of events are also kept: new rows are the last in
// them, and adding these takes less time than reading all rows again. So are the
// partial ones, which have few rows.
const (
	triggersOf     = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid"
	indexesToBuild = `SELECT list.name, schema.sql FROM pragma_index_list(?) list JOIN sqlite_schema schema ON
		schema.type = 'index' AND schema.name = list.name
		WHERE schema.sql IS NOT NULL AND (? OR NOT list."unique") AND NOT list.partial
		AND list.name NOT LIKE '%\_rev' ESCAPE '\' AND list.name <> 'onto_events_at' ORDER BY list.name`
)

// drop drops the objects of a kind that a query returns, and returns them.
func (c *connection) drop(ctx context.Context, kind, query string, args ...any) (dropped []object, err error) {
	err = c.Read(ctx, engine.Query{SQL: query, Args: args, Each: func(row engine.Row) error {
		var found object
		err := row.Scan(&found.name, &found.sql)
		dropped = append(dropped, found)
		return err
	}})
	for _, object := range dropped {
		if err == nil {
			_, err = c.conn.ExecContext(ctx, "DROP "+kind+" "+sqlite3.QuoteIdentifier(object.name))
		}
	}
	return dropped, err
}

// create creates the objects.
func (c *connection) create(ctx context.Context, objects []object) error {
	for _, object := range objects {
		if _, err := c.conn.ExecContext(ctx, object.sql); err != nil {
			return fmt.Errorf("create %s: %w", object.name, err)
		}
	}
	return nil
}
