package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli"
	"dossier/cli/terminal"
	"dossier/db/storetest"
	"dossier/resolvers"
)

// sameBytes is the length of the beginning of a document that is the same by all
// interfaces.
const sameBytes = 600

// TestSameDocument compares a context document from GraphQL, the command line,
// and MCP over standard input and output and over HTTP.
func TestSameDocument(t *testing.T) {
	db := demoFile(t)
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	s := serveDemo(t)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	child := exec.Command(path, "mcp", db)
	var stderr bytes.Buffer
	child.Stderr = &stderr
	for name, transport := range map[string]sdk.Transport{
		"stdio": &sdk.CommandTransport{Command: child},
		"HTTP":  &sdk.StreamableClientTransport{Endpoint: server.URL + "/mcp", DisableStandaloneSSE: true},
	} {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, &stderr)
		}
		for _, topic := range []string{"App-store submission", "fog", "zyzzyva"} {
			got, err := session.CallTool(t.Context(),
				&sdk.CallToolParams{Name: "get_context_document", Arguments: map[string]any{"topic": topic, "max_tokens": 800}})
			if err != nil || got.IsError {
				t.Fatalf("%s %s: %v, %v", name, topic, got, err)
			}
			var graphql struct{ ContextDocument struct{ Text string } }
			s.data(t, `query ($topic: String!) { contextDocument(input: {start: {topic: $topic}, maxTokens: 800}) { text } }`,
				map[string]any{"topic": topic}, &graphql)
			want := graphql.ContextDocument.Text
			// A full document leaves room for the line of the next call; package mcp
			// compares those that need not.
			text, _, _ := strings.Cut(got.Content[0].(*sdk.TextContent).Text, "\nknown: ")
			if head := text[:min(len(text), sameBytes)]; !strings.HasPrefix(want, strings.TrimRight(head, "\n")) {
				t.Errorf("%s %s: got:\n%s\nwant:\n%s", name, topic, text, want)
			}
			if printed := command(t, "", "context", topic, "--max-tokens=800",
				db).out; strings.TrimRight(printed, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("command line %s: got:\n%s\nwant:\n%s", topic, printed, want)
			}
		}
		if err := session.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStandardOutput checks that standard output contains only the protocol.
func TestStandardOutput(t *testing.T) {
	db := demoFile(t)
	in, requests := io.Pipe()
	responses, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- cli.Run(storetest.Context(), []string{"mcp", db, "--log-level=debug"}, cli.Environment{
			Streams: terminal.Streams{In: in, Out: out, Err: io.Discard}, Now: storetest.Now, Schema: resolvers.Schema, Serve: refuseToServe,
		})
		out.Close()
	}()
	go func() {
		for _, line := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
				`"clientInfo":{"name":"x","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}`,
			`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_projects","arguments":{"max_tokens":300}}}`,
		} {
			fmt.Fprintln(requests, line)
		}
	}()
	answered := 0
	for lines := bufio.NewScanner(responses); lines.Scan(); {
		var message struct {
			JSONRPC string
			ID      int
		}
		if err := json.Unmarshal(lines.Bytes(), &message); err != nil || message.JSONRPC != "2.0" {
			t.Errorf("not a message: %s", lines.Text())
		}
		if message.ID > 0 {
			answered++
		}
		if answered == 3 {
			requests.Close()
		}
	}
	if got := <-status; got != 0 || answered != 3 {
		t.Errorf("status %d after %d answers", got, answered)
	}
}

// TestMCPFlags checks the flags that print configurations and tools.
func TestMCPFlags(t *testing.T) {
	db := demoFile(t)
	for _, test := range []struct{ flag, want string }{
		{"--print-config=codex", "[mcp_servers.dossier]"}, {"--print-config=zed", `"context_servers"`}, {"--print-config=vscode", `"servers"`},
		{"--print-tools=openai", `"parameters"`}, {"--print-tools=anthropic", `"input_schema"`},
	} {
		if got := command(t, "", "mcp", db, test.flag); got.status != 0 || !strings.Contains(got.out, test.want) {
			t.Errorf("%s: %+v", test.flag, got)
		}
	}
	if got := command(t, "", "mcp", db, "--print-config=emacs"); got.status != 2 || !strings.Contains(got.errOut, "claude-code") {
		t.Errorf("%+v", got)
	}
}

// TestMCPHost checks that the route answers only requests for local host names.
func TestMCPHost(t *testing.T) {
	s := serveDemo(t)
	for host, want := range map[string]int{"127.0.0.1": http.StatusOK, "localhost:8080": http.StatusOK,
		"evil.example": http.StatusMisdirectedRequest} {
		request := httptest.NewRequest(http.MethodPost, "http://"+host+"/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		recorder := httptest.NewRecorder()
		if s.handler.ServeHTTP(recorder, request); recorder.Code != want {
			t.Errorf("%s: %d, want %d", host, recorder.Code, want)
		}
	}
}
