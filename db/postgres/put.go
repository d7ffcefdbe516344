package postgres

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"dossier/db"
)

// bulk is how many rows pay for a temporary table.
const bulk = 50

// Put implements [db.Tx].
func (t transaction) Put(ctx context.Context, table db.Table, rows [][]any) error {
	put := t.putEach
	if len(rows) >= bulk {
		put = t.putAll
	}
	if err := put(ctx, table, rows); err != nil {
		return fmt.Errorf("write %s: %w", table.Name, err)
	}
	return nil
}

func (t transaction) putEach(ctx context.Context, table db.Table, rows [][]any) error {
	upsert := table.Upsert("VALUES (" + dialect.Params(table) + ")")
	queries := make([]db.Query, len(rows))
	for i, row := range rows {
		queries[i] = db.Query{SQL: upsert, Args: row}
	}
	return send(ctx, t.tx, queries)
}

// putAll copies the rows into a temporary table, from which one statement puts
// them where they belong.
func (t transaction) putAll(ctx context.Context, table db.Table, rows [][]any) error {
	names := table.Names()
	staging := "put_" + table.Name
	create := fmt.Sprintf("CREATE TEMPORARY TABLE %s (LIKE %s) ON COMMIT DROP", staging, table.Name)
	if _, err := t.tx.Exec(ctx, create, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	source := pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return binary(table, rows[i]) })
	if _, err := t.tx.CopyFrom(ctx, pgx.Identifier{staging}, names, source); err != nil {
		return err
	}
	upsert := table.Upsert("SELECT " + strings.Join(names, ", ") + " FROM " + staging)
	// The table is another one in each transaction, so no plan of it is kept.
	_, err := t.tx.Exec(ctx, upsert, pgx.QueryExecModeSimpleProtocol)
	return err
}

// binary is a row with its ids in the form that COPY takes.
func binary(table db.Table, row []any) ([]any, error) {
	for i, column := range table.Columns {
		text, isText := row[i].(string)
		if column.Type != db.UUID || !isText {
			continue
		}
		var id [16]byte
		if _, err := hex.Decode(id[:], []byte(strings.ReplaceAll(text, "-", ""))); err != nil {
			return nil, fmt.Errorf("%s: %w", column.Name, err)
		}
		row[i] = id
	}
	return row, nil
}
