package tabletest

import (
	"fmt"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
)

// upgrade returns the statements of a migration that removes a difference.
// Those that SQL cannot express are comments.
func (s *Schema) upgrade(d difference) []string {
	u := &upgrade{schema: s, difference: d, extras: map[Part]Extra{}, dropped: map[string]bool{}}
	for _, extra := range s.Extras {
		u.extras[extra.Part] = extra
	}
	u.dropChanged()
	for _, table := range schema.Tables() {
		u.table(table)
	}
	u.dropUndeclared()
	for _, table := range schema.Tables() {
		u.indexes(table)
	}
	for _, extra := range s.Extras {
		if d.differs(extra.Part) || extra.Part.Kind == "index" && u.dropped[extra.Part.Table] {
			u.addOnce(extra.SQL)
		}
	}
	return u.statements
}

type upgrade struct {
	difference
	schema     *Schema
	extras     map[Part]Extra
	dropped    map[string]bool // the tables with a computed column that is dropped with its indexes
	statements []string
}

func (u *upgrade) add(format string, args ...any) {
	u.statements = append(u.statements, fmt.Sprintf(format, args...))
}

func (u *upgrade) addOnce(sql string) {
	if !slices.Contains(u.statements, sql) {
		u.statements = append(u.statements, sql)
	}
}

// dropChanged drops the indexes, computed columns and triggers that changed and
// will be created again.
func (u *upgrade) dropChanged() {
	for _, part := range u.parts() {
		extra, isExtra := u.extras[part]
		switch {
		case u.has(part) && extra.Drop != "":
			u.add("%s", extra.Drop)
		case !u.has(part) || !u.wants(Part{Kind: "table", Table: part.Table}):
		case part.Kind == "index":
			u.add("DROP INDEX %s;", part.Name)
		case part.Kind == "column" && isExtra:
			u.add("ALTER TABLE %s DROP COLUMN %s;", part.Table, part.Name)
			u.dropped[part.Table] = true
		}
	}
}

// table creates a table that does not exist, or the columns that it lacks.
func (u *upgrade) table(t engine.Table) {
	if !u.has(Part{Kind: "table", Table: t.Name}) {
		u.addOnce(u.schema.createTable(t))
		return
	}
	for _, column := range t.Columns {
		if part := (Part{Kind: "column", Table: t.Name, Name: column.Name}); u.differs(part) {
			u.column(part, column)
		}
	}
}

// zeros are the values of new columns in existing rows.
var zeros = map[engine.Type]string{engine.Text: "''", engine.Integer: "0", engine.Real: "0", engine.Boolean: "FALSE"}

func (u *upgrade) column(part Part, c engine.Column) {
	zero, hasZero := zeros[c.Type]
	switch {
	case u.has(part):
		u.add("-- By hand: %s is %s and must be %s.", part, u.have[part], u.want[part])
	case c.Optional:
		u.add("ALTER TABLE %s ADD COLUMN %s %s;", part.Table, part.Name, u.schema.columnType(c))
	case hasZero:
		u.add("ALTER TABLE %s ADD COLUMN %s %s DEFAULT %s;", part.Table, part.Name, u.schema.columnType(c), zero)
	default:
		u.add("-- By hand: add %s %s, with a DEFAULT for the rows that exist.", part, u.schema.columnType(c))
	}
}

// dropUndeclared drops columns and tables that are no longer declared.
func (u *upgrade) dropUndeclared() {
	for _, part := range u.parts() {
		switch {
		case u.wants(part):
		case part.Kind == "table":
			u.add("DROP TABLE %s; -- and all of its rows", part.Table)
		case part.Kind == "column" && u.wants(Part{Kind: "table", Table: part.Table}):
			u.add("ALTER TABLE %s DROP COLUMN %s; -- and all of its values", part.Table, part.Name)
		case part.Kind == "function":
			u.add("DROP FUNCTION %s;", part.Name)
		}
	}
}

func (u *upgrade) indexes(t engine.Table) {
	for _, index := range t.Indexes {
		if u.differs(Part{Kind: "index", Table: t.Name, Name: indexName(t, index)}) {
			u.add("%s", u.schema.createIndex(t, index))
		}
	}
}
