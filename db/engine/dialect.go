package engine

import (
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
	// columns text and number; see [lists.FieldFilter]. The object is that of the first
	// column that has the member, and is empty if a column is no object. name is a
	// parameter with what Member returns for the name of the member.
	Values func(columns []string, name string) string
	// Member returns the form of the name of a member that Values takes.
	Member func(name string) string
	// Has returns the condition that a column with a JSON list of texts has one of
	// the texts of a list, or all of them. It may be null for null.
	Has func(column, list string, all bool) string
	// Each returns the join of projects, named project, with rows of a table, named
	// entity, whose ids a SELECT returns for each of them.
	Each func(table, ids string) string
	// Within returns the join of the rows of wanted, before it, with the rows of a table,
	// named home, whose ids are between least and most of the former.
	Within func(table string) string
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

// Params returns the parameters for a row of the table, "$1, $2, …".
func (d *Dialect) Params(t Table) string {
	params := make([]string, len(t.Columns))
	for i := range params {
		params[i] = d.Param + strconv.Itoa(i+1)
	}
	return strings.Join(params, ", ")
}
