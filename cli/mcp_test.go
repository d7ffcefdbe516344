package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/cli/terminal"
	"dossier/db/storetest"
	"dossier/mcp/setup"
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
		Streams: terminal.Streams{In: strings.NewReader(requests), Out: &out, Err: &errOut},
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
const session = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
	`"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// TestMCPDemo asks the demo graph, and writes to it.
func TestMCPDemo(t *testing.T) {
	for name, test := range map[string]struct {
		request, want string
		args          []string
	}{
		"projects": {`{"name":"list_projects","arguments":{}}`, "# Projects (3)", nil},
		"a document": {`{"name":"get_context_document","arguments":{"topic":"offline queue","max_tokens":500}}`, "Build the offline queue",
			nil},
		"ready work": {`{"name":"find_ready_work","arguments":{"project":"shoplane"}}`, "# Tasks that can start", nil},
		"a write": {`{"name":"remember","arguments":{"project":"shoplane","kind":"decision","text":"Ship on Monday"}}`, "Ship on Monday",
			nil},
		"reading only": {`{"name":"remember","arguments":{"project":"shoplane","kind":"decision","text":"x"}}`, "unknown tool",
			[]string{"--tools=read"}},
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
	for _, store := range []string{"", "--db=sqlite:missing.db", "--db=sqlite:/no/such/folder/x.db", "--db=postgres://127.0.0.1:1/none",
		"--db=managed:missing", "--db=nonsense"} {
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
	if got := exchange(t, "", "--print-tools=openai", "--tools=read"); strings.Count(got.out, `"parameters"`) != 9 ||
		strings.Contains(got.out, `"remember"`) {
		t.Errorf("%+v", got)
	}
	if got := exchange(t, "", "--print-tools=acme"); got.status != 2 || !strings.Contains(got.errOut, "expected openai or anthropic") {
		t.Errorf("%+v", got)
	}
	if got := exchange(t, "", "--print-tools=openai", "--lenses=missing.yaml"); got.status != 2 ||
		!strings.Contains(got.errOut, "missing.yaml") {
		t.Errorf("%+v", got)
	}
}

// TestPrintConfig prints configurations where there is no store.
func TestPrintConfig(t *testing.T) {
	help := strings.Join(strings.Fields(exchange(t, "", "--help").out), " ")
	if names := strings.Join(setup.Clients(), ", "); !strings.Contains(strings.Replace(help, " or zed", ", zed", 1), names) {
		t.Errorf("the help lacks %s: %s", names, help)
	}
	for _, test := range []struct {
		args        []string
		out, errOut string
	}{
		{[]string{"claude-code", "--demo"}, `"--demo"`, "or run: claude mcp add dossier -- "},
		{[]string{"claude-code", "--demo"}, `"mcpServers"`, " mcp --demo\n"},
		{[]string{"claude-code", "--http=http://127.0.0.1:8080/mcp"}, `"url": "http://127.0.0.1:8080/mcp"`,
			"or run: claude mcp add --transport http dossier http://127.0.0.1:8080/mcp\n"},
		{[]string{"claude-code", "--db=sqlite:/a b/x.db"}, `"sqlite:/a b/x.db"`, " mcp --db 'sqlite:/a b/x.db'\n"},
		{[]string{"cursor", "--http=https://graph.example"}, `"url": "https://graph.example/mcp"`,
			"or open: cursor://anysphere.cursor-deeplink/mcp/install?name=dossier&config=ey"},
		{[]string{"vscode", "--http=https://graph.example/"}, `"url": "https://graph.example/mcp"`, "or open: vscode:mcp/install?%7B"},
		{[]string{"windsurf", "--http=https://graph.example/team/mcp"}, `"serverUrl": "https://graph.example/team/mcp"`,
			"windsurf/mcp_config.json"},
		{[]string{"goose", "--time-zone=Europe/Berlin", "--read-only", "--tools=read", "--structured"},
			`"--read-only","--time-zone","Europe/Berlin","--tools","read","--structured"]`, "config.yaml"},
	} {
		got := exchange(t, "", append([]string{"--print-config"}, test.args...)...)
		if got.status != 0 || !strings.Contains(got.out, test.out) || !strings.Contains(got.errOut, test.errOut) {
			t.Errorf("%q: %+v", test.args, got)
		}
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--print-config=emacs"},
			"claude-code, claude-desktop, cursor, vscode, windsurf, cline, codex, gemini, opencode, goose, jetbrains, zed"},
		{[]string{"--print-config=cursor", "--http=8080"}, "--http: expected the URL of a running server"},
		{[]string{"--print-config=cursor", "--http=ftp://graph.example/mcp"}, "--http: expected"},
		{[]string{"--print-config=cursor", "--http=http:///mcp"}, "--http: expected"},
		{[]string{"--print-config=cursor", "--http=https://ann:secret@graph.example/mcp"}, "--http: expected"},
		{[]string{"--print-config=cursor", "--http=127.0.0.1:8080"}, "--http: expected"},
		{[]string{"--http=http://127.0.0.1:8080/mcp"}, "--http: is for --print-config"},
	} {
		got := exchange(t, "", test.args...)
		if got.status != 2 || !strings.Contains(got.errOut, test.want) || strings.Contains(got.errOut, "secret") {
			t.Errorf("%q: %+v", test.args, got)
		}
	}
}
