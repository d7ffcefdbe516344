// Package foreigntest tests that a store sees what other programs write to its database, as if it
// had written it.
package foreigntest

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

	"dossier/db/dbtest/fixture"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/query"
)

// A foreigner is another program that writes to the database of a store.
type foreigner struct {
	*fixture.F
	database  *sql.DB
	project   *graph.Project
	task, two *graph.Task      // linked to the project, and not linked
	kept      *fixture.Replica // the project, as a reader of changes knows it
	cursor    history.Cursor
	log       bytes.Buffer
}

// Run tests that triggers do for writes of other programs what the store
// does for its own writes, so that the next read returns them completely.
func Run(t *testing.T, open func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB)) {
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

func newForeigner(t *testing.T, open func(t testing.TB, options sqlstore.Options) (fixture.Store, *sql.DB)) *foreigner {
	f := &foreigner{F: &fixture.F{T: t, Now: fixture.Start, Ann: fixture.As("ann"), Bob: fixture.As("bob")}, kept: fixture.NewReplica()}
	f.Store, f.database = open(t, sqlstore.Options{
		Now: func() time.Time { return f.Now }, OnStatement: f.Counter.Count, Migrate: true,
		Analyse: labelOf, Log: slog.New(slog.NewTextHandler(&f.log, nil)),
	})
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(f.log.String())
		}
	})
	f.project = fixture.NewProject("p")
	f.task, f.two = fixture.NewTask(f.project.ID, "one"), fixture.NewTask(f.project.ID, "two")
	edge := fixture.NewEdge(f.project, graph.RelHasTask, f.task)
	edge.ProjectID = f.project.ID
	f.Write(&graph.Batch{
		Entities: []graph.Entity{f.project, fixture.NewProject("q"), f.task, f.two},
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
	f.kept.CatchUp(f.F, f.project.ID)
}

// check tests that a reader of changes has the same state as a new reader, and
// that all texts are analysed.
func (f *foreigner) check(what string) {
	f.Helper()
	fixture.CheckIDs(f, f.database)
	f.catchUp()
	fresh := fixture.NewReplica()
	fresh.Apply(f.Changes(f.project.ID, 0))
	fresh.Revision.Stamp, fresh.Revision.Access = f.kept.Revision.Stamp, f.kept.Revision.Access
	if !reflect.DeepEqual(f.kept, fresh) {
		f.Fatalf("after %s the reader knows\n%v, want\n%v", what, f.kept, fresh)
	}
	analysed := map[string]string{}
	err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: f.project.ID}, func(t graph.Terms) { analysed[t.ID] = string(t.Data) })
	if err != nil {
		f.Fatal(err)
	}
	for id, entity := range fresh.Entities {
		if want := string(labelOf(entity)); analysed[id] != want {
			f.Fatalf("after %s the text of %s is %q, want %q", what, entity.Self().Label, analysed[id], want)
		}
		if full := f.Entity(f.Ann, id, graph.Full); full == nil || full.Self().Label != entity.Self().Label ||
			full.Self().UpdatedAt != entity.Self().UpdatedAt {
			f.Fatalf("after %s: %s is %v in full", what, entity.Self().Label, full)
		}
	}
	if len(analysed) != len(fresh.Entities) {
		f.Fatalf("after %s there are %d texts of %d entities", what, len(analysed), len(fresh.Entities))
	}
}

