package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"dossier/db/dbtest"
	"dossier/db/dbtest/fixture"
	"dossier/db/engine"
	"dossier/db/managed"
	"dossier/db/schema"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/lists"
)

// TestForeignPartitions runs the contract with a second cluster that answers all reads:
// its tables are partitioned by the project, and their partitions are foreign tables in
// the first. Writes use the first, because foreign tables take no ON CONFLICT with a key.
func TestForeignPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("the contract once more, with two clusters")
	}
	url := migrated.Database(t)
	over := foreignPartitions(t, url)
	dbtest.Run(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		emptied(t, url)
		return halved(t, url, over, options)
	})
}

// TestPoliciesOfForeignPartitions tests the access scope without the checks of the store:
// foreign tables have no policies, and the tables whose partitions they are do.
func TestPoliciesOfForeignPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("two clusters")
	}
	const role = "dossier_app"
	url := migrated.Database(t)
	over := foreignPartitions(t, url)
	for _, owner := range []string{url, over} {
		if err := GrantTo(t.Context(), owner, role); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // before the database is dropped
		connection, err := pgx.Connect(context.Background(), url)
		if err == nil {
			_, _ = connection.Exec(context.Background(), "DROP OWNED BY "+role)
			_ = connection.Close(context.Background())
		}
	})
	as := func(owner string) string { return strings.Replace(owner, "postgres@", role+"@", 1) }
	dbtest.RunAccess(t, func(t testing.TB, options sqlstore.Options) fixture.Store {
		emptied(t, url)
		options.Unchecked = true
		return halved(t, as(url), as(over), options)
	})
}

// TestForeignPartitionsAnswerAlike compares the answers to 1,000 random reads with those
// of the cluster that has the rows.
func TestForeignPartitionsAnswerAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("two clusters")
	}
	url := migrated.Database(t)
	over, one := foreignPartitions(t, url), traced(t, url, sqlstore.Options{}, &seenStatements{byText: map[string]seenStatement{}})
	two, ctx := halved(t, url, over, sqlstore.Options{}), graph.WithActor(t.Context(), graph.LocalActor)
	random := rand.New(rand.NewPCG(1, 2))
	refs, listed := fill(t, one, random), 0
	for range 1000 {
		list, some := randomList(random, refs), []graph.Ref{refs[random.IntN(len(refs))], {ID: refs[random.IntN(len(refs))].ID}}
		var answers [2]string
		for i, store := range []*sqlstore.Store{one, two} {
			page, err := store.List(ctx, list)
			found, failed := store.Entities(ctx, some, graph.Full)
			if err != nil || failed != nil {
				t.Fatal(err, failed)
			}
			answer, err := json.Marshal([]any{page, found})
			if err != nil {
				t.Fatal(err)
			}
			answers[i] = string(answer)
			listed += len(page.Entities)
		}
		if answers[0] != answers[1] {
			t.Fatalf("%+v: got %s of two clusters, %s of one", list, answers[1], answers[0])
		}
	}
	if listed < 1000 {
		t.Errorf("only %d entities were listed", listed)
	}
}

// fill writes projects with linked tasks, and returns what it wrote.
func fill(t *testing.T, store *sqlstore.Store, random *rand.Rand) (refs []graph.Ref) {
	t.Helper()
	batch := &graph.Batch{}
	for i := range 12 {
		project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
		project.ID, project.Name = graph.ID(fmt.Sprint("project ", i)), fmt.Sprint("project ", i)
		project.ProjectID = project.ID
		batch.Entities, refs = append(batch.Entities, project), append(refs, project.Ref())
		for n := range 20 {
			task := graph.SpecOf(graph.KindTask).New().(*graph.Task)
			task.ID, task.ProjectID, task.Title = graph.ID(fmt.Sprint("task ", i, " ", n)), project.ID, fmt.Sprint("task ", random.IntN(9))
			batch.Entities, refs = append(batch.Entities, task), append(refs, task.Ref())
			batch.Edges = append(batch.Edges, graph.Edge{ProjectID: project.ID, Rel: graph.RelHasTask, Src: project.Ref(), Dst: task.Ref()})
		}
	}
	if _, err := store.Write(graph.WithActor(t.Context(), graph.LocalActor), batch); err != nil {
		t.Fatal(err)
	}
	return refs
}

// randomList returns a list of projects or tasks with a random filter, order and size.
func randomList(random *rand.Rand, refs []graph.Ref) lists.List {
	spec := graph.SpecOf([]graph.Kind{graph.KindProject, graph.KindTask, graph.KindTask}[random.IntN(3)])
	fields := lists.OrderFields(spec)
	list := lists.List{
		Kind: spec.Kind, View: graph.Full, First: 1 + random.IntN(30), Total: random.IntN(2) == 0,
		Order: []lists.Order{{Field: fields[random.IntN(len(fields))], Descending: random.IntN(2) == 0}},
	}
	if random.IntN(2) == 0 {
		text := fmt.Sprint(random.IntN(9))
		list.Filter.Text = &text
	}
	if random.IntN(3) == 0 {
		list.Filter.ProjectID = &refs[random.IntN(12)*21].ID
	}
	if random.IntN(4) == 0 {
		list.Filter.IDs = []string{refs[random.IntN(len(refs))].ID, refs[random.IntN(len(refs))].ID}
	}
	return list
}

