package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dossier/graph"
)

// asProgram makes the test binary run as the program, with its own arguments.
const asProgram = "DOSSIER_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// process is the program as a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), self, args...)
	command.Env = append(os.Environ(), asProgram+"=1")
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	return command
}

// startServer starts a server process and answers its address.
func startServer(t *testing.T, db string) string {
	t.Helper()
	server := process(t, "serve", "--db="+db, "--listen=127.0.0.1:0", "--log-level=error")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() }) // its context has ended by then
	started, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v", err)
	}
	return strings.Fields(started)[3]
}

// whatIsSeen is what a server says of the offline queue, and the first that it
// finds by a word that no text has at first.
func whatIsSeen(t *testing.T, address string) string {
	t.Helper()
	const question = `{
		entity(id: %q) { label }
		contextDocument(input: {start: {topic: "zyzzyva"}, maxTokens: 500}) { nodes { entity { label } } }
	}`
	body, err := json.Marshal(map[string]string{"query": fmt.Sprintf(question, graph.ID("shoplane/task/offline-queue"))})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(address+"/graphql", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		Data struct {
			Entity          struct{ Label string }
			ContextDocument struct{ Nodes []labelled }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(answer.Data.Entity.Label, " ", first(answer.Data.ContextDocument.Nodes))
}

// TestProcessesSeeEachOther lets one process write what two others, which hold
// the graph in memory, must tell of in their next answer.
func TestProcessesSeeEachOther(t *testing.T) {
	const renamed = `{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":"Feed the zyzzyva"}`
	for name, db := range map[string]func(t *testing.T) string{
		"SQLite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "shared.db") },
		"Postgres": func(t *testing.T) string { return databases.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			url := db(t)
			if out, err := process(t, "import", "--db="+url, "testdata/demo.ndjson").CombinedOutput(); err != nil {
				t.Fatalf("import: %v\n%s", err, out)
			}
			servers := []string{startServer(t, url), startServer(t, url)}
			for _, address := range servers {
				if got, want := whatIsSeen(t, address), "Build the offline queue []"; got != want {
					t.Fatalf("before the write: got %s, want %s", got, want)
				}
			}
			write := process(t, "import", "--db="+url, "-")
			write.Stdin = strings.NewReader(renamed)
			if out, err := write.CombinedOutput(); err != nil {
				t.Fatalf("import: %v\n%s", err, out)
			}
			for _, address := range servers {
				if got, want := whatIsSeen(t, address), "Feed the zyzzyva [Feed the zyzzyva]"; got != want {
					t.Errorf("after the write: got %s, want %s", got, want)
				}
			}
		})
	}
}
