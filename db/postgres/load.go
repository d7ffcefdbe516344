package postgres

import (
	"context"
	"fmt"
	"strings"

	"dossier/db"
)

// Load implements [db.Loader]. Rows are copied into empty tables directly: there
// is nothing to replace, and a row that another transaction adds in the meantime
// is a conflict. Indexes remain, because dropping one would make all readers
// wait. With policies, no table is taken to be empty, because the actor may not
// see its rows.
func (t *transaction) Load(ctx context.Context, tables []db.Table, _ int, write func(empty map[string]bool) error) error {
	empty := map[string]bool{}
	if !t.secured {
		if err := t.Read(ctx, emptyOf(tables, empty)); err != nil {
			return err
		}
	}
	t.empty = empty
	defer func() { t.empty = nil }()
	return write(empty)
}

// emptyOf returns the query that adds the names of tables without rows to empty.
func emptyOf(tables []db.Table, empty map[string]bool) db.Query {
	var parts []string
	for _, table := range tables {
		parts = append(parts, fmt.Sprintf("SELECT '%[1]s' WHERE NOT EXISTS (SELECT FROM %[1]s)", table.Name))
	}
	return db.Query{SQL: strings.Join(parts, " UNION ALL "), Each: func(row db.Row) error {
		var name string
		err := row.Scan(&name)
		empty[name] = true
		return err
	}}
}
