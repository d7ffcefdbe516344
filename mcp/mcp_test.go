package mcp_test

import (
	"context"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/tokens"
)

var update = flag.Bool("update", false, "write the golden files")

// An agent is a client of a server over a store, in this process.
type agent struct {
	*sdk.ClientSession
	store   *storetest.Store
	service *query.Service
	log     *strings.Builder
}

// connect returns a client of a server over the demo graph, as the local actor.
func connect(t testing.TB) *agent { return connectAs(t, graph.LocalActor, false) }

// connectStructured returns a client of a server that adds structured contents.
func connectStructured(t testing.TB) *agent { return connectAs(t, graph.LocalActor, true) }

func connectAs(t testing.TB, actor graph.Actor, structured bool) *agent {
	t.Helper()
	actor.Interface = graph.InterfaceMCP
	store := storetest.Demo(t, "..")
	a := &agent{store: store, log: &strings.Builder{}}
	a.service = query.New(store, query.Options{Now: storetest.Now, Tokens: serving.NewCounters().Find})
	o := mcp.Options{
		Structured: structured, Timeout: 10 * time.Second, NewID: func() string { return "ID1" }, Log: slog.New(slog.NewTextHandler(a.log, nil)),
		Request: func(ctx context.Context) context.Context {
			return reader.With(graph.WithActor(ctx, actor), loaders.New(a.service))
		},
	}
	near, far := sdk.NewInMemoryTransports()
	if _, err := mcp.New(a.service, o).Connect(t.Context(), near, nil); err != nil {
		t.Fatal(err)
	}
	var err error
	if a.ClientSession, err = sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// tools returns the names of the tools.
func (a *agent) tools(t testing.TB) (names []string) {
	t.Helper()
	listed, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// call calls a tool.
func (a *agent) call(t testing.TB, tool string, arguments any) *sdk.CallToolResult {
	t.Helper()
	got, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return got
}

// textOf returns the text of a result.
func textOf(result *sdk.CallToolResult) string { return result.Content[0].(*sdk.TextContent).Text }

// TestTools compares the answers of each tool with its archive: X.call contains
// the arguments, X.text the text, X.error that of an error, and X.json the other
// members of the structured content, which some servers add.
func TestTools(t *testing.T) {
	for _, tool := range connect(t).tools(t) {
		a, structured := connect(t), connectStructured(t) // one store per tool, because some tools write
		path := filepath.Join("testdata", tool+".txtar")
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		next := &txtar.Archive{Comment: archive.Comment}
		for _, file := range archive.Files {
			name, isCall := strings.CutSuffix(file.Name, ".call")
			if !isCall {
				continue
			}
			next.Files = append(next.Files, file)
			next.Files = append(next.Files, a.answers(t, tool, name, string(file.Data))...)
			next.Files = append(next.Files, structured.facts(t, tool, name, string(file.Data))...)
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(next), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got, want := string(txtar.Format(next)), string(txtar.Format(archive)); got != want {
			t.Errorf("%s: got:\n%s\nwant:\n%s", path, got, want)
		}
	}
}

// answers makes a call and returns the file with its text.
func (a *agent) answers(t *testing.T, tool, name, arguments string) []txtar.File {
	t.Helper()
	got := a.call(t, tool, argumentsOf(t, arguments))
	if len(got.Content) != 1 || got.StructuredContent != nil {
		t.Errorf("%s %s: got %+v, want a text", tool, name, got)
	}
	kind := ".text"
	if got.IsError {
		kind = ".error"
	}
	return []txtar.File{{Name: name + kind, Data: []byte(strings.TrimRight(textOf(got), "\n") + "\n")}}
}

// facts makes a call and returns the file with the members of its structured
// content, apart from the text.
func (a *agent) facts(t *testing.T, tool, name, arguments string) []txtar.File {
	t.Helper()
	got := a.call(t, tool, argumentsOf(t, arguments))
	if got.IsError {
		return nil
	}
	facts := got.StructuredContent.(map[string]any)
	if own, has := facts["text"]; has && own != textOf(got) {
		t.Errorf("%s %s: the structured content has another text: %s", tool, name, own)
	}
	delete(facts, "text")
	structured, err := json.MarshalIndent(facts, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return []txtar.File{{Name: name + ".json", Data: append(structured, '\n')}}
}

// argumentsOf returns the arguments of a call in an archive.
func argumentsOf(t *testing.T, arguments string) (given map[string]any) {
	t.Helper()
	for name, id := range map[string]string{"<queue>": graph.ID("shoplane/task/offline-queue"), "<shoplane>": graph.ID("shoplane")} {
		arguments = strings.ReplaceAll(arguments, name, id)
	}
	if err := json.Unmarshal([]byte(arguments), &given); err != nil {
		t.Fatalf("%s: %v", arguments, err)
	}
	return given
}

// tokensOf returns the tokens of a text.
func tokensOf(t testing.TB, text string) int {
	t.Helper()
	counter, err := tokens.For("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return counter.Count(text)
}
