package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/resolvers"
)

// exchange runs mcp in an empty folder with requests on standard input. It fails
// if the command leaves a file there.
func exchange(t *testing.T, requests string, args ...string) result {
	t.Helper()
	folder := t.TempDir()
	t.Chdir(folder)
	var out, errOut bytes.Buffer
	status := Run(storetest.Context(), append([]string{"mcp"}, args...), Environment{
		Streams: Streams{In: strings.NewReader(requests), Out: &out, Err: &errOut},
		Now:     storetest.Now, Schema: resolvers.Schema, Demo: demoGraph,
	})
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("%q: the folder has %v, %v", args, files, err)
	}
	return result{status, out.String(), errOut.String()}
}

// demoGraph is read before tests change the folder.
var demoGraph, _ = os.ReadFile("../testdata/demo.ndjson")

// session are the messages by which a client starts a session.
const session = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// TestMCPDemo asks the demo graph, and writes to it.
func TestMCPDemo(t *testing.T) {
	for name, test := range map[string]struct {
		request, want string
		args          []string
	}{
		"projects":       {`{"name":"list_projects","arguments":{}}`, "# Projects (3)", nil},
		"a document":     {`{"name":"get_context_document","arguments":{"topic":"offline queue","max_tokens":500}}`, "Build the offline queue", nil},
		"ready work":     {`{"name":"find_ready_work","arguments":{"project":"shoplane"}}`, "# Tasks that can start", nil},
		"a write":        {`{"name":"remember","arguments":{"project":"shoplane","kind":"decision","text":"Ship on Monday"}}`, "Ship on Monday", nil},
		"reading only":   {`{"name":"remember","arguments":{"project":"shoplane","kind":"decision","text":"x"}}`, "unknown tool", []string{"--tools=read"}},
		"another store":  {`{"name":"list_projects","arguments":{}}`, "# Projects (3)", []string{"--db=sqlite:missing.db"}},
		"another folder": {`{"name":"list_projects","arguments":{}}`, "# Projects (3)", []string{"--folder=" + filepath.Join("..", "..")}},
	} {
		got := exchange(t, session+`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+test.request+"}\n", append(test.args, "--demo")...)
		if got.status != 0 || !strings.Contains(got.out, test.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestPrintToolsWithoutStore prints the tools where no store can be opened.
func TestPrintToolsWithoutStore(t *testing.T) {
	for _, store := range []string{"", "--db=sqlite:missing.db", "--db=sqlite:/no/such/folder/x.db", "--db=postgres://127.0.0.1:1/none", "--db=managed:missing", "--db=nonsense"} {
		for api, want := range map[string]string{"openai": `"parameters"`, "anthropic": `"input_schema"`} {
			args := []string{"--print-tools=" + api}
			if store != "" {
				args = append(args, store)
			}
			got := exchange(t, "", args...)
			if got.status != 0 || strings.Count(got.out, want) != 14 || !strings.Contains(got.out, `"find_ready_work"`) || got.errOut != "" {
				t.Errorf("%q: %+v", args, got)
			}
		}
	}
	if got := exchange(t, "", "--print-tools=openai", "--tools=read"); strings.Count(got.out, `"parameters"`) != 9 || strings.Contains(got.out, `"remember"`) {
		t.Errorf("%+v", got)
	}
	if got := exchange(t, "", "--print-tools=acme"); got.status != 2 || !strings.Contains(got.errOut, "expected openai or anthropic") {
		t.Errorf("%+v", got)
	}
	if got := exchange(t, "", "--print-tools=openai", "--lenses=missing.yaml"); got.status != 2 || !strings.Contains(got.errOut, "missing.yaml") {
		t.Errorf("%+v", got)
	}
}
