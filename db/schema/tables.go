// Package schema is the tables of a store: their columns, the values of an entity in
// them, and the entity of a row.
package schema

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/db/engine"
	"dossier/graph"
	"dossier/graph/lists"
)

// Tables returns the tables of a store. Migrations create them, and package
// dbtest compares the result with this.
func Tables() []engine.Table {
	all := []engine.Table{revisions, Members, RecordTypes, Entities, Edges}
	for _, spec := range graph.Kinds {
		all = append(all, TableOf(spec))
	}
	return append(all, Vectors, Events, mutations, actors, Keys, Audit, Words, Bases, IDProjects)
}

// The tables that are not of a kind.
var (
	// Entities has a row for each entity of any kind, with the values that show
	// whether a write changes the entity, and its search text.
	Entities = ofProjects(engine.Table{
		Name: "onto_entities",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.UUID), Required("kind", engine.Text), Required("project_id", engine.UUID),
			Required("rev", engine.Integer), Required("deleted", engine.Boolean), Required("hash", engine.Bytes),
			Required("created_at", engine.Time), Required("updated_at", engine.Time), Nullable("created_by", engine.UUID),
			Nullable("terms", engine.Bytes),
		},
		Indexes: []engine.Index{{Name: "rev", Columns: "project_id, rev"}},
	})
	Edges = ofProjects(engine.Table{
		Name: "onto_edges",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.UUID), Required("project_id", engine.UUID),
			Required("src_id", engine.UUID), Required("src_kind", engine.Text), Required("rel", engine.Text),
			Required("dst_id", engine.UUID), Required("dst_kind", engine.Text),
			Required("rev", engine.Integer), Required("deleted", engine.Boolean), Nullable("props", engine.JSON),
		},
		Indexes: []engine.Index{
			{Name: "link", Columns: "project_id, src_id, rel, dst_id", Unique: true},
			{Name: "src", Columns: "src_id, dst_kind"},
			{Name: "dst", Columns: "dst_id, src_kind"},
			{Name: "rev", Columns: "project_id, rev"},
		},
	})
	RecordTypes = engine.Table{
		Name: "onto_record_types",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.Text), Required("name", engine.Text), Required("icon", engine.Text), Required("fields", engine.JSON),
		},
	}
	Members = engine.Table{
		Name:    "onto_members",
		Key:     []string{"project_id", "actor_id"},
		Columns: []engine.Column{Required("project_id", engine.UUID), Required("actor_id", engine.UUID), Required("access", engine.Text)},
		Indexes: []engine.Index{{Name: "actor", Columns: "actor_id, project_id"}},
	}
	revisions = engine.Table{
		Name:    "onto_revisions",
		Key:     []string{"project_id"},
		Columns: []engine.Column{Required("project_id", engine.UUID), Required("number", engine.Integer), Required("trail", engine.Text)},
	}
	actors = engine.Table{
		Name: "onto_actors",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.UUID), Required("name", engine.Text), Required("kind", engine.Text), Required("is_admin",
				engine.Boolean), Required("created_at", engine.Time),
		},
	}
	// Keys stores hashes, not secrets. Scopes and projects are separated by
	// spaces.
	Keys = engine.Table{
		Name: "onto_keys",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.UUID), Required("hash", engine.Bytes), Required("name", engine.Text), Required("actor_id", engine.UUID),
			Required("scopes", engine.Text), Nullable("project_ids", engine.Text), Required("created_by",
				engine.UUID), Required("created_at", engine.Time),
			Nullable("expires_at", engine.Time), Nullable("used_at", engine.Time), Nullable("revoked_at", engine.Time),
		},
		Indexes: []engine.Index{{Name: "hash", Columns: "hash", Unique: true}, {Name: "actor", Columns: "actor_id"}},
	}
	// Audit records what is not an event of a project: denied access, and
	// changes of members, actors, keys and record types.
	Audit = engine.Table{
		Name: "onto_audit",
		Key:  []string{"id"},
		Columns: []engine.Column{
			Required("id", engine.UUID), Required("at", engine.Time), Nullable("actor_id", engine.UUID), Nullable("key_id",
				engine.UUID), Required("interface", engine.Text),
			Required("action", engine.Text), Required("code", engine.Text), Nullable("project_id", engine.UUID), Required("subject",
				engine.Text), Required("count", engine.Integer),
		},
		Indexes: []engine.Index{{Name: "at", Columns: "at"}},
	}
	// Vectors stores the vectors that embedding models returned for entities.
	Vectors = ofProjects(engine.Table{
		Name: "onto_vectors",
		Key:  []string{"entity_id", "model"},
		Columns: []engine.Column{
			Required("entity_id", engine.UUID), Required("model", engine.Text), Required("project_id", engine.UUID),
			Required("rev", engine.Integer), Required("hash", engine.Bytes), Required("vector", engine.Bytes),
		},
		Indexes: []engine.Index{{Name: "rev", Columns: "project_id, rev"}},
	})
)

