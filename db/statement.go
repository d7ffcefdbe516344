package db

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"dossier/db/engine"
)

// listed is the maximum number of values in a list of a statement, by eye:
// SQLite keeps several copies of a list in memory. Requests have far fewer; for
// an import, the statement runs several times.
const listed = 50_000

// A statement is SQL under construction, with its arguments.
type statement struct {
	dialect   *engine.Dialect
	unchecked bool // only the database checks access
	sql       strings.Builder
	args      []any
	repeated  []engine.Type // see [Query]
	oneRow    bool          // it reads one row at most
}

// usualSQL is the number of bytes of most statements that read entities.
// Growing in steps took three times the memory.
const usualSQL = 768

// newStatement returns an empty statement in a dialect; unchecked if only the database
// checks access.
func newStatement(dialect *engine.Dialect, unchecked bool) *statement {
	made := &statement{dialect: dialect, unchecked: unchecked}
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
func (s *statement) rows(rows any, columns ...engine.Column) string {
	text, _ := json.Marshal(rows) // cannot fail: strings and numbers only
	return s.dialect.Rows(s.param(string(text)), columns)
}

// repeats permits to run the statement for several requests at once, if it has
// arguments of these types only. It has others if a key limits the projects.
func (s *statement) repeats(types ...engine.Type) {
	if len(s.args) == len(types) {
		s.repeated = types
	}
}

// query returns the finished statement as a query.
func (s *statement) query(each func(engine.Row) error) engine.Query {
	return engine.Query{SQL: s.sql.String(), Args: s.args, Each: each, Repeated: s.repeated}
}

// exec runs the finished statement in a transaction.
func (s *statement) exec(ctx context.Context, tx engine.Tx) error {
	return tx.Exec(ctx, s.sql.String(), s.args...)
}

// pruned returns the condition that write writes, without the parameters of one that
// cannot hold: a database may refuse those that no condition has.
func (s *statement) pruned(write func() string) string {
	before := len(s.args)
	condition := write()
	if condition == "FALSE" {
		s.args = s.args[:before]
	}
	return condition
}
