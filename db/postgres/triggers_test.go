package postgres

import (
	_ "embed"
	"fmt"
	"testing"
	"text/template"

	"dossier/db/dbtest/tabletest"
	"dossier/graph"
)

// defaults are the defaults of columns that other programs may omit.
var defaults = map[string]string{
	"rev": "0", "created_at": "now()", "updated_at": "now()", "is_public": "FALSE",
	"onto_edges.id": "gen_random_uuid()", "onto_edges.src_kind": "''", "onto_edges.dst_kind": "''", "onto_edges.deleted": "FALSE",
}

//go:embed testdata/triggers.txtar.tmpl
var triggersTemplate string

// A triggered is a table with triggers, and the arguments of their template.
type triggered struct{ Table, Function, Kind string }

// identified are the tables whose ids are in onto_ids.
var identified = []string{"onto_entities", "onto_edges"}

// triggerParts returns the triggers for rows that other programs write.
func triggerParts(t testing.TB) []tabletest.Extra {
	t.Helper()
	tables := []triggered{{"onto_edges", "onto_edge_written()", ""}}
	for _, spec := range graph.Kinds {
		project := "project_id"
		if spec.Kind == graph.KindProject {
			project = "id"
		}
		kind := "'" + string(spec.Kind) + "'"
		tables = append(tables, triggered{spec.Table, fmt.Sprintf("onto_entity_written(%s, '%s')", kind, project), kind})
	}
	return tabletest.Extras(t, triggersTemplate, template.FuncMap{"fixed": fixedPath}, struct {
		Written    []triggered
		Identified []string
	}{tables, identified})
}

// fixedPath returns the statement that fixes the search path of a function, so
// that tables and functions of its caller cannot replace those of the store.
func fixedPath(function string) string {
	return `-- +goose StatementBegin
DO $$
BEGIN
	EXECUTE format('ALTER FUNCTION ` + function + ` SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd`
}
