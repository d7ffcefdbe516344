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

// Tables returns the tables of a store. Migrations create them, and package
// dbtest compares the result with this.
func Tables() []Table {
	all := []Table{revisions, members, recordTypes, entities, edges}
	for _, spec := range graph.Kinds {
		all = append(all, tableOf(spec))
	}
	return append(all, vectors, events, mutations, actors, keys, audit, words, bases, idProjects)
}

// The tables that are not of a kind.
var (
	// entities has a row for each entity of any kind, with the values that show
	// whether a write changes the entity, and its search text.
	entities = Table{
		Name: "onto_entities",
		Key:  []string{"id"},
		Columns: []Column{
			{"id", UUID, false}, {"kind", Text, false}, {"project_id", UUID, false},
			{"rev", Integer, false}, {"deleted", Boolean, false}, {"hash", Bytes, false},
			{"created_at", Time, false}, {"updated_at", Time, false}, {"created_by", UUID, true},
			{"terms", Bytes, true},
		},
		Indexes: []Index{{Name: "rev", Columns: "project_id, rev"}},
	}
	edges = Table{
		Name: "onto_edges",
		Key:  []string{"id"},
		Columns: []Column{
			{"id", UUID, false}, {"project_id", UUID, false},
			{"src_id", UUID, false}, {"src_kind", Text, false}, {"rel", Text, false},
			{"dst_id", UUID, false}, {"dst_kind", Text, false},
			{"rev", Integer, false}, {"deleted", Boolean, false}, {"props", JSON, true},
		},
		Indexes: []Index{
			{Name: "link", Columns: "src_id, rel, dst_id", Unique: true},
			{Name: "src", Columns: "src_id, dst_kind"},
			{Name: "dst", Columns: "dst_id, src_kind"},
			{Name: "rev", Columns: "project_id, rev"},
		},
	}
	recordTypes = Table{
		Name:    "onto_record_types",
		Key:     []string{"id"},
		Columns: []Column{{"id", Text, false}, {"name", Text, false}, {"icon", Text, false}, {"fields", JSON, false}},
	}
	members = Table{
		Name:    "onto_members",
		Key:     []string{"project_id", "actor_id"},
		Columns: []Column{{"project_id", UUID, false}, {"actor_id", UUID, false}, {"access", Text, false}},
		Indexes: []Index{{Name: "actor", Columns: "actor_id, project_id"}},
	}
	revisions = Table{
		Name:    "onto_revisions",
		Key:     []string{"project_id"},
		Columns: []Column{{"project_id", UUID, false}, {"number", Integer, false}, {"trail", Text, false}},
	}
	actors = Table{
		Name: "onto_actors",
		Key:  []string{"id"},
		Columns: []Column{
			{"id", UUID, false}, {"name", Text, false}, {"kind", Text, false}, {"is_admin", Boolean, false}, {"created_at", Time, false},
		},
	}
	// keys stores hashes, not secrets. Scopes and projects are separated by
	// spaces.
	keys = Table{
		Name: "onto_keys",
		Key:  []string{"id"},
		Columns: []Column{
			{"id", UUID, false}, {"hash", Bytes, false}, {"name", Text, false}, {"actor_id", UUID, false},
			{"scopes", Text, false}, {"project_ids", Text, true}, {"created_by", UUID, false}, {"created_at", Time, false},
			{"expires_at", Time, true}, {"used_at", Time, true}, {"revoked_at", Time, true},
		},
		Indexes: []Index{{Name: "hash", Columns: "hash", Unique: true}, {Name: "actor", Columns: "actor_id"}},
	}
	// audit records what is not an event of a project: denied access, and
	// changes of members, actors, keys and record types.
	audit = Table{
		Name: "onto_audit",
		Key:  []string{"id"},
		Columns: []Column{
			{"id", UUID, false}, {"at", Time, false}, {"actor_id", UUID, true}, {"key_id", UUID, true}, {"interface", Text, false},
			{"action", Text, false}, {"code", Text, false}, {"project_id", UUID, true}, {"subject", Text, false}, {"count", Integer, false},
		},
		Indexes: []Index{{Name: "at", Columns: "at"}},
	}
	// vectors stores the vectors that embedding models returned for entities.
	vectors = Table{
		Name: "onto_vectors",
		Key:  []string{"entity_id", "model"},
		Columns: []Column{
			{"entity_id", UUID, false}, {"model", Text, false}, {"project_id", UUID, false},
			{"rev", Integer, false}, {"hash", Bytes, false}, {"vector", Bytes, false},
		},
		Indexes: []Index{{Name: "rev", Columns: "project_id, rev"}},
	}
)

