package dbtest

import (
	"bytes"
	"database/sql"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/db"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/query"
)

// A foreigner is another program that writes to the database of a store.
type foreigner struct {
	*fixture
	database  *sql.DB
	project   *graph.Project
	task, two *graph.Task // linked to the project, and not linked
	kept      *replica    // the project, as a reader of changes knows it
	cursor    history.Cursor
	log       bytes.Buffer
}

// Foreign tests that triggers do for writes of other programs what the store
// does for its own writes, so that the next read returns them completely.
func Foreign(t *testing.T, open func(t testing.TB, options db.Options) (Store, *sql.DB)) {
	for name, test := range map[string]func(*foreigner){
		"each statement":     eachStatement,
		"many statements":    manyStatements,
		"many rows":          manyRows,
		"lists are complete": foreignLists,
		"rows without sense": senselessRows,
		"the past":           foreignPast,
		"many events":        manyEvents,
	} {
		t.Run(name, func(t *testing.T) { test(newForeigner(t, open)) })
	}
}

func newForeigner(t *testing.T, open func(t testing.TB, options db.Options) (Store, *sql.DB)) *foreigner {
	f := &foreigner{fixture: &fixture{T: t, now: start, ann: as("ann"), bob: as("bob")}, kept: newReplica()}
	f.store, f.database = open(t, db.Options{
		Now: func() time.Time { return f.now }, OnStatement: f.counter.Count, Migrate: true,
		Analyse: labelOf, Log: slog.New(slog.NewTextHandler(&f.log, nil)),
	})
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(f.log.String())
		}
	})
	f.project = newProject("p")
	f.task, f.two = newTask(f.project.ID, "one"), newTask(f.project.ID, "two")
	edge := newEdge(f.project, graph.RelHasTask, f.task)
	edge.ProjectID = f.project.ID
	f.write(&graph.Batch{
		Entities: []graph.Entity{f.project, newProject("q"), f.task, f.two},
		Edges:    []graph.Edge{edge}, Analyse: labelOf,
	})
	f.catchUp()
	f.events(f.project.ID)
	return f
}

// labelOf is the search text of an entity in these tests.
func labelOf(e graph.Entity) []byte {
	spec := e.Self().Spec()
	return []byte("text of " + *spec.Field(spec.Label).Pointer(e).(*string))
}

// sql runs a statement of the other program. It replaces $P, $Q, $1, $2 and
// $new with the ids of the projects, the tasks and a new entity.
func (f *foreigner) sql(statement string) {
	f.Helper()
	if err := f.trySQL(statement); err != nil {
		f.Fatalf("%s: %v", statement, err)
	}
}