// events returns the events by the other program since it was last called, such
// as "updated task title:old>new".
func (f *foreigner) events(projectID string) (texts []string) {
	f.Helper()
	found, err := f.Store.Events(f.Ann, projectID, f.cursor, 1000)
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
		if got := f.kept.Labels(); test.labels != "" && got != test.labels {
			f.Errorf("%s: got %s, want %s", test.sql, got, test.labels)
		}
	}
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
			f.Write(&graph.Batch{Edges: []graph.Edge{fixture.NewEdge(f.two, graph.RelDependsOn, f.task)}})
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
	before := f.Counter.Total()
	f.catchUp()
	if n := f.Counter.Total() - before; len(f.kept.Entities) != rows+3 || n > 100 {
		f.Fatalf("read %d entities by %d statements", len(f.kept.Entities), n)
	}
	if got := f.Changes(f.project.ID, f.kept.Revision.Number-1); !got.Follow(graph.Revision{Number: 1, Stamp: got.Revision.Stamp}) {
		f.Error("a statement has many stamps")
	}
	for range 1000 { // until the rest was completed in the background
		missing := 0
		err := f.Store.Terms(f.Ann, graph.Revision{ProjectID: f.project.ID}, func(t graph.Terms) {
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
	page := f.List(lists.List{Kind: graph.KindTask, Order: []lists.Order{{Field: lists.OrderLabel}}, First: 10})
	if got := page.Entities[0].Self().Label; got != "Ähnlich" {
		f.Errorf("the first by label is %s", got)
	}
	f.sql("UPDATE onto_tasks SET title = 'z' WHERE id = '$2'")
	owners, err := f.Store.Owners(f.Ann, []graph.Ref{f.two.Ref()})
	if err != nil || owners[f.two.ID].Name != "Jo" {
		f.Errorf("got owners %v, %v", owners, err)
	}
	f.sql("UPDATE onto_tasks SET title = 'y' WHERE id = '$2'")
	groups, err := f.Store.Groups(f.Ann, lists.Grouping{Kind: graph.KindTask, By: []lists.GroupBy{lists.GroupOwner}, First: 10})
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
	if got := f.Entity(f.Ann, f.task.ID, graph.Light).Self().StateKey; graph.Or(got, "") != "unheard of" || len(f.kept.Edges) != 3 {
		f.Errorf("got state %v and %d edges", got, len(f.kept.Edges))
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
	service := query.New(f.Store, query.Options{Now: func() time.Time { return f.Now }})
	type state struct {
		at     time.Time
		export string
	}
	var states []state
	for _, statement := range []string{
		`UPDATE onto_edges SET props = '{"why": "one"}'`, `UPDATE onto_edges SET props = '{"why": ["two"]}'`,
		"UPDATE onto_edges SET props = NULL", `UPDATE onto_edges SET props = '{"why": 3}'`,
		`UPDATE onto_edges SET deleted = TRUE, props = '{}'`, "UPDATE onto_edges SET deleted = FALSE",
		"UPDATE onto_edges SET dst_id = '$2', props = NULL",
		`UPDATE onto_tasks SET title = 'renamed', props = '{"owner": "Jo"}' WHERE id = '$1'`, "DELETE FROM onto_edges",
		"DELETE FROM onto_tasks WHERE id = '$1'",
	} {
		f.Now = f.Now.Add(time.Hour)
		f.sql(statement)
		f.sql("UPDATE onto_events SET at = '" + f.Now.Format("2006-01-02T15:04:05.000000Z") + // else that of the clock of the database
			"' WHERE project_id = '$P' AND rev = (SELECT number FROM onto_revisions WHERE project_id = '$P')")
		states = append(states, state{f.Now, fixture.ExportedLines(f.F, f.Store)})
	}
	for i, state := range states {
		if got := fixture.ExportedLines(f.F, query.PastExport{Service: service, At: state.at}); got != state.export {
			f.Errorf("state %d of %d:\n%s", i, len(states), fixture.FirstDifference(got, state.export))
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
	service := query.New(f.Store, query.Options{Now: func() time.Time { return f.Now }})
	found, err := service.ChangesSince(f.Ann, &f.project.ID, fixture.Start)
	if err != nil || !slices.ContainsFunc(found,
		func(c query.Change) bool { return c.What == query.ChangeDeleted && c.Entity.Self().ID == f.task.ID }) {
		f.Errorf("got %+v, %v", found, err)
	}
}