const (
	// ProjectKey is the column that begins the keys of tables of projects.
	ProjectKey = "project_id"
	// AloneIndex is the name of the index of such a key without the project.
	AloneIndex = "id"
)

// ofProjects returns a table with keys that begin with the project, so that a database
// can distribute it. The unique index of the key before is for ON CONFLICT (id) of other
// programs, and for servers of an earlier version that run until they are restarted. A
// store that is distributed has none.
func ofProjects(t engine.Table) engine.Table {
	t.Indexes = append(t.Indexes, engine.Index{Name: AloneIndex, Columns: strings.Join(t.Key, ", "), Unique: true})
	t.Key = slices.Insert(t.Key, 0, ProjectKey)
	return t
}

// Required returns a column that is never null.
func Required(name string, of engine.Type) engine.Column { return engine.Column{Name: name, Type: of} }

// Nullable returns a column that may be null.
func Nullable(name string, of engine.Type) engine.Column {
	return engine.Column{Name: name, Type: of, Optional: true}
}

// TableOf returns the table of a kind. Long texts are the last columns, so that
// reading the others does not read them.
func TableOf(spec *graph.Spec) engine.Table {
	columns := append([]engine.Column{Required("rev", engine.Integer)}, Computed...)
	for _, field := range fieldsOf(spec) {
		columns = append(columns, engine.Column{Name: field.Name, Type: typeOf(field), Optional: optional(field)})
	}
	project := ProjectColumn(spec)
	indexes := []engine.Index{
		{Name: "updated", Columns: project + ", updated_at DESC, id"},
		{Name: "rev", Columns: project + ", rev"},
	}
	if spec.Kind == graph.KindProject {
		indexes = append(indexes, engine.Index{Name: "public", Columns: "id", Where: "is_public"})
	} else {
		indexes = append(indexes, engine.Index{Name: "external", Columns: "external_id, project_id", Unique: true})
	}
	table := engine.Table{Name: spec.Table, Key: []string{"id"}, Columns: columns, Indexes: append(indexes, listIndexes(spec)...)}
	if spec.Kind == graph.KindProject {
		return table
	}
	return ofProjects(table)
}

// Computed are the columns of every kind that are computed from fields; see
// [Shape.Computed]. They are null only in rows that another program or an older
// version wrote, until they are completed.
var Computed = []engine.Column{Nullable(LabelColumn, engine.Bytes), Nullable("owner_id", engine.UUID), Nullable("owner_name", engine.Text)}

// listIndexes returns the indexes for orders of lists and computed columns.
func listIndexes(spec *graph.Spec) []engine.Index {
	within := ProjectColumn(spec) + ", "
	if spec.Kind == graph.KindProject {
		within = ""
	}
	var indexes []engine.Index
	for _, order := range lists.IndexedOrders(spec) {
		column := lists.OrderColumn(spec, order).Name
		switch order {
		case lists.OrderUpdated: // has one
			continue
		case lists.OrderLabel:
			column = LabelColumn
		}
		indexes = append(indexes, engine.Index{Name: "by_" + strings.TrimSuffix(string(order), "_at"), Columns: within + column + ", id"})
	}
	return append(indexes,
		engine.Index{Name: "labels", Columns: "labels", Where: "labels IS NOT NULL", Elements: true},
		engine.Index{Name: "owner", Columns: "owner_id", Where: "owner_id IS NOT NULL"},
		engine.Index{Name: "incomplete", Columns: "id", Where: LabelColumn + " IS NULL"})
}

