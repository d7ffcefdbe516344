package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
)

// partitions is the number of partitions of each table, by eye: with few, two
// projects would often be in the same one.
const partitions = 4

// scaling is the page whose table lists the statements that touch more than one
// partition, with their reasons and bounds.
const scaling = "../../docs/scaling.md"

// TestPartitions runs the contract on tables that are partitioned by the project, and
// plans each of its statements there, with its arguments. A statement may touch
// one partition, unless the page lists it. What is listed without need fails, too.
func TestPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("the contract once more, with a plan of each statement")
	}
	url, seen := partitionedDatabase(t), &seenStatements{byText: map[string]seenStatement{}}
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		emptied(t, url)
		return traced(t, url, options, seen)
	})
	listed := listedStatements(t)
	touched := planned(t, session(t, partitionedDatabase(t)), seen, listed) // another, without statistics
	for _, name := range slices.Sorted(maps.Keys(touched)) {
		if found := touched[name]; found.why != "" && (listed[name] == "" || strings.HasSuffix(name, ofOne)) {
			t.Errorf("%s: %s; it must name its project as a value, or be in the table of %s:\n%s", name, found.why, scaling, found.sql)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if touched[name].why == "" && listed[name] != byValues && !strings.HasPrefix(name, aside) {
			t.Errorf("%s is in the table of %s and touches one partition, or does not run", name, scaling)
		}
	}
}

// TestPlansOfPartitions checks that the test of partitions can fail.
func TestPlansOfPartitions(t *testing.T) {
	connection, id := session(t, partitionedDatabase(t)), graph.ID("p")
	runAll(t, connection, asOfMany...)
	for _, test := range []struct {
		sql  string
		args []any
		want string
	}{
		{"SELECT FROM onto_tasks WHERE project_id = $1 AND id = $2", []any{id, id}, ""},
		{"SELECT FROM onto_tasks task JOIN onto_projects project ON project.id = task.project_id WHERE project.id = $1", []any{id}, ""},
		{"INSERT INTO onto_members (project_id, actor_id, access) VALUES ($1, $1, 'read') ON CONFLICT (project_id, actor_id) DO NOTHING",
			[]any{id}, ""},
		{"SELECT FROM onto_tasks WHERE id = $1 AND project_id = (SELECT home.project_id FROM onto_ids home WHERE home.id = $1)", []any{id}, ""},
		{
			"SELECT FROM onto_tasks WHERE (project_id, id) IN (SELECT home.project_id, home.id FROM onto_ids home WHERE home.id = ANY($1))",
			[]any{[]string{id, graph.ID("q")}}, "",
		},
		{"SELECT FROM onto_ids home JOIN onto_tasks task ON task.id = home.id WHERE home.id = $1", []any{id}, "touches 4 partitions"},
		{"SELECT FROM onto_tasks WHERE id = $1", []any{id}, "touches 4 partitions"},
		{"UPDATE onto_tasks SET title = '' WHERE id = $1", []any{id}, "touches 4 partitions"},
		{"SELECT FROM onto_tasks WHERE project_id = $1 AND EXISTS (SELECT FROM onto_edges WHERE src_id = $1)", []any{id}, "touches 4 partitions"},
		{"INSERT INTO onto_tasks (id) VALUES ($1) ON CONFLICT (id) DO NOTHING", []any{id}, "has a key without the project"},
	} {
		got, err := touches(t.Context(), connection, seenStatement{sql: test.sql, args: test.args})
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v; want %q", test.sql, got, err, test.want)
		}
	}
}

// byValues is the reason of statements that name several projects as values. It
// depends on the ids whether these are in several partitions.
const byValues = "values"