// TestRefusedByForeignTables names what keeps a store from writing to foreign tables.
func TestRefusedByForeignTables(t *testing.T) {
	if testing.Short() {
		t.Skip("two clusters")
	}
	connection := session(t, foreignPartitions(t, migrated.Database(t)))
	const refused, noKey = "42809", "42P10"
	for sql, want := range map[string]string{
		"ALTER TABLE onto_tasks ADD PRIMARY KEY (project_id, id)":                                            refused,
		"CREATE UNIQUE INDEX ON onto_tasks (project_id, id)":                                                 refused,
		"ALTER TABLE onto_tasks_part0 ENABLE ROW LEVEL SECURITY":                                             refused,
		"CREATE POLICY p ON onto_tasks_part0 USING (TRUE)":                                                   refused,
		"INSERT INTO onto_ids (id, project_id) SELECT id, id FROM onto_projects ON CONFLICT (id) DO NOTHING": noKey,
		"CREATE TRIGGER t AFTER INSERT ON onto_edges_part0 REFERENCING NEW TABLE AS added " +
			"FOR EACH STATEMENT EXECUTE FUNCTION onto_id_added()": refused,
	} {
		_, err := connection.Exec(t.Context(), sql)
		if got, is := errors.AsType[*pgconn.PgError](err); !is || got.Code != want {
			t.Errorf("%s: got %v; expected the code %s", sql, err, want)
		}
	}
}

// halves reads from one database and writes to another.
type halves struct {
	*database
	reads *database
}

// Read implements [engine.Reader].
func (h halves) Read(ctx context.Context, queries ...engine.Query) error {
	return h.reads.Read(ctx, queries...)
}

// Snapshot implements [engine.Backend].
func (h halves) Snapshot(ctx context.Context, f func(engine.Reader) error) error {
	return h.reads.Snapshot(ctx, f)
}

// ReadRepeated implements [engine.Repeater].
func (h halves) ReadRepeated(ctx context.Context, requests [][]engine.Query) error {
	return h.reads.ReadRepeated(ctx, requests)
}

// Close implements [engine.Backend].
func (h halves) Close() error { return errors.Join(h.reads.Close(), h.database.Close()) }

// halved returns a store that writes to the database at one URL and reads at another.
func halved(t testing.TB, url, over string, options sqlstore.Options) *sqlstore.Store {
	t.Helper()
	var both [2]*database
	for i, address := range []string{url, over} {
		d, err := connect(t.Context(), address, options.MaxConns)
		if err == nil {
			err = d.pool.QueryRow(t.Context(), isSecured, pgx.QueryExecModeSimpleProtocol).Scan(&d.secured)
		}
		if err != nil {
			t.Fatal(err)
		}
		both[i] = d
	}
	unmoved := dialect
	unmoved.Moment = "" // a write to the first database is none to the second
	store := sqlstore.New(halves{both[0], both[1]}, unmoved, options)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// foreignPartitions returns the URL of a database of another cluster whose tables have
// the rows of one, by partitions that are foreign tables.
func foreignPartitions(t *testing.T, url string) (over string) {
	t.Helper()
	server, err := managed.Start(t.Context(), t.TempDir(), managed.Options{Disposable: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	over = server.URL("postgres")
	store, err := Open(t.Context(), over, sqlstore.Options{Migrate: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	there, here := session(t, url), session(t, over)
	runAll(t, there, "CREATE TABLE hashed (id uuid) PARTITION BY HASH (id)")
	runAll(t, here, "CREATE EXTENSION postgres_fdw",
		fmt.Sprintf("CREATE SERVER first FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%d', dbname '%s')",
			config.Host, config.Port, config.Database),
		fmt.Sprintf("CREATE USER MAPPING FOR PUBLIC SERVER first OPTIONS (user '%s', password_required 'false')", config.User))
	for _, table := range schema.Tables() {
		column, parts := projectOf(table), partitions
		if column == "" {
			column, parts = table.Key[0], 1
		}
		name := table.Name
		runAll(t, here, "ALTER TABLE "+name+" RENAME TO plain_"+name,
			fmt.Sprintf("CREATE TABLE %[1]s (LIKE plain_%[1]s INCLUDING DEFAULTS) PARTITION BY HASH (%[2]s)", name, column),
			"DROP TABLE plain_"+name+" CASCADE")
		for i := range parts {
			where := ""
			if parts > 1 {
				where = fmt.Sprintf(" WHERE satisfies_hash_partition('hashed'::regclass, %d, %d, %s)", parts, i, column)
			}
			runAll(t, there, fmt.Sprintf("CREATE VIEW %[1]s_part%[2]d AS SELECT * FROM %[1]s%[3]s", name, i, where))
			runAll(t, here, fmt.Sprintf("CREATE FOREIGN TABLE %[1]s_part%[2]d PARTITION OF %[1]s "+
				"FOR VALUES WITH (MODULUS %[3]d, REMAINDER %[2]d) SERVER first", name, i, parts))
		}
	}
	for _, extra := range securityParts(t) {
		if !strings.HasPrefix(extra.Part.Kind, "function") {
			runAll(t, here, extra.SQL)
		}
	}
	return over
}
