package db

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
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
	Name     string
	Type     Type
	Optional bool // may be null
}

// A Table is a table as it is written.
type Table struct {
	Name    string
	Columns []Column
	Key     []string // the columns of its primary key
}

// The tables beside those of the kinds.
var (
	// entities has one row per entity of any kind: what kind it is, and what
	// tells whether a row that is written again has changed.
	entities = table("onto_entities", "id",
		Column{"id", UUID, false}, Column{"kind", Text, false}, Column{"project_id", UUID, false},
		Column{"rev", Integer, false}, Column{"deleted", Boolean, false}, Column{"hash", Bytes, false},
		Column{"created_at", Time, false}, Column{"updated_at", Time, false}, Column{"created_by", UUID, true},
		Column{"terms", Bytes, true})
	edges = table("onto_edges", "id",
		Column{"id", UUID, false}, Column{"project_id", UUID, false},
		Column{"src_id", UUID, false}, Column{"src_kind", Text, false}, Column{"rel", Text, false},
		Column{"dst_id", UUID, false}, Column{"dst_kind", Text, false},
		Column{"rev", Integer, false}, Column{"deleted", Boolean, false}, Column{"props", JSON, true})
	recordTypes = table("onto_record_types", "id",
		Column{"id", Text, false}, Column{"name", Text, false}, Column{"icon", Text, false}, Column{"fields", JSON, false})
	members = table("onto_members", "project_id actor_id",
		Column{"project_id", UUID, false}, Column{"actor_id", UUID, false}, Column{"access", Text, false})
	revisions = table("onto_revisions", "project_id",
		Column{"project_id", UUID, false}, Column{"number", Integer, false})
)

func table(name, key string, columns ...Column) Table {
	return Table{Name: name, Columns: columns, Key: strings.Fields(key)}
}

// tableOf is the table of a kind. Its long texts stand last, so that reading
// the columns before them does not cost reading them.
func tableOf(spec *graph.Spec) Table {
	columns := []Column{{"rev", Integer, false}}
	for _, field := range fieldsOf(spec) {
		columns = append(columns, Column{field.Name, typeOf(field), optional(field)})
	}
	return table(spec.Table, "id", columns...)
}

// fieldsOf are the fields that are columns of a kind's table, in its order.
func fieldsOf(spec *graph.Spec) []graph.Field {
	fields := spec.Columns(graph.Full)
	slices.SortStableFunc(fields, func(a, b graph.Field) int { return length(a) - length(b) })
	return fields
}

// length is 0 for a field that is short, and more the longer it may be.
func length(f graph.Field) int {
	switch {
	case f.Searched:
		return 2
	case f.Limit > 0, f.Type == typeJSON:
		return 1
	default:
		return 0
	}
}

// tables are all tables, in the order in which they are created.
func tables() []Table {
	all := []Table{revisions, members, recordTypes, entities, edges}
	for _, spec := range graph.Kinds {
		all = append(all, tableOf(spec))
	}
	return all
}

// typeOf is the column type of a field. Only ids of the store's own making are
// UUIDs; an import may put any text into the others.
func typeOf(f graph.Field) Type {
	if slices.Contains([]string{"id", "project_id", "created_by"}, f.Name) {
		return UUID
	}
	return types[f.Type]
}

var typeJSON = reflect.TypeFor[graph.JSON]()

var types = map[reflect.Type]Type{
	typeJSON:                      JSON,
	reflect.TypeFor[string]():     Text,
	reflect.TypeFor[*string]():    Text,
	reflect.TypeFor[*int]():       Integer,
	reflect.TypeFor[*float64]():   Real,
	reflect.TypeFor[bool]():       Boolean,
	reflect.TypeFor[time.Time]():  Time,
	reflect.TypeFor[*time.Time](): Time,
}

// optional reports whether a field may have no value.
func optional(f graph.Field) bool {
	return f.Type.Kind() == reflect.Pointer || f.Type == typeJSON
}
