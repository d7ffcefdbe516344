package tabletest

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/db/engine"
	"dossier/db/schema"
)

// testSchema returns a schema whose SQL types have the names of those of
// package schema, with one computed column and an index on it.
func testSchema() *Schema {
	return &Schema{
		Types: map[engine.Type]string{
			engine.UUID: "UUID", engine.Text: "TEXT", engine.Integer: "INTEGER", engine.Real: "REAL",
			engine.Boolean: "BOOLEAN", engine.Time: "TIME", engine.JSON: "JSON", engine.Bytes: "BYTES",
		},
		TableOptions: " OPTIONS",
		Extras: []Extra{
			{Part: Part{Kind: "function", Name: "words"}, SQL: "CREATE OR REPLACE FUNCTION words;"},
			{Part: Part{Kind: "column", Table: "onto_tasks", Name: "search"}, SQL: "ALTER TABLE onto_tasks ADD COLUMN search COMPUTED;"},
			{Part: Part{Kind: "index", Table: "onto_tasks", Name: "onto_tasks_search"}, SQL: "SELECT create_indexes();"},
			{Part: Part{Kind: "index", Table: "onto_tasks", Name: "onto_tasks_similar"}, SQL: "SELECT create_indexes();"},
		},
	}
}

// declaredParts returns the parts of a database of the schema.
func declaredParts(s *Schema) map[Part]string {
	parts := map[Part]string{}
	for _, table := range schema.Tables() {
		parts[Part{Kind: "table", Table: table.Name}] = ""
		for _, column := range table.Columns {
			parts[Part{Kind: "column", Table: table.Name, Name: column.Name}] = s.columnType(column)
		}
		for _, index := range table.Indexes {
			parts[Part{Kind: "index", Table: table.Name, Name: indexName(table, index)}] = s.createIndex(table, index)
		}
	}
	for _, extra := range s.Extras {
		parts[extra.Part] = extra.SQL
	}
	return parts
}

func TestUpgrade(t *testing.T) {
	s := testSchema()
	column := func(name string) Part { return Part{Kind: "column", Table: "onto_tasks", Name: name} }
	for _, test := range []struct {
		name       string
		change     func(have map[Part]string) // to the declared parts
		subject    string
		difference string
		statements string
	}{
		{
			"a column", func(have map[Part]string) { delete(have, column("due_at")) }, "tasks_due_at",
			"missing: column onto_tasks.due_at", "ALTER TABLE onto_tasks ADD COLUMN due_at TIME;",
		},
		{
			"a column and what the stores make of it", func(have map[Part]string) {
				delete(have, column("due_at"))
				have[column("search")] = "x"
				have[Part{Kind: "function", Name: "words"}] = "x"
			}, "tasks_due_at",
			"different: function words\nmissing: column onto_tasks.due_at\n" +
				"different: column onto_tasks.search: expected ALTER TABLE onto_tasks ADD COLUMN search COMPUTED;; got x",
			"ALTER TABLE onto_tasks DROP COLUMN search;\nALTER TABLE onto_tasks ADD COLUMN due_at TIME;\n" +
				"CREATE OR REPLACE FUNCTION words;\nALTER TABLE onto_tasks ADD COLUMN search COMPUTED;\nSELECT create_indexes();",
		},
		{
			"columns that must have a value", func(have map[Part]string) {
				delete(have, column("title"))
				delete(have,
					column("created_at"))
			}, "tasks",
			"missing: column onto_tasks.created_at\nmissing: column onto_tasks.title",
			"-- By hand: add column onto_tasks.created_at TIME NOT NULL, with a DEFAULT for the rows that exist.\n" +
				"ALTER TABLE onto_tasks ADD COLUMN title TEXT NOT NULL DEFAULT '';",
		},
		{
			"another type", func(have map[Part]string) { have[column("priority")] = "TEXT" }, "tasks_priority",
			"different: column onto_tasks.priority: expected INTEGER; got TEXT",
			"-- By hand: column onto_tasks.priority is TEXT and must be INTEGER.",
		},
		{
			"undeclared parts", func(have map[Part]string) {
				have[column("color")] = "TEXT"
				have[Part{Kind: "index", Table: "onto_tasks", Name: "onto_tasks_color"}] = "CREATE INDEX"
				have[Part{Kind: "function", Name: "old"}] = "x"
			}, "tasks_color",
			"not declared: function old\nnot declared: column onto_tasks.color\nnot declared: index onto_tasks.onto_tasks_color",
			"DROP INDEX onto_tasks_color;\nDROP FUNCTION old;\nALTER TABLE onto_tasks DROP COLUMN color; -- and all of its values",
		},
		{
			"an undeclared table", func(have map[Part]string) {
				have[Part{Kind: "table", Table: "onto_ideas"}] = ""
				have[Part{Kind: "column", Table: "onto_ideas", Name: "id"}] = "UUID"
			}, "ideas", "not declared: table onto_ideas", "DROP TABLE onto_ideas; -- and all of its rows",
		},
		{
			"another index", func(have map[Part]string) {
				have[Part{Kind: "index", Table: "onto_members", Name: "onto_members_actor"}] = "x"
			}, "members",
			"different: index onto_members.onto_members_actor: expected CREATE INDEX onto_members_actor ON " +
				"onto_members (actor_id, project_id);; got x",
			"DROP INDEX onto_members_actor;\nCREATE INDEX onto_members_actor ON onto_members (actor_id, project_id);",
		},
		{
			"a computed column", func(have map[Part]string) { have[column("search")] = "x" }, "tasks_search",
			"different: column onto_tasks.search: expected ALTER TABLE onto_tasks ADD COLUMN search COMPUTED;; got x",
			"ALTER TABLE onto_tasks DROP COLUMN search;\nALTER TABLE onto_tasks ADD COLUMN search COMPUTED;\nSELECT create_indexes();",
		},
		{
			"a function", func(have map[Part]string) { have[Part{Kind: "function", Name: "words"}] = "x" }, "tables",
			"different: function words", "CREATE OR REPLACE FUNCTION words;",
		},
		{"nothing", func(map[Part]string) {}, "", "", ""},
	} {
		want := declaredParts(s)
		have := maps.Clone(want)
		test.change(have)
		d := difference{have, want}
		if got := strings.TrimSpace(strings.ReplaceAll(d.String(), "\t", "")); got != test.difference {
			t.Errorf("%s: got the difference\n%s\nwant\n%s", test.name, got, test.difference)
		}
		if got := strings.Join(s.upgrade(d), "\n"); got != test.statements {
			t.Errorf("%s: got the statements\n%s\nwant\n%s", test.name, got, test.statements)
		}
		if changed := d.parts(); len(changed) > 0 && s.subject(changed) != test.subject {
			t.Errorf("%s: got the subject %s, want %s", test.name, s.subject(changed), test.subject)
		}
	}
}

