package db

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
)

// A Dialect describes the differences between the SQL of databases.
type Dialect struct {
	// Param is the prefix of parameters: "$" for $1.
	Param string
	// ByBytes is appended to an expression to order it by bytes.
	ByBytes string
	// Unindexed precedes a column of a condition for which no index must be used.
	Unindexed string
	// Find is the name of the function that returns the position of one text in
	// another, 0 for none.
	Find string
	// In returns the condition that the value of a column is in a list.
	In func(column, list string) string
	// Elements returns a table with the texts of a column with a JSON list, as
	// "value". It has no rows for other values.
	Elements func(column string) string
	// Values returns the table of the values of a member of a JSON object, with the
	// columns text and number; see [graph.FieldFilter]. The object is that of the first
	// column that has the member, and is empty if a column is no object. name is a
	// parameter with what Member returns for the name of the member.
	Values func(columns []string, name string) string
	// Member returns the form of the name of a member that Values takes.
	Member func(name string) string
	// Has returns the condition that a column with a JSON list of texts has one of
	// the texts of a list, or all of them. It may be null for null.
	Has func(column, list string, all bool) string
	// Each returns the join of the rows before it with rows of a table, named
	// entity, whose ids a SELECT returns for each of them.
	Each func(table, ids string) string
	// Distributed means that the tables may be in several places by project.
	Distributed bool
	// Unlocked is appended to a SELECT in a transaction that writes. It locks
	// the rows and skips those that others have locked.
	Unlocked string
	// Rows returns a table from a parameter with a JSON array of objects.
	Rows func(param string, columns []Column) string
	// Moment is the statement for a text that changes with every write to the
	// database, by any program; "" if there is none.
	Moment string
	// Indexes is the statement for the names of the indexes that can be used, and
	// Created returns the statements of the migrations that create indexes, by name.
	Indexes string
	Created func() (map[string]string, error)
	// FirstDay returns the expression for the first day of the period of a time as
	// text: 2026-11-16. offset is the expression for the seconds by which a time zone is
	// ahead of UTC then. It is null for null.
	FirstDay func(period graph.Period, column, offset string) string
	// IsDate returns the condition that a time is midnight in UTC.
	IsDate func(column string) string
	// Exact returns a number in a form whose sums do not depend on the order.
	Exact func(number string) string
	// Arg returns the argument for a value, which is nil or of type string,
	// int, int64, float64, bool, []byte, time.Time, graph.JSON, []string or
	// []int.
	Arg func(value any) any
}

// listed is the maximum number of values in a list of a statement, by eye:
// SQLite keeps several copies of a list in memory. Requests have far fewer; for
// an import, the statement runs several times.
const listed = 50_000

// A statement is SQL under construction, with its arguments.
type statement struct {
	dialect   *Dialect
	unchecked bool // only the database checks access
	sql       strings.Builder
	args      []any
	repeated  []Type // see [Query]
	oneRow    bool   // it reads one row at most
}

// usualSQL is the number of bytes of most statements that read entities.
// Growing in steps took three times the memory.
const usualSQL = 768

func (s *Store) statement() *statement {
	made := &statement{dialect: &s.dialect, unchecked: s.unchecked}
	made.sql.Grow(usualSQL)
	return made
}

// add appends SQL.
func (s *statement) add(parts ...string) *statement {
	for _, part := range parts {
		s.sql.WriteString(part)
	}
	return s
}

// param adds a value to the arguments and returns its parameter.
func (s *statement) param(value any) string {
	s.args = append(s.args, s.dialect.Arg(value))
	return s.last()
}

// last returns the last parameter.
func (s *statement) last() string { return s.dialect.Param + strconv.Itoa(len(s.args)) }

// in returns the condition that the value of a column is one of values, a
// []string or []int. A single value is compared, which costs neither the
// encoding of a list nor its scan: most requests read one entity or project.
func (s *statement) in(column string, values any) string {
	switch values := values.(type) {
	case []string:
		if len(values) == 1 {
			return column + " = " + s.param(values[0])
		}
	case []int:
		if len(values) == 1 {
			return column + " = " + s.param(values[0])
		}
	}
	return s.dialect.In(column, s.param(values))
}

// rows returns a table with the columns from a slice of structs.
func (s *statement) rows(rows any, columns ...Column) string {
	text, _ := json.Marshal(rows) // cannot fail: strings and numbers only
	return s.dialect.Rows(s.param(string(text)), columns)
}

// repeats permits to run the statement for several requests at once, if it has
// arguments of these types only. It has others if a key limits the projects.
func (s *statement) repeats(types ...Type) {
	if len(s.args) == len(types) {
		s.repeated = types
	}
}

// query returns the finished statement as a query.
func (s *statement) query(each func(Row) error) Query {
	return Query{SQL: s.sql.String(), Args: s.args, Each: each, Repeated: s.repeated}
}

// exec runs the finished statement in a transaction.
func (s *statement) exec(ctx context.Context, tx Tx) error {
	return tx.Exec(ctx, s.sql.String(), s.args...)
}

// Upsert returns the statement that inserts rows into the table, or replaces
// rows with the same key, or adds to them; source is "VALUES (…)" or "SELECT …".
func (t Table) Upsert(source string) string {
	var sets []string
	for _, column := range t.Columns {
		set := "%[1]s = excluded.%[1]s"
		if slices.Contains(t.Sums, column.Name) {
			set = "%[1]s = %[2]s.%[1]s + excluded.%[1]s"
		}
		sets = append(sets, fmt.Sprintf(set, column.Name, t.Name))
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