// ProjectColumn returns the column with the project's id in a kind's table.
func ProjectColumn(spec *graph.Spec) string {
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
func typeOf(f graph.Field) engine.Type {
	if slices.Contains([]string{"id", "project_id", "created_by"}, f.Name) {
		return engine.UUID
	}
	return types[f.Type]
}

var typeJSON, typeTexts = reflect.TypeFor[graph.JSON](), reflect.TypeFor[[]string]()

var types = map[reflect.Type]engine.Type{
	typeJSON:                      engine.JSON,
	reflect.TypeFor[string]():     engine.Text,
	reflect.TypeFor[*string]():    engine.Text,
	typeTexts:                     engine.JSON,
	reflect.TypeFor[*int]():       engine.Integer,
	reflect.TypeFor[*float64]():   engine.Real,
	reflect.TypeFor[bool]():       engine.Boolean,
	reflect.TypeFor[time.Time]():  engine.Time,
	reflect.TypeFor[*time.Time](): engine.Time,
}

// optional reports whether the column of a field may be null.
func optional(f graph.Field) bool {
	return f.Type.Kind() == reflect.Pointer || types[f.Type] == engine.JSON
}

// IDProjects has the project of each entity and each edge. It keeps ids unique
// over all projects, and finds the project of an id alone. Triggers write it, so
// that it has the rows of other programs and of earlier versions of this one,
// which go on while the tables are upgraded.
var IDProjects = engine.Table{
	Name:      "onto_ids",
	Key:       []string{"id"},
	Columns:   []engine.Column{Required("id", engine.UUID), Required("project_id", engine.UUID)},
	Clustered: true,
}

// Events is the outbox and the history. It has a row for each change of an
// entity or an edge, written in the same transaction.
var Events = engine.Table{
	Name: "onto_events",
	Key:  []string{"project_id", "rev", "number"},
	Columns: []engine.Column{
		Required("project_id", engine.UUID), Required("rev", engine.Integer), Required("number", engine.Integer),
		Required("at", engine.Time), Nullable("actor_id", engine.UUID), Nullable("key_id", engine.Text), Required("interface", engine.Text),
		Required("operation", engine.Text), Required("kind", engine.Text), Required("entity_id", engine.UUID), Nullable("fields", engine.JSON),
	},
	Indexes: []engine.Index{
		{Name: "entity", Columns: "entity_id, rev"},
		{Name: "at", Columns: "project_id, at"},
	},
}

// mutations stores the results of mutations that clients named, so that a
// repeated one is not applied again.
var mutations = engine.Table{
	Name: "onto_mutations",
	Key:  []string{"actor_id", "client_id"},
	Columns: []engine.Column{
		Required("actor_id", engine.UUID), Required("client_id", engine.Text), Required("hash", engine.Bytes), Nullable("result",
			engine.JSON), Required("at", engine.Time),
	},
	Indexes: []engine.Index{{Name: "at", Columns: "at"}},
}

// Words counts, by project and word, the live entities with the word, for
// choosing the projects to search. A word is an English stem in every project;
// "" counts all entities, and a kind after [kindMark] those of the kind. Writes of this program keep the counts exact. Writes
// of other programs may leave them too high, but never too low, because the
// previous texts of the entities are unknown.
var Words = engine.Table{
	Name: "onto_words",
	Key:  []string{"word", "project_id"},
	Columns: []engine.Column{
		Required("word", engine.Text), Required("project_id", engine.UUID),
		Required("entities", engine.Integer), Required("titles", engine.Integer),
	},
	Clustered: true,
	Sums:      []string{"entities", "titles"},
}

// Bases has what each source had of an entity or an edge at its last import; see
// package merge.
var Bases = ofProjects(engine.Table{
	Name: "onto_bases",
	Key:  []string{"id", "source"},
	Columns: []engine.Column{
		Required("id", engine.UUID), Required("source", engine.Text), Required("project_id", engine.UUID), Required("fields", engine.Bytes),
	},
	Indexes: []engine.Index{{Name: "source", Columns: "source, project_id"}},
})

// LabelColumn is the column that has [LabelKey] of an entity's label.
const LabelColumn = "label_key"

// EveryEntity is the word of all entities of a project. A project without it is
// not counted yet.
const EveryEntity = ""

// KindMark is the beginning of the words of kinds. No stem has it.
const KindMark = ":"

// ClientIDsKept is the time within which a mutation can be repeated by its id, and its
// result is kept.
const ClientIDsKept = 24 * time.Hour