// trySQL runs statements in a transaction, like sql.
func (f *foreigner) trySQL(statements ...string) error {
	ids := strings.NewReplacer("$P", f.project.ID, "$Q", graph.ID("q"), "$1", f.task.ID, "$2", f.two.ID, "$new", graph.ID("new"))
	tx, err := f.database.BeginTx(f.Context(), nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, statement := range statements {
		if _, err := tx.ExecContext(f.Context(), ids.Replace(statement)); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return tx.Commit()
}

// catchUp reads the changes since it was last called, as the cache does.
func (f *foreigner) catchUp() {
	f.Helper()
	f.kept.catchUp(f.fixture, f.project.ID)
}

func (r *replica) catchUp(f *fixture, projectID string) {
	f.Helper()
	since := graph.Revision{ProjectID: projectID, Number: r.revision.Number, Stamp: r.revision.Stamp}
	found, err := f.store.Changes(f.ann, []graph.Revision{since})
	if err != nil || len(found) != 1 {
		f.Fatalf("changes: got %d, %v", len(found), err)
	}
	if !found[0].Follow(since) {
		*r = *newReplica()
		found[0] = f.changes(projectID, 0)
	}
	r.apply(found[0])
}

// check tests that a reader of changes has the same state as a new reader, and
// that all texts are analysed.
func (f *foreigner) check(what string) {
	f.Helper()
	checkIDs(f, f.database)
	f.catchUp()
	fresh := newReplica()
	fresh.apply(f.changes(f.project.ID, 0))
	fresh.revision.Stamp, fresh.revision.Access = f.kept.revision.Stamp, f.kept.revision.Access
	if !reflect.DeepEqual(f.kept, fresh) {
		f.Fatalf("after %s the reader knows\n%v, want\n%v", what, f.kept, fresh)
	}
	analysed := map[string]string{}
	err := f.store.Terms(f.ann, graph.Revision{ProjectID: f.project.ID}, func(t graph.Terms) { analysed[t.ID] = string(t.Data) })
	if err != nil {
		f.Fatal(err)
	}
	for id, entity := range fresh.entities {
		if want := string(labelOf(entity)); analysed[id] != want {
			f.Fatalf("after %s the text of %s is %q, want %q", what, entity.Self().Label, analysed[id], want)
		}
		if full := f.entity(f.ann, id, graph.Full); full == nil || full.Self().Label != entity.Self().Label ||
			full.Self().UpdatedAt != entity.Self().UpdatedAt {
			f.Fatalf("after %s: %s is %v in full", what, entity.Self().Label, full)
		}
	}
	if len(analysed) != len(fresh.entities) {
		f.Fatalf("after %s there are %d texts of %d entities", what, len(analysed), len(fresh.entities))
	}
}

// checkIDs tests that the ids of all entities and edges, and no others, are in
// the table of ids, with their projects.
func checkIDs(t testing.TB, database *sql.DB) {
	t.Helper()
	const all = "(SELECT id, project_id FROM onto_entities UNION ALL SELECT id, project_id FROM onto_edges)"
	var missing, left int
	err := database.QueryRowContext(t.Context(),
		"SELECT (SELECT count(*) FROM (SELECT * FROM "+all+" stored EXCEPT SELECT id, project_id FROM onto_ids) missing), "+
			"(SELECT count(*) FROM (SELECT id, project_id FROM onto_ids EXCEPT SELECT * FROM "+all+" stored) left_over)").Scan(&missing, &left)
	if err != nil || missing > 0 || left > 0 {
		t.Fatalf("onto_ids lacks %d rows and has %d of others: %v", missing, left, err)
	}
}

// events returns the events by the other program since it was last called, such
// as "updated task title:old>new".
func (f *foreigner) events(projectID string) (texts []string) {
	f.Helper()
	found, err := f.store.Events(f.ann, projectID, f.cursor, 1000)
	if err != nil {
		f.Fatal(err)
	}
	for _, event := range found {
		if f.cursor = event.Cursor(); event.Interface != "sql" || event.ActorID != "" {
			continue
		}
		text := fmt.Sprintf("%s %s", event.Operation, event.Kind)
		for _, field := range event.Fields {
			if field.Name != "updated_at" {
				text += fmt.Sprintf(" %s:%s>%s", field.Name, field.Old, field.New)
			}
		}
		texts = append(texts, strings.NewReplacer(f.project.ID, "P", f.task.ID, "1", f.two.ID, "2").Replace(text))
	}
	return texts
}

// eachStatement runs statements of another program one by one.
func eachStatement(f *foreigner) {
	for _, test := range []struct{ sql, events, labels string }{
		{"UPDATE onto_tasks SET title = 'renamed', due_at = '2026-12-01T00:00:00.000000Z' WHERE id = '$1'",
			`updated task due_at:>"2026-12-01T00:00:00Z" title:"one">"renamed"`, "p renamed two has_task"},
		{"UPDATE onto_tasks SET title = 'renamed' WHERE id = '$1'", "", "p renamed two has_task"},
		{"INSERT INTO onto_tasks (id, project_id, title) VALUES ('$new', '$P', 'new')", "created task", "new p renamed two has_task"},
		{"INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$P', 'has_task', '$2')",
			`linked edge src:>"P" rel:>"has_task" dst:>"2"`, "new p renamed two has_task has_task"},
		{"DELETE FROM onto_edges WHERE dst_id = '$2'", `unlinked edge src:"P"> rel:"has_task"> dst:"2">`, "new p renamed two has_task"},
		{"INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$P', 'has_task', '$2')",
			`linked edge src:>"P" rel:>"has_task" dst:>"2"`, "new p renamed two has_task has_task"},
		{
			"UPDATE onto_edges SET props = '{\"n\": 1}' WHERE dst_id = '$2'",
			`unlinked edge src:"P"> rel:"has_task"> dst:"2">; linked edge src:>"P" rel:>"has_task" dst:>"2" props:>{"n":1}`, "",
		},
		{
			"UPDATE onto_edges SET deleted = TRUE WHERE dst_id = '$2'", `unlinked edge src:"P"> rel:"has_task"> dst:"2"> props:{"n":1}>`,
			"new p renamed two has_task",
		},
		{"DELETE FROM onto_tasks WHERE id = '$new'", "deleted task", "p renamed two has_task"},
		{"INSERT INTO onto_tasks (id, project_id, title) VALUES ('$new', '$P', 'again')", "created task", "again p renamed two has_task"},
		{"UPDATE onto_tasks SET deleted_at = '2026-12-01T00:00:00.000000Z' WHERE id = '$new'", "deleted task", "p renamed two has_task"},
		{"UPDATE onto_tasks SET deleted_at = NULL WHERE id = '$new'", "restored task", "again p renamed two has_task"},
		{"UPDATE onto_tasks SET project_id = '$Q' WHERE id = '$new'", "deleted task", "p renamed two has_task"},
		{"UPDATE onto_tasks SET project_id = '$P' WHERE id = '$new'", "created task", "again p renamed two has_task"},
		{"UPDATE onto_edges SET dst_id = '$2' WHERE dst_id = '$1'",
			`unlinked edge src:"P"> rel:"has_task"> dst:"1">; linked edge src:>"P" rel:>"has_task" dst:>"2"`, ""},
		{"DELETE FROM onto_tasks", "deleted task; deleted task; deleted task", "p has_task"},
		{"DELETE FROM onto_tasks", "", "p has_task"},
		{"INSERT INTO onto_risks (id, project_id, title) VALUES ('$1', '$P', 'another kind')", "created risk", "another kind p has_task"},
	} {
		if strings.Contains(test.sql, "SET dst_id") { // an earlier link is a tombstone
			f.sql("DELETE FROM onto_edges WHERE deleted")
		}
		f.sql(test.sql)
		f.check(test.sql)
		if got := strings.Join(f.events(f.project.ID), "; "); got != test.events {
			f.Errorf("%s: got events %s, want %s", test.sql, got, test.events)
		}
		if got := f.kept.labels(); test.labels != "" && got != test.labels {
			f.Errorf("%s: got %s, want %s", test.sql, got, test.labels)
		}
	}
}

// labels returns the labels of the entities and the relations of the edges.
func (r *replica) labels() string {
	var labels, relations []string
	for _, entity := range r.entities {
		labels = append(labels, entity.Self().Label)
	}
	for _, edge := range r.edges {
		relations = append(relations, string(edge.Rel))
	}
	slices.Sort(labels)
	return strings.Join(append(labels, relations...), " ")
}

// manyStatements runs random statements of two programs, some in transactions.
func manyStatements(f *foreigner) {
	statements := []string{
		"UPDATE onto_tasks SET title = title || '.'", "UPDATE onto_tasks SET title = 'x' WHERE id = '$1'",
		"DELETE FROM onto_tasks WHERE id = '$1'", "DELETE FROM onto_tasks WHERE id = '$2'", "DELETE FROM onto_tasks",
		"UPDATE onto_tasks SET deleted_at = NULL", "UPDATE onto_tasks SET deleted_at = '2026-12-01T00:00:00.000000Z'",
		"INSERT INTO onto_tasks (id, project_id, title) VALUES ('$1', '$P', 'inserted') ON CONFLICT (id) DO NOTHING",
		"INSERT INTO onto_tasks (id, project_id, title) VALUES ('$2', '$P', 'inserted') ON CONFLICT " +
			"(project_id, id) DO UPDATE SET title = 'upserted'",
		"UPDATE onto_tasks SET project_id = '$Q' WHERE id = '$1'", "UPDATE onto_tasks SET project_id = '$P'",
		"INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$P', 'has_task', '$1') ON CONFLICT DO NOTHING",
		"INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$1', 'depends_on', '$2') ON CONFLICT DO NOTHING",
		"DELETE FROM onto_edges", "UPDATE onto_edges SET deleted = NOT deleted", "UPDATE onto_projects SET name = name || '!'",
	}
	rapid.Check(f.T, func(t *rapid.T) {
		chosen := rapid.SliceOfN(rapid.SampledFrom(statements), 1, 3).Draw(t, "statements")
		if rapid.Bool().Draw(t, "in a transaction") {
			if err := f.trySQL(chosen...); err != nil {
				t.Fatal(err)
			}
		} else {
			for _, statement := range chosen {
				f.sql(statement)
			}
		}
		if rapid.Bool().Draw(t, "and an own write") {
			f.write(&graph.Batch{Edges: []graph.Edge{newEdge(f.two, graph.RelDependsOn, f.task)}})
		}
		f.check(strings.Join(chosen, "; "))
	})
}

// manyRows inserts more rows than one request completes.
func manyRows(f *foreigner) {
	const rows = 1200
	f.sql(fmt.Sprintf(`INSERT INTO onto_tasks (id, project_id, title)
		WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
		SELECT CAST(substr('00000000-0000-4000-8000-00000000' || (1000 + n), 1, 36) AS %s), CAST('$P' AS %[2]s), 'row ' || n FROM numbers`, rows,
		f.uuid()))
	before := f.counter.Total()
	f.catchUp()
	if n := f.counter.Total() - before; len(f.kept.entities) != rows+3 || n > 100 {
		f.Fatalf("read %d entities by %d statements", len(f.kept.entities), n)
	}
	if got := f.changes(f.project.ID, f.kept.revision.Number-1); !got.Follow(graph.Revision{Number: 1, Stamp: got.Revision.Stamp}) {
		f.Error("a statement has many stamps")
	}
	for range 1000 { // until the rest was completed in the background
		missing := 0
		err := f.store.Terms(f.ann, graph.Revision{ProjectID: f.project.ID}, func(t graph.Terms) {
			if t.Data == nil {
				missing++
			}
		})
		if err != nil {
			f.Fatal(err)
		}
		if missing == 0 {
			f.check("the rest")
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	f.Error("the rest is not completed")
}

// uuid returns the SQL type of ids.
func (f *foreigner) uuid() string {
	if _, err := f.database.ExecContext(f.Context(), "SELECT CAST('$' AS uuid)"); err != nil {
		return "uuid"
	}
	return "text"
}

// foreignLists tests that lists are ordered and filtered by columns that only
// the store computes, even if nothing else has read the project since the
// write.
func foreignLists(f *foreigner) {
	f.sql("UPDATE onto_tasks SET title = 'Ähnlich', props = '{\"owner\": \"Jo\"}' WHERE id = '$2'")
	page := f.list(lists.List{Kind: graph.KindTask, Order: []lists.Order{{Field: lists.OrderLabel}}, First: 10})
	if got := page.Entities[0].Self().Label; got != "Ähnlich" {
		f.Errorf("the first by label is %s", got)
	}
	f.sql("UPDATE onto_tasks SET title = 'z' WHERE id = '$2'")
	owners, err := f.store.Owners(f.ann, []graph.Ref{f.two.Ref()})
	if err != nil || owners[f.two.ID].Name != "Jo" {
		f.Errorf("got owners %v, %v", owners, err)
	}
	f.sql("UPDATE onto_tasks SET title = 'y' WHERE id = '$2'")
	groups, err := f.store.Groups(f.ann, lists.Grouping{Kind: graph.KindTask, By: []lists.GroupBy{lists.GroupOwner}, First: 10})
	if err != nil || len(groups) != 2 {
		f.Errorf("got groups %v, %v", groups, err)
	}
}

// senselessRows tests that rows that break a rule of the graph are returned as
// stored, and that rows that cannot be stored are refused.
func senselessRows(f *foreigner) {
	f.sql("INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$P', 'has_task', '$new')")
	f.sql("INSERT INTO onto_edges (project_id, src_id, rel, dst_id) VALUES ('$P', '$1', 'unheard_of', '$2')")
	f.sql("UPDATE onto_tasks SET state_key = 'unheard of' WHERE id = '$1'")
	f.check("rows without sense")
	if got := f.entity(f.ann, f.task.ID, graph.Light).Self().StateKey; graph.Or(got, "") != "unheard of" || len(f.kept.edges) != 3 {
		f.Errorf("got state %v and %d edges", got, len(f.kept.edges))
	}
	if log := f.log.String(); strings.Count(log, "break rules") != 1 || !strings.Contains(log, f.task.ID+": state_key: ") {
		f.Errorf("the log is %s", log)
	}
	for _, refused := range []string{
		"INSERT INTO onto_risks (id, project_id, title) VALUES ('$1', '$P', 'the id of a task')",
		"INSERT INTO onto_tasks (id, project_id, title) VALUES ('task-1', '$P', 'no UUID')",
	} {
		if err := f.trySQL(refused); err == nil {
			f.Errorf("%s: no error", refused)
		}
	}
	f.check("refused rows")
}

// foreignPast tests that past states equal the exports of their times, after
// writes of another program.
func foreignPast(f *foreigner) {
	service := query.New(f.store, query.Options{Now: func() time.Time { return f.now }})
	var states []pastState
	for _, statement := range []string{
		`UPDATE onto_edges SET props = '{"why": "one"}'`, `UPDATE onto_edges SET props = '{"why": ["two"]}'`,
		"UPDATE onto_edges SET props = NULL", `UPDATE onto_edges SET props = '{"why": 3}'`,
		`UPDATE onto_edges SET deleted = TRUE, props = '{}'`, "UPDATE onto_edges SET deleted = FALSE",
		"UPDATE onto_edges SET dst_id = '$2', props = NULL",
		`UPDATE onto_tasks SET title = 'renamed', props = '{"owner": "Jo"}' WHERE id = '$1'`, "DELETE FROM onto_edges",
		"DELETE FROM onto_tasks WHERE id = '$1'",
	} {
		f.now = f.now.Add(time.Hour)
		f.sql(statement)
		f.sql("UPDATE onto_events SET at = '" + f.now.Format("2006-01-02T15:04:05.000000Z") + // else that of the clock of the database
			"' WHERE project_id = '$P' AND rev = (SELECT number FROM onto_revisions WHERE project_id = '$P')")
		states = append(states, pastState{at: f.now, export: f.ndjson(f.store)})
	}
	for i, state := range states {
		if got := f.ndjson(query.PastExport{Service: service, At: state.at}); got != state.export {
			f.Errorf("state %d of %d:\n%s", i, len(states), firstDifference(got, state.export))
		}
	}
}

// manyEvents tests that a deletion before many other events is a change.
func manyEvents(f *foreigner) {
	f.sql("DELETE FROM onto_tasks WHERE id = '$1'")
	f.sql(fmt.Sprintf(`INSERT INTO onto_events (project_id, rev, number, at, interface, operation, kind, entity_id)
		WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30000)
		SELECT CAST('$P' AS %s), 100, n, (SELECT max(at) FROM onto_events), 'sql', 'updated', 'task', CAST('$2' AS %[1]s) FROM numbers`,
		f.uuid()))
	service := query.New(f.store, query.Options{Now: func() time.Time { return f.now }})
	found, err := service.ChangesSince(f.ann, &f.project.ID, start)
	if err != nil || !slices.ContainsFunc(found,
		func(c query.Change) bool { return c.What == query.ChangeDeleted && c.Entity.Self().ID == f.task.ID }) {
		f.Errorf("got %+v, %v", found, err)
	}
}