// The first migration of a store creates all tables.
func TestFirstMigration(t *testing.T) {
	s := testSchema()
	statements := s.upgrade(difference{map[Part]string{}, declaredParts(s)})
	for _, want := range []string{
		"CREATE TABLE onto_members (\n\tproject_id UUID NOT NULL,\n\tactor_id UUID NOT NULL,\n\taccess TEXT NOT NULL,\n" +
			"\tPRIMARY KEY (project_id, actor_id)\n) OPTIONS;",
		"CREATE UNIQUE INDEX onto_edges_link ON onto_edges (project_id, src_id, rel, dst_id);",
		"CREATE INDEX onto_projects_public ON onto_projects (id) WHERE is_public;",
		"SELECT create_indexes();",
	} {
		if n := strings.Count(strings.Join(statements, "\n"), want); n != 1 {
			t.Errorf("%d times in the first migration: %s", n, want)
		}
	}
	files := fstest.MapFS{"migrations/00001_tables.sql": {}, "migrations/00002_vectors.sql": {}}
	if got := next(files, "tasks_color"); got != "migrations/00003_tasks_color.sql" {
		t.Errorf("got %s", got)
	}
}

func TestLandedMigrations(t *testing.T) {
	files := fstest.MapFS{
		"migrations/00001_a.sql": {Data: []byte("a")},
		"migrations/00002_b.sql": {Data: []byte("b")},
		"migrations/00003_c.sql": {Data: []byte("c")},
	}
	const list = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  migrations/00001_a.sql\n" +
		"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  migrations/00002_b.sql\n" +
		"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  migrations/00009_z.sql\n"
	problems, added := compareLanded(list, files)
	want := "migrations/00009_z.sql is missing: databases may have run it; restore it\n" +
		"migrations/00002_b.sql has changed: databases may have run it; restore it, and write migrations/00004_change.sql for the change"
	if got := strings.Join(problems, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(added) != 1 || added[0] != "migrations/00003_c.sql" {
		t.Errorf("added %v", added)
	}
}
