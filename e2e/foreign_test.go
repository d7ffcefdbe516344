package e2e_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/managed/managedtest"
	"dossier/graph"
)

// A client is the command line of a database: psql or sqlite3.
type client func(sql string) error

// commandClient returns a client that runs a command with SQL as its input.
func commandClient(t *testing.T, name string, args ...string) client {
	return func(sql string) error {
		command := exec.CommandContext(t.Context(), name, args...)
		command.Stdin = strings.NewReader(sql)
		if out, err := command.CombinedOutput(); err != nil || bytes.Contains(out, []byte("rror")) {
			return fmt.Errorf("%s: %w\n%s", name, err, out)
		}
		return nil
	}
}

// sqliteClient returns the client sqlite3 for the file of a store.
func sqliteClient(t *testing.T, url string) client {
	t.Helper()
	name, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("there is no sqlite3 command")
	}
	return commandClient(t, name, "-bail", "-cmd", ".timeout 5000", strings.TrimPrefix(url, "sqlite:"))
}

func psqlClient(t *testing.T, url string) client {
	t.Helper()
	return commandClient(t, filepath.Join(managedtest.Installation(t), "psql"), "--quiet", "--set=ON_ERROR_STOP=1", url)
}

// A view is what a server answers about a task to every kind of request.
type view struct {
	Light, Full, List, Search, Context, Links string
	Linked                                    int
}

// viewOf returns the view of the offline queue on a server.
func viewOf(t *testing.T, address string) (v view) {
	t.Helper()
	const question = `{
		entity(id: %[1]q) { label ... on Task { full { title } dependsOn(first: 9) { nodes { label } } linkedEntities { total } } }
		tasks(filter: {text: "zyzzyva"}, first: 5, orderBy: {field: LABEL}) { nodes { title } }
		search(query: "zyzzyva", first: 1) { hits { entity { label } } }
		contextDocument(input: {start: {topic: "zyzzyva"}, maxTokens: 500}) { nodes { entity { label } } }
	}`
	var answer struct {
		Data struct {
			Entity *struct {
				Label          string
				Full           struct{ Title string }
				DependsOn      struct{ Nodes []struct{ Label string } }
				LinkedEntities struct{ Total int }
			}
			Tasks           struct{ Nodes []struct{ Title string } }
			Search          struct{ Hits []labelled }
			ContextDocument struct{ Nodes []labelled }
		}
		Errors []any
	}
	askServer(t, address, fmt.Sprintf(question, graph.ID("shoplane/task/offline-queue")), &answer)
	if len(answer.Errors) > 0 {
		t.Fatal(answer.Errors)
	}
	data := answer.Data
	v.List, v.Search, v.Context = fmt.Sprint(data.Tasks.Nodes), fmt.Sprint(first(data.Search.Hits)),
		fmt.Sprint(first(data.ContextDocument.Nodes))
	if data.Entity != nil {
		v.Light, v.Full = data.Entity.Label, data.Entity.Full.Title
		v.Links, v.Linked = fmt.Sprint(data.Entity.DependsOn.Nodes), data.Entity.LinkedEntities.Total
	}
	return v
}

// TestForeignWrites writes with psql and sqlite3 while two servers run. The
// next answers of both must contain the write, for every kind of request.
func TestForeignWrites(t *testing.T) {
	for name, test := range map[string]struct {
		db     func(t *testing.T) string
		client func(t *testing.T, url string) client
	}{
		"SQLite":   {func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "shared.db") }, sqliteClient},
		"Postgres": {func(t *testing.T) string { return databases.Database(t) }, psqlClient},
	} {
		t.Run(name, func(t *testing.T) {
			url := test.db(t)
			run := test.client(t, url)
			importDemo(t, url)
			servers := []string{startServer(t, "serve", "--db="+url).address, startServer(t, "serve", "--db="+url).address}
			before := viewOf(t, servers[0])
			for _, step := range foreignSteps(before) {
				if err := run(withIDs(step.sql)); err != nil {
					t.Fatal(err)
				}
				for _, address := range servers {
					if got := viewOf(t, address); got != step.want {
						t.Errorf("after %s: got %+v, want %+v", step.sql, got, step.want)
					}
				}
			}
		})
	}
}

// A foreignStep is a statement and the view of servers after it.
type foreignStep struct {
	sql  string
	want view
}

func foreignSteps(before view) []foreignStep {
	const task, name = "<shoplane/task/offline-queue>", "Feed the zyzzyva"
	renamed := view{name, name, "[{" + name + "}]", "[" + name + "]", "[" + name + "]", before.Links, before.Linked}
	linked, gone := renamed, view{List: "[]", Search: "[]", Context: "[]"}
	linked.Links, linked.Linked = strings.Replace(before.Links, "[", "[{"+name+" again} ", 1), before.Linked+1
	linked.List, linked.Search, linked.Context = "[{"+name+" again} {"+name+"}]", "["+name+" again]", "["+name+" again]"
	deleted := gone
	deleted.List, deleted.Search, deleted.Context = "[{"+name+" again}]", "["+name+" again]", "["+name+" again]"
	return []foreignStep{
		{"UPDATE onto_tasks SET title = '" + name + "' WHERE id = '" + task + "';", renamed},
		{"INSERT INTO onto_tasks (id, project_id, title) SELECT '<new>', project_id, '" + name + " again' FROM onto_tasks WHERE id = '" + task +
			"';" +
			"INSERT INTO onto_edges (project_id, src_id, rel, dst_id) SELECT project_id, id, 'depends_on', '<new>' FROM onto_tasks WHERE id = '" +
			task + "';", linked},
		{"DELETE FROM onto_tasks WHERE id = '" + task + "';", deleted},
		{"DELETE FROM onto_tasks WHERE id = '<new>';", gone},
	}
}