// tableOf returns the table of a kind. Long texts are the last columns, so that
// reading the others does not read them.
func tableOf(spec *graph.Spec) Table {
	columns := append([]Column{{"rev", Integer, false}}, computed...)
	for _, field := range fieldsOf(spec) {
		columns = append(columns, Column{field.Name, typeOf(field), optional(field)})
	}
	project := projectColumn(spec)
	indexes := []Index{
		{Name: "updated", Columns: project + ", updated_at DESC, id"},
		{Name: "rev", Columns: project + ", rev"},
	}
	if spec.Kind == graph.KindProject {
		indexes = append(indexes, Index{Name: "public", Columns: "id", Where: "is_public"})
	} else {
		indexes = append(indexes, Index{Name: "external", Columns: "external_id, project_id", Unique: true})
	}
	return Table{Name: spec.Table, Key: []string{"id"}, Columns: columns, Indexes: append(indexes, listIndexes(spec)...)}
}

// computed are the columns of every kind that are computed from fields; see
// [shape.computed]. They are null only in rows that another program or an older
// version wrote, until [Store.Complete].
var computed = []Column{{labelKey, Bytes, true}, {"owner_id", UUID, true}, {"owner_name", Text, true}}

// listIndexes returns the indexes for orders of lists and computed columns.
func listIndexes(spec *graph.Spec) []Index {
	within := projectColumn(spec) + ", "
	if spec.Kind == graph.KindProject {
		within = ""
	}
	var indexes []Index
	for _, order := range spec.IndexedOrders() {
		column := spec.OrderColumn(order).Name
		switch order {
		case graph.OrderUpdated: // has one
			continue
		case graph.OrderLabel:
			column = labelKey
		}
		indexes = append(indexes, Index{Name: "by_" + strings.TrimSuffix(string(order), "_at"), Columns: within + column + ", id"})
	}
	return append(indexes,
		Index{Name: "labels", Columns: "labels", Where: "labels IS NOT NULL", Elements: true},
		Index{Name: "owner", Columns: "owner_id", Where: "owner_id IS NOT NULL"},
		Index{Name: "incomplete", Columns: "id", Where: labelKey + " IS NULL"})
}

// projectColumn returns the column with the project's id in a kind's table.
func projectColumn(spec *graph.Spec) string {
	if spec.Kind == graph.KindProject {
		return "id"
	}
	return "project_id"
}

// fieldsOf returns the fields that are columns of a kind's table, in the order
// of the columns.
func fieldsOf(spec *graph.Spec) []graph.Field {
	fields := spec.Columns(graph.Full)
	slices.SortStableFunc(fields, func(a, b graph.Field) int { return length(a) - length(b) })
	return fields
}

// length returns a rank of the field by its possible length, 0 for a short one.
func length(f graph.Field) int {
	switch {
	case f.Type == typeTexts:
		return 0
	case f.Searched:
		return 2
	case f.Limit > 0, f.Type == typeJSON:
		return 1
	default:
		return 0
	}
}

// typeOf returns the column type of a field. Only ids that the store makes are
// UUIDs, because an import may have any text in the others.
func typeOf(f graph.Field) Type {
	if slices.Contains([]string{"id", "project_id", "created_by"}, f.Name) {
		return UUID
	}
	return types[f.Type]
}

var typeJSON, typeTexts = reflect.TypeFor[graph.JSON](), reflect.TypeFor[[]string]()

var types = map[reflect.Type]Type{
	typeJSON:                      JSON,
	reflect.TypeFor[string]():     Text,
	reflect.TypeFor[*string]():    Text,
	typeTexts:                     JSON,
	reflect.TypeFor[*int]():       Integer,
	reflect.TypeFor[*float64]():   Real,
	reflect.TypeFor[bool]():       Boolean,
	reflect.TypeFor[time.Time]():  Time,
	reflect.TypeFor[*time.Time](): Time,
}

// optional reports whether the column of a field may be null.
func optional(f graph.Field) bool {
	return f.Type.Kind() == reflect.Pointer || types[f.Type] == JSON
}
