package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"dossier/graph"
)

// sharedStores return the addresses of new stores that several processes can use.
var sharedStores = map[string]func(t *testing.T) string{
	"SQLite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "shared.db") },
	"Postgres": func(t *testing.T) string { return databases.Database(t) },
}

// importDemo imports the demo graph into a store, in a process of its own.
func importDemo(t *testing.T, url string) {
	t.Helper()
	if out, err := process(t, "import", "--db="+url, demoPath).CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
}

// seenBy returns the answer of a server: the label of the offline queue, and
// the first result for a word that no text contains at first.
func seenBy(t *testing.T, address string) string {
	t.Helper()
	const question = `{
		entity(id: %q) { label }
		contextDocument(input: {start: {topic: "zyzzyva"}, maxTokens: 500}) { nodes { entity { label } } }
	}`
	var answer struct {
		Data struct {
			Entity          struct{ Label string }
			ContextDocument struct{ Nodes []labelled }
		}
	}
	askServer(t, address, fmt.Sprintf(question, graph.ID("shoplane/task/offline-queue")), &answer)
	return fmt.Sprint(answer.Data.Entity.Label, " ", first(answer.Data.ContextDocument.Nodes))
}

// askServer sends a query to a server and decodes the answer.
func askServer(t *testing.T, address, query string, answer any) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(address+"/graphql", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

// TestProcessesSeeWrites writes in one process while two others serve the graph
// from their caches. Their next answers must contain the write.
func TestProcessesSeeWrites(t *testing.T) {
	const renamed = `{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":"Feed the zyzzyva"}`
	for name, db := range sharedStores {
		t.Run(name, func(t *testing.T) {
			url := db(t)
			importDemo(t, url)
			servers := []string{startServer(t, "serve", "--db="+url).address, startServer(t, "serve", "--db="+url).address}
			for _, address := range servers {
				if got, want := seenBy(t, address), "Build the offline queue []"; got != want {
					t.Fatalf("before the write: got %s, want %s", got, want)
				}
			}
			write := process(t, "import", "--db="+url, "-")
			write.Stdin = strings.NewReader(renamed)
			if out, err := write.CombinedOutput(); err != nil {
				t.Fatalf("import: %v\n%s", err, out)
			}
			for _, address := range servers {
				if got, want := seenBy(t, address), "Feed the zyzzyva [Feed the zyzzyva]"; got != want {
					t.Errorf("after the write: got %s, want %s", got, want)
				}
			}
		})
	}
}
