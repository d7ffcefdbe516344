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

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"dossier/cli"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
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
	schemas map[string]*jsonschema.Resolved // of the structured content, by tool
	log     *strings.Builder
}

// connect returns a client of a server over the demo graph, as the local actor.
func connect(t testing.TB) *agent { return connectAs(t, graph.LocalActor) }

func connectAs(t testing.TB, actor graph.Actor) *agent {
	t.Helper()
	store := storetest.Demo(t, "..")
	a := &agent{store: store, log: &strings.Builder{}}
	a.service = query.New(store, query.Options{Now: storetest.Now, Tokens: cli.NewCounters().Find})
	o := mcp.Options{
		Timeout: 10 * time.Second, NewID: func() string { return "ID1" }, Log: slog.New(slog.NewTextHandler(a.log, nil)),
		Request: func(ctx context.Context) context.Context {
			return graph.WithReader(graph.WithActor(ctx, actor), loaders.New(a.service))
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
	a.schemas = a.outputSchemas(t)
	return a
}

func (a *agent) outputSchemas(t testing.TB) map[string]*jsonschema.Resolved {
	t.Helper()
	listed, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Resolved{}
	for _, tool := range listed.Tools {
		raw, _ := json.Marshal(tool.OutputSchema)
		var schema jsonschema.Schema
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		if schemas[tool.Name], err = schema.Resolve(nil); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
	}
	return schemas
}

// call calls a tool and checks its structured content against its schema.
func (a *agent) call(t testing.TB, tool string, arguments any) *sdk.CallToolResult {
	t.Helper()
	got, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if !got.IsError {
		if err := a.schemas[tool].Validate(got.StructuredContent); err != nil {
			t.Errorf("%s: the structured content is not of its schema: %v", tool, err)
		}
	}
	return got
}

// textOf returns all text of a result, one block after the other.
func textOf(result *sdk.CallToolResult) string {
	var blocks []string
	for _, content := range result.Content {
		if text, ok := content.(*sdk.TextContent); ok {
			blocks = append(blocks, text.Text)
		}
	}
	return strings.Join(blocks, "\n")
}

// TestTools compares the answers of each tool with its archive: X.call contains
// the arguments, X.text and X.json the answer, X.error the text of an error.
func TestTools(t *testing.T) {
	for tool := range connect(t).schemas {
		a := connect(t) // one store per tool, because some tools write
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

// answers makes a call and returns the files of its answer.
func (a *agent) answers(t *testing.T, tool, name, arguments string) []txtar.File {
	t.Helper()
	var given map[string]any
	for name, id := range map[string]string{"<queue>": graph.ID("shoplane/task/offline-queue"), "<shoplane>": graph.ID("shoplane")} {
		arguments = strings.ReplaceAll(arguments, name, id)
	}
	if err := json.Unmarshal([]byte(arguments), &given); err != nil {
		t.Fatalf("%s %s: %v", tool, name, err)
	}
	got := a.call(t, tool, given)
	text := strings.TrimRight(textOf(got), "\n") + "\n"
	if got.IsError {
		return []txtar.File{{Name: name + ".error", Data: []byte(text)}}
	}
	structured, err := json.MarshalIndent(got.StructuredContent, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return []txtar.File{{Name: name + ".text", Data: []byte(text)}, {Name: name + ".json", Data: append(structured, '\n')}}
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
