package db

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A Dialect is how the SQL of a database differs from that of others.
type Dialect struct {
	// Param opens the name of a parameter: "$" for $1.
	Param string
	// Types are the names of column types.
	Types map[Type]string
	// Options stand behind the columns of a table that is created.
	Options string
	// ByBytes stands behind an expression that is to be ordered by bytes.
	ByBytes string
	// Find is the name of the function that gives the place of one text in
	// another, 0 when it does not stand in it.
	Find string
	// In is the condition that a column has one of the values of a list.
	In func(column, list string) string
	// Rows is a table made of a parameter: a JSON array of objects.
	Rows func(param string, columns []Column) string
	// Arg makes an argument out of a value: nil, string, int, int64, float64,
	// bool, []byte, time.Time, graph.JSON, []string or []int.
	Arg func(value any) any
}

// A statement is SQL under construction, with its arguments.
type statement struct {
	dialect *Dialect
	sql     strings.Builder
	args    []any
}

func (s *Store) statement() *statement { return &statement{dialect: &s.dialect} }

// add appends SQL.
func (s *statement) add(parts ...string) *statement {
	for _, part := range parts {
		s.sql.WriteString(part)
	}
	return s
}

// param makes a value an argument; what comes back stands for it in the SQL.
func (s *statement) param(value any) string {
	s.args = append(s.args, s.dialect.Arg(value))
	return s.dialect.Param + strconv.Itoa(len(s.args))
}

// in is the condition that a column has one of the values: a []string or []int.
func (s *statement) in(column string, values any) string {
	return s.dialect.In(column, s.param(values))
}

// rows is a table of these columns made of a slice of structs or maps.
func (s *statement) rows(rows any, columns ...Column) string {
	text, _ := json.Marshal(rows) // of strings and numbers only
	return s.dialect.Rows(s.param(string(text)), columns)
}

// query is the finished statement.
func (s *statement) query(each func(Row) error) Query {
	return Query{SQL: s.sql.String(), Args: s.args, Each: each}
}

// readable is the condition that a column names a project that the actor may
// read: as a member, or since it is public. Without an actor there is none.
func (s *statement) readable(column, actor string) string {
	if actor == "" {
		return "FALSE"
	}
	return column + ` IN (SELECT member.project_id FROM onto_members member
		JOIN onto_projects project ON project.id = member.project_id
		WHERE member.actor_id = ` + s.param(actor) + ` AND project.deleted_at IS NULL
		UNION ALL SELECT id FROM onto_projects WHERE is_public AND deleted_at IS NULL)`
}

// Upsert is the statement that inserts a row of the table or replaces the one
// with its key; source is where the row comes from, "VALUES (…)" or "SELECT …".
func (t Table) Upsert(source string) string {
	var sets []string
	for _, column := range t.Columns {
		sets = append(sets, fmt.Sprintf("%[1]s = excluded.%[1]s", column.Name))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) %s ON CONFLICT (%s) DO UPDATE SET %s",
		t.Name, strings.Join(t.Names(), ", "), source, strings.Join(t.Key, ", "), strings.Join(sets, ", "))
}

// Params are the parameters of a row of the table, "$1, $2, …".
func (d *Dialect) Params(t Table) string {
	params := make([]string, len(t.Columns))
	for i := range params {
		params[i] = d.Param + strconv.Itoa(i+1)
	}
	return strings.Join(params, ", ")
}

// Names are the names of the table's columns.
func (t Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}
