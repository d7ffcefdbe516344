package mcp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/loaders"
	"dossier/mcp"
)

// TestBusy checks that a server without a free processor for a context document
// answers that it is busy, and answers other calls.
func TestBusy(t *testing.T) {
	service := query.New(storetest.Demo(t, ".."), query.Options{Now: storetest.Now, Tokens: cli.NewCounters().Find})
	entered, left, busy := 0, 0, false
	session := overStdio(t, mcp.New(service, mcp.Options{
		Timeout: 1 << 40,
		Request: func(ctx context.Context) context.Context {
			return graph.WithReader(graph.WithActor(ctx, graph.LocalActor), loaders.New(service))
		},
		Admit: func(context.Context) (func(), error) {
			if busy {
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
	if text := got.Content[0].(*sdk.TextContent).Text; !got.IsError || !strings.Contains(text, "The server is busy") && !strings.Contains(text, "the server is busy") {
		t.Errorf("busy: %s", text)
	}
	if got := ask("search_ontology", map[string]any{"query": "offline"}); got.IsError {
		t.Errorf("a search beside it: %v", got.Content[0])
	}
}
