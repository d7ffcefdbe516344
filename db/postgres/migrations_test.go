package postgres

import (
	"database/sql"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/dbtest/foreigntest"
	"dossier/db/dbtest/tabletest"
	"dossier/db/managed/managedtest"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// partsQuery reads a schema. Indexes of primary keys are part of their
// constraints, and functions of extensions are left out.
const partsQuery = `WITH tables AS (
		SELECT oid, relname::text AS name, relrowsecurity FROM pg_class
		WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'goose_db_version')
	SELECT 'table', name, '', '' FROM tables
	UNION ALL SELECT 'security', name, 'enabled', '' FROM tables WHERE relrowsecurity
	UNION ALL SELECT 'policy', name, polname, polcmd::text || ' ' || coalesce(pg_get_expr(polqual, polrelid), '') || ' CHECK ' || ` +
	`coalesce(pg_get_expr(polwithcheck, polrelid), '')
		FROM tables JOIN pg_policy ON polrelid = tables.oid
	UNION ALL SELECT 'column', name, attname, format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
			|| CASE attgenerated WHEN 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED' ELSE '' END
		FROM tables JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
		LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
	UNION ALL SELECT 'constraint', name, conname, pg_get_constraintdef(con.oid)
		FROM tables JOIN pg_constraint con ON conrelid = tables.oid WHERE contype <> 'n'
	UNION ALL SELECT 'index', name, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
		FROM tables JOIN pg_index ON indrelid = oid WHERE NOT indisprimary
	UNION ALL SELECT 'trigger', name, tgname, pg_get_triggerdef(tg.oid)
		FROM tables JOIN pg_trigger tg ON tgrelid = tables.oid WHERE NOT tgisinternal
	UNION ALL SELECT 'function', '', proname, regexp_replace(pg_get_functiondef(oid), '\s-- [^\n]*', '', 'g') FROM pg_proc
		WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`

func schemaOf(t testing.TB) tabletest.Schema {
	t.Helper()
	return tabletest.Schema{
		Migrations: upgrades,
		Open:       func(t testing.TB) *sql.DB { return connection(t, empty.Database(t)) },
		Parts:      partsQuery,
		Types:      types,
		Elements:   "gin",
		Defaults:   defaults,
		Extras:     slices.Concat(searchParts(t), triggerParts(t), securityParts(t)),
	}
}

func connection(t testing.TB, url string) *sql.DB {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	database := stdlib.OpenDB(*config)
	t.Cleanup(func() {
		if err := database.Close(); err != nil {
			t.Error(err)
		}
	})
	return database
}

//go:embed testdata/search.txtar.tmpl
var searchTemplate string

// searchParts returns the parts of search for all kinds.
func searchParts(t testing.TB) []tabletest.Extra {
	t.Helper()
	functions := template.FuncMap{
		"fixed": fixedPath, "changes": searchedChanges,
		"texts":    func(spec *graph.Spec) string { return searchedTexts(spec, "") },
		"newTexts": func(spec *graph.Spec) string { return searchedTexts(spec, "NEW.") },
		"data":     func(spec *graph.Spec) string { return searchedData(spec, "") },
		"newData":  func(spec *graph.Spec) string { return searchedData(spec, "NEW.") },
	}
	return tabletest.Extras(t, searchTemplate, functions, graph.Kinds)
}

//go:embed testdata/security.txtar.tmpl
var securityTemplate string

// securityParts returns the policies of all tables. Those of a table with a
// project column follow from it.
func securityParts(t testing.TB) []tabletest.Extra {
	t.Helper()
	var tables struct{ Tables, Projects []string }
	special := []string{"onto_members", "onto_revisions", "onto_audit"}
	for _, table := range schema.Tables() {
		tables.Tables = append(tables.Tables, table.Name)
		if slices.Contains(table.Names(), "project_id") && !slices.Contains(special, table.Name) {
			tables.Projects = append(tables.Projects, table.Name)
		}
	}
	return tabletest.Extras(t, securityTemplate, nil, tables)
}

// isJSON reports whether a column has JSON.
func isJSON(field graph.Field) bool {
	return field.Type == reflect.TypeFor[graph.JSON]() || field.Type == reflect.TypeFor[[]string]()
}

// searchedTexts returns the SQL for the searched texts of a kind, other than
// the title, one line per column. Names of columns have a prefix.
func searchedTexts(spec *graph.Spec, prefix string) string {
	var columns []string
	for _, field := range spec.Fields {
		if field.Searched && !isJSON(field) {
			columns = append(columns, "coalesce("+prefix+field.Name+", '')")
		}
	}
	if columns == nil {
		return "''"
	}
	return strings.Join(columns, ` || E'\n' || `)
}

// searchedData returns the searched JSON columns of a kind, separated by
// commas. Their names have a prefix.
func searchedData(spec *graph.Spec, prefix string) string {
	columns := []string{}
	for _, field := range spec.Fields {
		if field.Searched && isJSON(field) {
			columns = append(columns, prefix+field.Name)
		}
	}
	return strings.Join(append(columns, prefix+"props"), ", ")
}

// searchedChanges returns the condition that an update changes what search reads.
func searchedChanges(spec *graph.Spec) string {
	var changes []string
	for _, column := range slices.Concat([]string{spec.Label}, searchedFields(spec), []string{"props", "search_vector"}) {
		changes = append(changes, fmt.Sprintf("NEW.%[1]s IS DISTINCT FROM OLD.%[1]s", column))
	}
	return strings.Join(changes, " OR ")
}

func searchedFields(spec *graph.Spec) (names []string) {
	for _, field := range spec.Fields {
		if field.Searched {
			names = append(names, field.Name)
		}
	}
	return names
}

func TestMigrations(t *testing.T) { tabletest.Migrations(t, schemaOf(t)) }

func TestOlderVersions(t *testing.T) {
	if testing.Short() {
		t.Skip("a database of each version is restored")
	}
	tabletest.OlderVersions(t, schemaOf(t), tabletest.Fixtures{
		Extension: ".sql",
		Create: func(t testing.TB, options sqlstore.Options) (fixture.Store, func(string)) {
			url := empty.Database(t)
			return stored(t, url, options), func(file string) { dump(t, url, file) }
		},
		Open: func(t testing.TB, file string, options sqlstore.Options) (fixture.Store, *sql.DB) {
			url := empty.Database(t)
			restore(t, file, url)
			return stored(t, url, options), connection(t, url)
		},
	})
}

func stored(t testing.TB, url string, options sqlstore.Options) *sqlstore.Store {
	t.Helper()
	store, err := Open(t.Context(), url, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// dump writes a database to a file, as SQL that any client can run.
func dump(t testing.TB, url, file string) {
	t.Helper()
	command := exec.Command(filepath.Join(managedtest.Installation(t), "pg_dump"), "--inserts", "--no-owner", "--no-privileges", url)
	printed, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(printed)) {
		if !strings.HasPrefix(line, "--") && !strings.HasPrefix(line, `\`) && line != "\n" {
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(file, []byte(kept.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// restore runs the SQL of a file in an empty database.
func restore(t testing.TB, file, url string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	if _, err := connection.Exec(t.Context(), string(text), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

func TestLaterVersion(t *testing.T) {
	url := empty.Database(t)
	tabletest.LaterVersion(t, schemaOf(t), connection(t, url), func(options sqlstore.Options) (*sqlstore.Store, error) {
		return Open(t.Context(), url, options)
	})
}

// TestDamagedRows runs [dbtest.Damaged], which reads rows that other programs
// damaged.
func TestDamagedRows(t *testing.T) {
	tabletest.Damaged(t, tabletest.Damages, func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		url := empty.Database(t)
		return stored(t, url, options), connection(t, url)
	})
}

// BenchmarkTriggers measures the cost of the triggers for other programs.
func BenchmarkTriggers(b *testing.B) {
	open := func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		url := empty.Database(t)
		return stored(t, url, options), connection(t, url)
	}
	dbtest.BenchTriggers(b, open, func(b *testing.B, database *sql.DB) {
		for _, part := range triggerParts(b) {
			if part.Part.Kind != "trigger" {
				continue
			}
			if _, err := database.ExecContext(b.Context(), "DROP TRIGGER "+part.Part.Name+" ON "+part.Part.Table); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestForeignRows writes rows as other programs do.
func TestForeignRows(t *testing.T) {
	foreigntest.Run(t, func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB) {
		url := empty.Database(t)
		return stored(t, url, options), connection(t, url)
	})
}
