package mcp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
)

// TestBusy checks that a server without a free processor for long requests
// answers them that it is busy, and answers short ones.
func TestBusy(t *testing.T) {
	service := query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now, Tokens: serving.NewCounters().Find})
	entered, left, busy := 0, 0, false
	session := overStdio(t, mcp.New(service, mcp.Options{
		Timeout: 1 << 40,
		Request: func(ctx context.Context) context.Context {
			return reader.With(graph.WithActor(ctx, local), loaders.New(service))
		},
		Admit: func(_ context.Context, long bool) (func(), error) {
			if busy && long {
				return nil, graph.Unavailable("the server is busy", errors.New("with others"))
			}
			entered++
			return func() { left++ }, nil
		},
	}), newClient(nil))
	ask := func(tool string, arguments map[string]any) *sdk.CallToolResult {
		t.Helper()
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	topic := map[string]any{"topic": "offline queue"}
	if got := ask("get_context_document", topic); got.IsError || entered == 0 || left != entered {
		t.Errorf("admitted: entered %d times, left %d; %v", entered, left, got.Content[0])
	}
	busy = true
	got := ask("get_context_document", topic)
	if text := got.Content[0].(*sdk.TextContent).Text; !got.IsError || text != "the server is busy." {
		t.Errorf("busy: %s", text)
	}
	for name, call := range map[string]func() error{
		"a resource": func() error {
			_, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "dossier://context/fog"})
			return err
		},
		"a prompt": func() error {
			_, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "brief_me", Arguments: map[string]string{"project": "airnet"}})
			return err
		},
		"a subscription": func() error {
			return session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "dossier://context/fog"})
		},
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), "the server is busy.") {
			t.Errorf("%s: %v", name, err)
		}
	}
	short := entered
	if got := ask("search_ontology", map[string]any{"query": "offline"}); got.IsError || entered != short+1 || left != entered {
		t.Errorf("a search beside it: %v; entered %d times, left %d", got.Content[0], entered, left)
	}
}
