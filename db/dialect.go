package db

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A Dialect is how the SQL of a database differs from that of others.
type Dialect struct {
	// Param is the prefix of a parameter: "$" for $1.
	Param string
	// ByBytes follows an expression that is ordered by bytes.
	ByBytes string
	// Find is the name of the function that returns the position of one text
	// in another, 0 if it is not in it.
	Find string
	// In returns the condition that a column has one of the values of a list.
	In func(column, list string) string
	// Unlocked follows a SELECT in a transaction that writes: it locks the rows,
	// and leaves out those that others have locked.
	Unlocked string
	// Notifies follows the UPDATE that makes the revisions of a write: it wakes the
	// listeners of other processes when the transaction commits. It may be empty.
	Notifies string
	// Rows returns the table for a parameter, which is a JSON array of objects.
	Rows func(param string, columns []Column) string
	// Moment is the statement for a text that every write to the database
	// changes, whichever program made it; "" if there is none.
	Moment string
	// Week and Month return the first day of the week, a Monday, and of the
	// month of a time, in UTC as text: 2026-11-16. They are null for null.
	Week, Month func(column string) string
	// Arg returns the argument for a value: nil, string, int, int64, float64,
	// bool, []byte, time.Time, graph.JSON, []string or []int.
	Arg func(value any) any
}

// listed is how many values a statement takes in a list at most, by eye: SQLite
// keeps a list in memory several times. Requests have far fewer; for an import
// the statement is run again.
const listed = 50_000

// A statement is SQL under construction, with its arguments.
type statement struct {
	dialect   *Dialect
	unchecked bool // the database alone checks the access
	sql       strings.Builder
	args      []any
}

func (s *Store) statement() *statement {
	return &statement{dialect: &s.dialect, unchecked: s.unchecked}
}

// add appends SQL.
func (s *statement) add(parts ...string) *statement {
	for _, part := range parts {
		s.sql.WriteString(part)
	}
	return s
}

// param makes a value an argument and returns the parameter for it.
func (s *statement) param(value any) string {
	s.args = append(s.args, s.dialect.Arg(value))
	return s.dialect.Param + strconv.Itoa(len(s.args))
}

// in returns the condition that a column has one of the values, which are a
// []string or an []int.
func (s *statement) in(column string, values any) string {
	return s.dialect.In(column, s.param(values))
}

// rows returns a table with these columns and the values of a slice of structs.
func (s *statement) rows(rows any, columns ...Column) string {
	text, _ := json.Marshal(rows) // cannot fail: strings and numbers only
	return s.dialect.Rows(s.param(string(text)), columns)
}

// query returns the finished statement as a query.
func (s *statement) query(each func(Row) error) Query {
	return Query{SQL: s.sql.String(), Args: s.args, Each: each}
}

// exec runs the finished statement in a transaction.
func (s *statement) exec(ctx context.Context, tx Tx) error {
	return tx.Exec(ctx, s.sql.String(), s.args...)
}

// Upsert returns the statement that inserts rows into the table or replaces
// those with the same key; source is "VALUES (…)" or "SELECT …".
func (t Table) Upsert(source string) string {
	var sets []string
	for _, column := range t.Columns {
		sets = append(sets, fmt.Sprintf("%[1]s = excluded.%[1]s", column.Name))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) %s ON CONFLICT (%s) DO UPDATE SET %s",
		t.Name, strings.Join(t.Names(), ", "), source, strings.Join(t.Key, ", "), strings.Join(sets, ", "))
}

// Params returns the parameters for a row of the table, "$1, $2, …".
func (d *Dialect) Params(t Table) string {
	params := make([]string, len(t.Columns))
	for i := range params {
		params[i] = d.Param + strconv.Itoa(i+1)
	}
	return strings.Join(params, ", ")
}

// Names returns the names of the table's columns.
func (t Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}
