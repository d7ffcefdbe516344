package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/engine"
	"dossier/db/schema"
)

// Import implements [engine.Importer]. If the tables have no rows and nobody uses
// them, their indexes are dropped and built again at the end, which takes less
// time than adding each row to them. Others that read the tables wait until then.
func (d *database) Import(ctx context.Context, f func(engine.Tx) error) error {
	var later []string
	err := d.write(ctx, func(tx *transaction) error {
		tx.alone = true
		err := f(tx)
		later = tx.later
		return err
	})
	if err == nil {
		_ = searchIndexes{d.pool}.createEach(ctx, later) // the rows are stored; what is left is built when the store is opened
	}
	return err
}

// loading sets what a load needs until the end of its transaction, as far as the
// server permits. Long values are compressed by lz4, in a fifth of the time of the
// default. Indexes of most tables are built without other processes: with two
// processors, starting some for each of a hundred indexes took 2 of 7 s, and saved
// nothing for tables of 40 MB; it saves nearly half for those of 110 MB. Enough
// memory to gather the words of an index without writing them in parts saved 1 of
// 5 s.
const loading = `SELECT set_config(name, 'lz4', true) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)
	UNION ALL SELECT set_config(name, least, true) FROM
	(VALUES ('min_parallel_table_scan_size', '64MB'), ('maintenance_work_mem', '256MB')) AS sizes (name, least)
	WHERE pg_size_bytes(current_setting(name)) < pg_size_bytes(least)`

// errInUse means that indexes of tables cannot be dropped now.
var errInUse = errors.New("the tables have rows")

// dropIndexes drops the keys and indexes of tables, and returns the statements
// that create them again. It drops none if a table has rows, if another
// transaction uses one, or if the role may not drop them or other objects need
// them.
func (t *transaction) dropIndexes(ctx context.Context, tables []engine.Table) (create []string, err error) {
	err = pgx.BeginFunc(ctx, t.tx, func(tx pgx.Tx) error { // a savepoint
		within := &transaction{tx: tx}
		if err := within.lockEmpty(ctx, tables); err != nil {
			return err
		}
		var drop []string
		drop, create, err = within.indexesOf(ctx, tables)
		return errors.Join(err, within.execAll(ctx, drop))
	})
	var refused *pgconn.PgError
	if errors.Is(err, errInUse) || errors.As(err, &refused) && cannotDrop[refused.Code] {
		return nil, nil
	}
	return create, err
}

// cannotDrop has the codes of errors for a lock that others hold, for a role that
// does not own the tables, and for an index that another object needs.
var cannotDrop = map[string]bool{"55P03": true, "42501": true, "2BP01": true}

// lockEmpty locks the tables unless another transaction uses one. It returns
// [errInUse] if one has rows.
func (t *transaction) lockEmpty(ctx context.Context, tables []engine.Table) error {
	for _, table := range tables {
		if err := t.Exec(ctx, "LOCK TABLE "+table.Name+" IN ACCESS EXCLUSIVE MODE NOWAIT"); err != nil {
			return err
		}
	}
	empty := map[string]bool{}
	if err := t.Read(ctx, emptyOf(tables, empty)); err != nil {
		return err
	}
	if len(empty) < len(tables) {
		return errInUse
	}
	return nil
}

// indexesQuery returns the statements that drop and create the indexes of tables.
// It omits those with properties that the statement would not restore, and those of
// partitioned tables.
const indexesQuery = `SELECT
	CASE WHEN indisprimary THEN format('ALTER TABLE %s DROP CONSTRAINT %I', indrelid::regclass, relname) ELSE
	format('DROP INDEX %s', indexrelid::regclass) END,
	CASE WHEN indisprimary THEN format('ALTER TABLE %s ADD CONSTRAINT %I %s', indrelid::regclass, relname,
		(SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conindid = indexrelid AND contype = 'p')) ELSE pg_get_indexdef(indexrelid) END
	FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
	WHERE indrelid = ANY($1::regclass[]) AND indisvalid AND NOT indisclustered AND NOT indisreplident
		AND relkind = 'i' AND reltablespace = 0 AND obj_description(indexrelid, 'pg_class') IS NULL
	ORDER BY indrelid::regclass::text, NOT indisprimary, relname`

func (t *transaction) indexesOf(ctx context.Context, tables []engine.Table) (drop, create []string, err error) {
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.Name
	}
	err = t.Read(ctx, engine.Query{SQL: indexesQuery, Args: []any{names}, Each: func(row engine.Row) error {
		var dropping, creating string
		err := row.Scan(&dropping, &creating)
		drop, create = append(drop, dropping), append(create, creating)
		return err
	}})
	return drop, create, err
}

// analysis returns the statements that gather the statistics of all tables.
// Postgres does so by itself only after a minute. Until then it takes a project
// for a few rows, and sorts them all for the first ten: three lists of a project
// of 10,000 entities took 3.2 ms instead of .9. A sample of a tenth of the usual
// rows suffices until then: it gives the same plans, and takes .32 s instead of
// .97 for 100,000 entities. A role that does not own the tables gets a warning.
func analysis() []string {
	var names []string
	for _, table := range schema.Tables() {
		names = append(names, table.Name)
	}
	return []string{"SET LOCAL default_statistics_target = 10", "ANALYZE " + strings.Join(names, ", ")}
}

// execAll runs statements.
func (t *transaction) execAll(ctx context.Context, statements []string) error {
	for _, statement := range statements {
		if _, err := t.tx.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