// listedStatements returns the names in the table of the page, and the reasons.
func listedStatements(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(scaling)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+: [A-Z]+ \\w+)` \\| (id|all|values) \\|").FindAllStringSubmatch(string(text), -1) {
		names[row[1]] = row[2]
	}
	return names
}

// emptied deletes the rows of all tables. Triggers would keep tombstones.
func emptied(t testing.TB, url string) {
	t.Helper()
	ctx := t.Context()
	connection, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(ctx)
	statements := []string{"SET session_replication_role = replica"}
	for _, table := range schema.Tables() {
		statements = append(statements, "DELETE FROM "+table.Name)
	}
	runAll(t, connection, statements...)
}

// TestDistributedTables compares the calls for Citus with the declared tables. Each
// table of projects is distributed by the project, projects before the others, and
// ids by themselves.
func TestDistributedTables(t *testing.T) {
	text, err := os.ReadFile(scaling)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	got := regexp.MustCompile(`(?m)^SELECT create_distributed_table\(.*$`).FindAllString(string(text), -1)
	for _, table := range schema.Tables() {
		call := fmt.Sprintf("SELECT create_distributed_table('%s', '%s'", table.Name, projectOf(table))
		switch projectOf(table) {
		case "":
		case "id":
			want = append([]string{call + ");"}, want...)
		default:
			want = append(want, call+", colocate_with => 'onto_projects');")
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got the calls\n%s\nwant\n%s", scaling, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func runAll(t testing.TB, connection *pgx.Conn, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if _, err := connection.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// partitionedDatabase returns a database with tables that are partitioned by the
// project, with their keys, unique indexes, triggers and policies.
func partitionedDatabase(t *testing.T) (url string) {
	t.Helper()
	url = migrated.Database(t)
	connection := session(t, url)
	for _, table := range schema.Tables() {
		if project := projectOf(table); project != "" && table.Name != "onto_ids" { // in which an id alone is looked up
			runAll(t, connection, partitionBy(table, project)...)
		}
	}
	for _, extra := range slices.Concat(searchParts(t), triggerParts(t), securityParts(t)) {
		if extra.Part.Kind != "index" && extra.Part.Kind != "column" {
			runAll(t, connection, extra.SQL)
		}
	}
	return url
}

// projectOf returns the column of a table by which it is distributed, "" if it is
// none of projects.
func projectOf(table engine.Table) string {
	switch {
	case table.Name == "onto_projects", table.Name == "onto_ids":
		return "id"
	case table.Name != "onto_audit" && slices.Contains(table.Names(), "project_id"):
		return "project_id"
	}
	return ""
}

// partitionBy returns the statements that put a partitioned table in the place of
// another. It has no index that is unique without the project.
func partitionBy(table engine.Table, project string) []string {
	name := table.Name
	statements := []string{
		"ALTER TABLE " + name + " RENAME TO plain_" + name,
		fmt.Sprintf("CREATE TABLE %[1]s (LIKE plain_%[1]s INCLUDING DEFAULTS INCLUDING GENERATED) PARTITION BY HASH (%[2]s)", name, project),
		"DROP TABLE plain_" + name + " CASCADE",
	}
	for i := range partitions {
		statements = append(statements,
			fmt.Sprintf("CREATE TABLE %[1]s_part%[2]d PARTITION OF %[1]s FOR VALUES WITH (MODULUS %[3]d, REMAINDER %[2]d)", name, i, partitions))
	}
	statements = append(statements, fmt.Sprintf("ALTER TABLE %s ADD PRIMARY KEY (%s)", name, strings.Join(table.Key, ", ")))
	for _, index := range table.Indexes {
		if index.Unique && strings.Contains(index.Columns, "project_id") {
			statements = append(statements, fmt.Sprintf("CREATE UNIQUE INDEX ON %s (%s)", name, index.Columns))
		}
	}
	return statements
}

// traced opens a store that reports its statements, with their arguments.
func traced(t testing.TB, url string, options sqlstore.Options, seen *seenStatements) *sqlstore.Store {
	t.Helper()
	ctx := t.Context()
	d, err := connect(ctx, url, options.MaxConns)
	if err != nil {
		t.Fatal(err)
	}
	config := d.pool.Config()
	config.ConnConfig.Tracer = seen
	d.pool.Close()
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		t.Fatal(err)
	}
	store := sqlstore.New(d, dialect, options)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// seenStatements are the statements that ran, by their names and SQL.
type seenStatements struct {
	mu     sync.Mutex
	byText map[string]seenStatement
}

type seenStatement struct {
	name, sql string
	args      []any
}

// TraceQueryStart implements [pgx.QueryTracer].
func (s *seenStatements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.add(data.SQL, data.Args)
	return ctx
}

// TraceQueryEnd implements [pgx.QueryTracer].
func (s *seenStatements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements [pgx.BatchTracer].
func (s *seenStatements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	for _, query := range data.Batch.QueuedQueries {
		s.add(query.SQL, query.Arguments)
	}
	return ctx
}

// TraceBatchQuery implements [pgx.BatchTracer].
func (s *seenStatements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements [pgx.BatchTracer].
func (s *seenStatements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// subject finds the first table of a statement and what is done to it.
var subject = regexp.MustCompile(`(?s)^\s*(?:.*?\b(?:FROM|INTO|JOIN|UPDATE)) (?:put_)?(onto_\w+)`)

// ofOne ends the names of statements about one project.
const ofOne = " of a project"

// ofProject finds that access is checked for a parameter: the statement is about
// one project, and need never touch another partition.
var ofProject = regexp.MustCompile(`WHERE allowed\.id = \$`)

func (s *seenStatements) add(sql string, args []any) {
	table := subject.FindStringSubmatch(sql)
	verb, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	if table == nil || !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}, verb) {
		return
	}
	of := strings.TrimPrefix(table[1], "onto_")
	if slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return spec.Table == table[1] && spec.Kind != graph.KindProject }) {
		of = "kinds"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ofProject.MatchString(sql) {
		of += ofOne
	}
	statement := seenStatement{name: caller() + ": " + verb + " " + of, sql: sql, args: args}
	if key := statement.name + sql; s.byText[key].sql == "" {
		s.byText[key] = statement
	}
}

// aside is the name of what runs in a goroutine of its own: the statements of
// several requests, and reads ahead. It depends on chance.
const aside = "aside"

// storeMethod is the name of a method of a part of a store.
var storeMethod = regexp.MustCompile(`^dossier/db(?:/access|/read|/write)?\.\(\*[A-Z]\w*\)\.([A-Z]\w*)$|^dossier/db/conn\..*\.(Moment)$`)

// caller returns the method of the store that runs a statement: the outermost one.
func caller() string {
	name := aside
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		frame, more := frames.Next()
		if method := storeMethod.FindStringSubmatch(frame.Function); method != nil {
			name = method[1] + method[2]
		}
		if !more {
			return name
		}
	}
}

// asOfMany makes the plans of empty tables those of many rows, of which few are read.
var asOfMany = []string{
	"SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_hashjoin = off", "SET enable_mergejoin = off",
}

// A touch says why a statement touches more than one partition; why is "" if it
// does not.
type touch struct{ why, sql string }

// planned plans the statements in a database, and returns the first of each name
// that touches several partitions. Of a listed name no others are planned: it takes
// seconds, and gigabytes, to plan a nested filter over all partitions.
func planned(t *testing.T, connection *pgx.Conn, seen *seenStatements, listed map[string]string) map[string]touch {
	t.Helper()
	runAll(t, connection, asOfMany...)
	runAll(t, connection, "SET statement_timeout = '10s'")
	for _, table := range schema.Tables() {
		runAll(t, connection, fmt.Sprintf("CREATE TEMPORARY TABLE put_%[1]s (LIKE %[1]s)", table.Name))
	}
	statements := slices.SortedFunc(maps.Values(seen.byText), func(a, b seenStatement) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(len(a.sql), len(b.sql)), cmp.Compare(a.sql, b.sql))
	})
	touched := map[string]touch{}
	for _, statement := range statements {
		if listed[statement.name] != "" && touched[statement.name].why != "" {
			continue
		}
		why, err := touches(t.Context(), connection, statement)
		if err != nil {
			t.Errorf("%s: %v\n%s", statement.name, err, statement.sql)
		}
		if why != "" && touched[statement.name].why == "" {
			touched[statement.name] = touch{why, statement.sql}
		}
	}
	return touched
}

// touches returns why a statement touches more than one partition, "" if it does
// not. It is planned for its arguments, and not run.
func touches(ctx context.Context, connection *pgx.Conn, statement seenStatement) (why string, err error) {
	args := statement.args
	for len(args) > 0 {
		if _, is := args[0].(pgx.QueryExecMode); !is {
			break
		}
		args = args[1:]
	}
	var text []byte
	err = connection.QueryRow(ctx, "EXPLAIN (FORMAT JSON) "+statement.sql,
		append([]any{pgx.QueryExecModeDescribeExec}, args...)...).Scan(&text)
	if refused, is := errors.AsType[*pgconn.PgError](err); is && refused.Code == "42P10" { // no such key
		return "has a key without the project", nil
	}
	if err != nil {
		return "", err
	}
	var plan any
	if err := json.Unmarshal(text, &plan); err != nil {
		return "", err
	}
	found := map[string]bool{}
	addPartitions(plan, found)
	if len(found) > 1 {
		return fmt.Sprintf("touches %d partitions", len(found)), nil
	}
	return "", nil
}

// routed finds that a scan is of the project that a row has which was read before:
// only the partition of the project is asked. Projects themselves are found by id.
var (
	routed        = regexp.MustCompile(`\(project_id = (\$\d+|\w+\.\w+)\)`)
	routedProject = regexp.MustCompile(`\(id = (\$\d+|\w+\.\w+)\)`)
)

// addPartitions adds the numbers of the partitions in a plan that are asked whatever
// the rows. Those of one project have the same number in all tables.
func addPartitions(plan any, found map[string]bool) {
	switch plan := plan.(type) {
	case []any:
		for _, part := range plan {
			addPartitions(part, found)
		}
	case map[string]any:
		if name, is := plan["Relation Name"].(string); is {
			condition, _ := plan["Index Cond"].(string)
			table, number, is := strings.Cut(name, "_part")
			isRouted := routed.MatchString(condition) || table == "onto_projects" && routedProject.MatchString(condition)
			if is && !isRouted {
				found[number] = true
			}
		}
		for _, part := range plan {
			addPartitions(part, found)
		}
	}
}
