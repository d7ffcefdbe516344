// Package statement writes SQL: statements with their arguments, in the dialect of a
// database, and the access of the actor in whose name they run.
package statement

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"dossier/db/engine"
)

// MaxListed is the maximum number of values in a list of a statement, by eye:
// SQLite keeps several copies of a list in memory. Requests have far fewer; for
// an import, the statement runs several times.
const MaxListed = 50_000

// A Statement is SQL under construction, with its arguments.
type Statement struct {
	Dialect   *engine.Dialect
	unchecked bool // only the database checks access
	sql       strings.Builder
	args      []any
	repeated  []engine.Type // see [Query]
	OneRow    bool          // it reads one row at most
}

// usualSQL is the number of bytes of most statements that read entities.
// Growing in steps took three times the memory.
const usualSQL = 768

// New returns an empty statement in a dialect; unchecked if only the database
// checks access.
func New(dialect *engine.Dialect, unchecked bool) *Statement {
	made := &Statement{Dialect: dialect, unchecked: unchecked}
	made.sql.Grow(usualSQL)
	return made
}

// Add appends SQL.
func (s *Statement) Add(parts ...string) *Statement {
	for _, part := range parts {
		s.sql.WriteString(part)
	}
	return s
}

// Param adds a value to the arguments and returns its parameter.
func (s *Statement) Param(value any) string {
	s.args = append(s.args, s.Dialect.Arg(value))
	return s.last()
}

// last returns the last parameter.
func (s *Statement) last() string { return s.Dialect.Param + strconv.Itoa(len(s.args)) }

// In returns the condition that the value of a column is one of values, a
// []string or []int. A single value is compared, which costs neither the
// encoding of a list nor its scan: most requests read one entity or project.
func (s *Statement) In(column string, values any) string {
	switch values := values.(type) {
	case []string:
		if len(values) == 1 {
			return column + " = " + s.Param(values[0])
		}
	case []int:
		if len(values) == 1 {
			return column + " = " + s.Param(values[0])
		}
	}
	return s.Dialect.In(column, s.Param(values))
}

// Rows returns a table with the columns from a slice of structs.
func (s *Statement) Rows(rows any, columns ...engine.Column) string {
	text, _ := json.Marshal(rows) // cannot fail: strings and numbers only
	return s.Dialect.Rows(s.Param(string(text)), columns)
}

// Repeats permits to run the statement for several requests at once, if it has
// arguments of these types only. It has others if a key limits the projects.
func (s *Statement) Repeats(types ...engine.Type) {
	if len(s.args) == len(types) {
		s.repeated = types
	}
}

// Query returns the finished statement as a query.
func (s *Statement) Query(each func(engine.Row) error) engine.Query {
	return engine.Query{SQL: s.sql.String(), Args: s.args, Each: each, Repeated: s.repeated}
}

// Exec runs the finished statement in a transaction.
func (s *Statement) Exec(ctx context.Context, tx engine.Tx) error {
	return tx.Exec(ctx, s.sql.String(), s.args...)
}

// Pruned returns the condition that write writes, without the parameters of one that
// cannot hold: a database may refuse those that no condition has.
func (s *Statement) Pruned(write func() string) string {
	before := len(s.args)
	condition := write()
	if condition == "FALSE" {
		s.args = s.args[:before]
	}
	return condition
}
