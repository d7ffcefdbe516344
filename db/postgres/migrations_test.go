package postgres

import (
	_ "embed"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"dossier/db/dbtest"
	"dossier/graph"
)

// Until the first release migrations are generated. After it, the files must
// stay as they are, and what this compares are the tables of a database.
func TestMigrationsAreFresh(t *testing.T) {
	dbtest.Fresh(t, "migrations/00001_tables.sql", dialect.Schema())
	dbtest.Fresh(t, "migrations/00002_search.sql", searchMigration(t))
}

//go:embed testdata/search.sql.tmpl
var searchTemplate string

// searchMigration is the SQL of search for all kinds.
func searchMigration(t testing.TB) string {
	t.Helper()
	var sql strings.Builder
	functions := template.FuncMap{"project": projectColumn, "texts": searchedTexts, "data": searchedData}
	parsed, err := template.New("search").Funcs(functions).Parse(searchTemplate)
	if err == nil {
		err = parsed.Execute(&sql, graph.Kinds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return sql.String()
}

// projectColumn is the column of a kind's table that names the project.
func projectColumn(spec *graph.Spec) string {
	if spec.Kind == graph.KindProject {
		return "id"
	}
	return "project_id"
}

var jsonType = reflect.TypeFor[graph.JSON]()

// searchedTexts is the SQL of a kind's text beside the title, a line for each
// column.
func searchedTexts(spec *graph.Spec) string {
	var columns []string
	for _, field := range spec.Fields {
		if field.Searched && field.Type != jsonType {
			columns = append(columns, "coalesce("+field.Name+", '')")
		}
	}
	if columns == nil {
		return "''"
	}
	return strings.Join(columns, ` || E'\n' || `)
}

// searchedData is the SQL of a kind's JSON that is searched, separated by
// commas.
func searchedData(spec *graph.Spec) string {
	columns := []string{}
	for _, field := range spec.Fields {
		if field.Searched && field.Type == jsonType {
			columns = append(columns, field.Name)
		}
	}
	return strings.Join(append(columns, "props"), ", ")
}
