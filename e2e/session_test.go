package e2e_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"
)

// publicSources is a folder of data that people have published, if it is there.
const publicSources = "../../shared/data/sources"

// An agent is a client of the tools, over standard input and output or HTTP.
type agent struct {
	*sdk.ClientSession
	name string
}

// A connecting returns the transport of one more client of a store.
type connecting func(t *testing.T) sdk.Transport

// overStdio starts dossier mcp for each client.
func overStdio(db string) connecting {
	return func(t *testing.T) sdk.Transport {
		child := process(t, "mcp", "--db", db, "--log-level=error")
		child.Stderr = os.Stderr
		return &sdk.CommandTransport{Command: child}
	}
}

// overHTTP starts dossier serve for all clients.
func overHTTP(t *testing.T, db string) connecting {
	server := startServer(t, "serve", "--db", db)
	return func(*testing.T) sdk.Transport {
		return &sdk.StreamableClientTransport{Endpoint: server.address + "/mcp", DisableStandaloneSSE: true}
	}
}

// newAgent connects an agent.
func newAgent(t *testing.T, connect connecting, name string) agent {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: name}, nil).Connect(t.Context(), connect(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return agent{session, name}
}

// call calls a tool, which must succeed at once and answer with want.
func (a agent) call(ctx context.Context, t *testing.T, tool string, arguments map[string]any, want string) string {
	t.Helper()
	got, err := a.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Errorf("%s %v: %v", tool, arguments, err)
		return ""
	}
	text := got.Content[0].(*sdk.TextContent).Text
	if got.IsError || !strings.Contains(text, want) {
		t.Errorf("%s %v: %s; want %q", tool, arguments, text, want)
	}
	return text
}

var claimedID = regexp.MustCompile(`"ids":\["([0-9a-f-]{36})"\]`)

// TestAgentsSession lets two agents work on a store as agents do: both claim a task at
// once, and one of them labels and closes it, finds that among the changes, asks what
// was closed, and remembers a decision. Each first call succeeds.
func TestAgentsSession(t *testing.T) {
	tracker, err := txtar.ParseFile(filepath.Join(root, "sources", "backlog", "testdata", "backlog.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "harbour")
	extract(t, tracker.Files, dir)
	inputs := []string{filepath.Join(root, "testdata", "demo.ndjson"), dir}
	if !testing.Short() {
		public, err := filepath.Glob(filepath.Join(publicSources, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, slices.DeleteFunc(public, func(path string) bool { return strings.HasSuffix(path, ".md") })...)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			imported := func(name string) string {
				db := "sqlite:" + filepath.Join(t.TempDir(), name)
				if got := runBinary(t, "import", unpacked(t, input), "--on-error=skip", "--db", db); got.status != 0 && got.status != 3 {
					t.Fatalf("import: %+v", got)
				}
				return db
			}
			testSession(t, overStdio(imported("stdio.db")))
			testSession(t, overHTTP(t, imported("http.db")))
		})
	}
}

// unpacked returns a file, or the folder that an archive has.
func unpacked(t *testing.T, input string) string {
	t.Helper()
	if info, err := os.Stat(input); err == nil && info.IsDir() {
		return input
	}
	dir := t.TempDir()
	if !strings.HasSuffix(input, ".tar.gz") {
		text, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		return writeFile(t, filepath.Join(dir, filepath.Base(input)), string(text)) // rejected lines go beside it
	}
	if out, err := exec.Command("tar", "-xzf", input, "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	inner, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(inner) != 1 {
		return dir
	}
	return inner[0]
}

func testSession(t *testing.T, connect connecting) {
	t.Helper()
	ada, bob := newAgent(t, connect, "ada"), newAgent(t, connect, "bob")
	ready := ada.call(t.Context(), t, "find_ready_work", map[string]any{}, "")
	if strings.Count(ready, "\n- ") < 2 { // a project of documents, or with one task: the agent makes tasks
		projects := ada.call(t.Context(), t, "list_projects", map[string]any{}, "[")
		id := regexp.MustCompile(`\[([0-9a-f]{8})\]`).FindStringSubmatch(projects)
		for i := range 2 {
			ada.call(t.Context(), t, "create_entities",
				map[string]any{"entities": []any{map[string]any{"kind": "task", "project": id[1], "title": fmt.Sprint("Read it ", i)}}}, "created task")
		}
	}
	claims := make([]string, 2)
	var claiming sync.WaitGroup
	for i, a := range []agent{ada, bob} {
		claiming.Go(func() {
			claims[i] = a.call(t.Context(), t, "find_ready_work", map[string]any{"claim": true, "owner": a.name}, "Claimed by "+a.name)
		})
	}
	claiming.Wait()
	first, second := claimedID.FindStringSubmatch(claims[0]), claimedID.FindStringSubmatch(claims[1])
	if first == nil || second == nil || first[1] == second[1] {
		t.Fatalf("claimed:\n%s\n%s", claims[0], claims[1])
	}
	id := first[1]
	ada.call(t.Context(), t, "update_entities",
		map[string]any{"entities": []any{map[string]any{"id": id, "add_labels": []string{"by agent"}}}}, "updated task")
	ada.call(t.Context(), t, "update_entities", map[string]any{"entities": []any{map[string]any{"id": id, "state": "done"}}}, "updated task")
	full := bob.call(t.Context(), t, "get_entity", map[string]any{"ids": []string{id}, "view": "full"}, "by agent")
	title, _, _ := strings.Cut(strings.TrimPrefix(full, "## "), " [")
	if !strings.Contains(full, "ada") || !strings.Contains(full, "completed_at") {
		t.Errorf("the task is %s", full)
	}
	bob.call(t.Context(), t, "list_changes", map[string]any{"since": "today"}, "completed "+title)
	bob.call(t.Context(), t, "get_context_document", map[string]any{"topic": "what was closed today?"}, title)
	ada.call(t.Context(), t, "remember", map[string]any{"kind": "decision", "text": "We keep the zyzzyva lamp on.", "about": []string{id}},
		"zyzzyva lamp")
	bob.call(t.Context(), t, "search_ontology", map[string]any{"query": "zyzzyva lamp"}, "zyzzyva lamp")
}
