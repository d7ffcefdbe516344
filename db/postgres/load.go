package postgres

import (
	"context"
	"fmt"
	"strings"

	"dossier/db/engine"
)

// Load implements [engine.Loader]. Few rows are also copied into empty tables directly:
// there is nothing to replace, and a row that another transaction adds in the
// meantime is a conflict. Indexes remain unless the transaction is alone, because dropping
// one makes all readers wait. With policies, no table is taken to be empty,
// because the actor may not see its rows.
func (t *transaction) Load(ctx context.Context, tables []engine.Table, _ int, write func(empty map[string]bool) error) error {
	empty := map[string]bool{}
	if !t.secured {
		if err := t.Read(ctx, emptyOf(tables, empty)); err != nil {
			return err
		}
	}
	if err := t.Exec(ctx, loading); err != nil {
		return err
	}
	var create []string
	if t.alone && len(empty) == len(tables) {
		var err error
		if create, err = t.dropIndexes(ctx, tables); err != nil {
			return err
		}
		t.later, create = postponed(create)
		create = append(create, analysis()...)
	}
	t.empty, t.words = empty, newWordbook()
	defer func() { t.empty, t.words = nil, nil }()
	if err := write(empty); err != nil {
		return err
	}
	var err error
	if t.later, err = t.ordered(ctx, t.later); err != nil {
		return err
	}
	return t.execAll(ctx, create)
}

// emptyOf returns the query that adds the names of tables without rows to empty.
func emptyOf(tables []engine.Table, empty map[string]bool) engine.Query {
	var parts []string
	for _, table := range tables {
		parts = append(parts, fmt.Sprintf("SELECT '%[1]s' WHERE NOT EXISTS (SELECT FROM %[1]s)", table.Name))
	}
	return engine.Query{SQL: strings.Join(parts, " UNION ALL "), Each: func(row engine.Row) error {
		var name string
		err := row.Scan(&name)
		empty[name] = true
		return err
	}}
}
