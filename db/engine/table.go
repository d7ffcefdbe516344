package engine

import (
	"fmt"
	"slices"
	"strings"
)

// A Type is the type of a column.
type Type int

// The types of columns.
const (
	UUID Type = iota
	Text
	Integer
	Real
	Boolean
	Time
	JSON
	Bytes
)

// A Column is a column of a table.
type Column struct {
	Name     string // in snake case
	Type     Type   // each store has a type of its own for it
	Optional bool   // may be null
}

// A Table is the declaration of a table.
type Table struct {
	Name    string   // with the prefix onto_
	Columns []Column // in the order of rows
	Key     []string // the columns of the primary key
	Indexes []Index  // beside the key
	// Clustered means that rows are stored in the order of the key, if the
	// database supports it.
	Clustered bool
	// Sums are the columns whose values are added to those of a row with the same
	// key, instead of replacing them.
	Sums []string
}

// An Index is an index beside the primary key.
type Index struct {
	Name    string // without the table's name: "rev" is onto_tasks_rev
	Columns string // in SQL, with their directions
	Unique  bool   // no two rows have the same values
	Where   string // the condition of a partial index, "" for none
	// Elements means that the texts of a list are indexed, in a database that can.
	Elements bool
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

// Names returns the names of the table's columns.
func (t Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}
