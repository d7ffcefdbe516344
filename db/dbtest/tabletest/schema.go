package tabletest

import (
	"cmp"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/db/engine"
	"dossier/db/migrations"
	"dossier/db/schema"
)

// A Schema describes the declared tables of a store in its SQL, and how to read
// the schema of a database, for [Migrations].
type Schema struct {
	Migrations migrations.Migrations // those that are tested
	// Open returns an empty database, which is closed when the test ends.
	Open func(t testing.TB) *sql.DB
	// Parts is the query for the parts of a database, with the columns of a
	// [Part]. Defaults are not a part of a column's definition.
	Parts string
	// Types are the SQL types of columns.
	Types map[engine.Type]string
	// TableOptions is appended to the columns of a table.
	TableOptions string
	// Clustered is appended to the columns of a table that is stored in the
	// order of its key.
	Clustered string
	// Elements is the method of indexes of the texts of lists, "" if the database
	// has none.
	Elements string
	// Defaults are the values, in SQL, of columns that statements of other
	// programs may omit, by column name or "TABLE.COLUMN".
	Defaults map[string]string
	// Extras are the parts of this store beside the declared tables and
	// indexes, in an order in which they can be created.
	Extras []Extra
}

// A Part is a part of a database's schema.
type Part struct {
	Kind, Table, Name string
	Definition        string // as the database returns it
}

// An Extra is the SQL, in goose's format, that creates a part that is not
// declared with a table. If that SQL does not replace an existing part of the
// same name, Drop is the SQL that drops it.
type Extra struct {
	Part Part   // without definition
	SQL  string // creates the part
	Drop string // "" for none
}

// id returns the part without its definition.
func (p Part) id() Part { return Part{Kind: p.Kind, Table: p.Table, Name: p.Name} }

// String returns the part for messages: "column onto_tasks.title".
func (p Part) String() string {
	name := p.Table
	switch {
	case p.Table != "" && p.Name != "":
		name += "." + p.Name
	case p.Name != "":
		name = p.Name
	}
	return p.Kind + " " + name
}

// parts returns the parts of a database and their definitions.
func (s *Schema) parts(t testing.TB, database *sql.DB) map[Part]string {
	t.Helper()
	rows, err := database.QueryContext(t.Context(), s.Parts)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	parts := map[Part]string{}
	for rows.Next() {
		var part Part
		if err := rows.Scan(&part.Kind, &part.Table, &part.Name, &part.Definition); err != nil {
			t.Fatal(err)
		}
		parts[part.id()] = strings.Join(strings.Fields(part.Definition), " ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return parts
}

// migrated returns a database on which the migrations ran.
func (s *Schema) migrated(t testing.TB, files fstest.MapFS) *sql.DB {
	t.Helper()
	database := s.Open(t)
	s.migrate(t, database, files)
	return database
}

func (s *Schema) migrate(t testing.TB, database *sql.DB, files fstest.MapFS) {
	t.Helper()
	migrations := s.Migrations
	if files != nil {
		migrations.Files = files
	}
	if err := migrations.Up(t.Context(), database, "the test database"); err != nil {
		t.Fatal(err)
	}
}

// declared returns the parts that a database must have, by creating them.
func (s *Schema) declared(t testing.TB) map[Part]string {
	t.Helper()
	var create []string
	for _, table := range schema.Tables() {
		create = append(create, s.createTable(table))
		for _, index := range table.Indexes {
			if sql := s.createIndex(table, index); sql != "" {
				create = append(create, sql)
			}
		}
	}
	for _, extra := range s.Extras {
		create = append(create, extra.SQL)
	}
	return s.parts(t, s.migrated(t, fstest.MapFS{"migrations/00001_declared.sql": {Data: []byte(migration(create))}}))
}

// migration returns the text of a migration that runs statements. It has no way
// down, because programs refuse tables of a later version.
func migration(statements []string) string {
	return "-- +goose Up\n" + strings.Join(statements, "\n") + "\n"
}

func (s *Schema) createTable(t engine.Table) string {
	lines := make([]string, 0, len(t.Columns)+1)
	for _, column := range t.Columns {
		lines = append(lines, "\t"+column.Name+" "+s.columnType(column)+s.defaultOf(t, column))
	}
	lines = append(lines, "\tPRIMARY KEY ("+strings.Join(t.Key, ", ")+")")
	options := s.TableOptions
	if t.Clustered {
		options += s.Clustered
	}
	return fmt.Sprintf("CREATE TABLE %s (\n%s\n)%s;", t.Name, strings.Join(lines, ",\n"), options)
}

func (s *Schema) columnType(c engine.Column) string {
	if c.Optional {
		return s.Types[c.Type]
	}
	return s.Types[c.Type] + " NOT NULL"
}

// defaultOf returns the DEFAULT of a column, "" for none.
func (s *Schema) defaultOf(t engine.Table, c engine.Column) string {
	value := cmp.Or(s.Defaults[t.Name+"."+c.Name], s.Defaults[c.Name])
	if value == "" || c.Optional {
		return ""
	}
	return " DEFAULT " + value
}

// createIndex returns the statement that creates an index, "" for one that the
// database cannot have.
func (s *Schema) createIndex(t engine.Table, i engine.Index) string {
	if i.Elements && s.Elements == "" {
		return ""
	}
	sql := "CREATE INDEX"
	if i.Unique {
		sql = "CREATE UNIQUE INDEX"
	}
	sql += fmt.Sprintf(" %s ON %s ", indexName(t, i), t.Name)
	if i.Elements {
		sql += "USING " + s.Elements + " "
	}
	sql += "(" + i.Columns + ")"
	if i.Where != "" {
		sql += " WHERE " + i.Where
	}
	return sql + ";"
}

func indexName(t engine.Table, i engine.Index) string { return t.Name + "_" + i.Name }

// A difference has the parts of a database and those declared.
type difference struct {
	have, want map[Part]string
}

// parts returns the parts that differ, in order.
func (d difference) parts() []Part {
	all := maps.Clone(d.have)
	maps.Copy(all, d.want)
	var parts []Part
	for part := range all {
		if d.differs(part) {
			parts = append(parts, part)
		}
	}
	slices.SortFunc(parts, func(a, b Part) int {
		return strings.Compare(a.Table+" "+a.String(), b.Table+" "+b.String())
	})
	return parts
}

func (d difference) has(part Part) bool {
	_, has := d.have[part]
	return has
}

func (d difference) wants(part Part) bool {
	_, wants := d.want[part]
	return wants
}

func (d difference) differs(part Part) bool {
	return d.has(part) != d.wants(part) || d.have[part] != d.want[part]
}

// String returns the parts that differ, one per line. It omits the parts of a
// table that is missing or not declared.
func (d difference) String() string {
	var lines strings.Builder
	for _, part := range d.parts() {
		if table := (Part{Kind: "table", Table: part.Table}); part.Table != "" && part != table && d.has(table) != d.wants(table) {
			continue
		}
		switch {
		case !d.has(part):
			fmt.Fprintf(&lines, "\tmissing: %s\n", part)
		case !d.wants(part):
			fmt.Fprintf(&lines, "\tnot declared: %s\n", part)
		case part.Kind == "function":
			fmt.Fprintf(&lines, "\tdifferent: %s\n", part)
		default:
			fmt.Fprintf(&lines, "\tdifferent: %s: expected %s; got %s\n", part, d.want[part], d.have[part])
		}
	}
	return lines.String()
}
