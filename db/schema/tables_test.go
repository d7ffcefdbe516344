package schema

import (
	"slices"
	"testing"

	"dossier/db/engine"
	"dossier/graph"
)

func TestTables(t *testing.T) {
	names := map[string]bool{}
	for _, table := range Tables() {
		if names[table.Name] {
			t.Errorf("%s is declared twice", table.Name)
		}
		names[table.Name] = true
		columns := table.Names()
		for i, column := range columns {
			if slices.Contains(columns[:i], column) {
				t.Errorf("%s.%s is declared twice", table.Name, column)
			}
		}
		for _, key := range table.Key {
			if !slices.Contains(columns, key) {
				t.Errorf("%s has the key %s, which is not a column", table.Name, key)
			}
		}
	}
	if len(names) != len(graph.Kinds)+14 {
		t.Errorf("got %d tables, want one for each of %d kinds, and 14", len(names), len(graph.Kinds))
	}
}

// A field of a type without a column type would be stored as a UUID.
func TestEveryFieldHasAColumnType(t *testing.T) {
	for _, spec := range graph.Kinds {
		for _, field := range fieldsOf(spec) {
			if _, known := types[field.Type]; !known {
				t.Errorf("%s.%s: no column type for %s; add it to types", spec.Kind, field.Name, field.Type)
			}
		}
	}
}

func TestTableOf(t *testing.T) {
	columns := TableOf(graph.SpecOf(graph.KindTask)).Columns
	for _, want := range []engine.Column{
		Required("rev", engine.Integer), Required("id", engine.UUID), Required("project_id", engine.UUID), Nullable("external_id", engine.Text),
		Nullable("created_by", engine.UUID), Required("created_at", engine.Time), Nullable("due_at", engine.Time), Nullable("props",
			engine.JSON), Nullable("priority", engine.Integer),
	} {
		if !slices.Contains(columns, want) {
			t.Errorf("tasks lack %v", want)
		}
	}
	if last := columns[len(columns)-1]; last.Name != "description" {
		t.Errorf("the last column is %s, want the longest text", last.Name)
	}
	for _, kind := range []graph.Kind{graph.KindProject, graph.KindTask} {
		spec := graph.SpecOf(kind)
		want := map[graph.Kind]string{graph.KindProject: "id, rev", graph.KindTask: "project_id, rev"}[kind]
		if !slices.ContainsFunc(TableOf(spec).Indexes, func(i engine.Index) bool { return i.Name == "rev" && i.Columns == want }) {
			t.Errorf("%s has no index on %s", spec.Table, want)
		}
	}
}
