package wire_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/mcp/wire"
)

// tools are the names of the tools of the server of tests.
var tools = []string{"get_entity"}

// newServer returns a server with a tool that has no answer.
func newServer() *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "test"}, nil)
	for _, name := range tools {
		none := func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{}, nil
		}
		server.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, none)
	}
	return server
}

// newHandler returns a handler of such servers.
func newHandler() http.Handler {
	return wire.Handler(newServer, wire.HandlerOptions{Tools: tools})
}

// TestLines sends a line that is no message, and a request after it, and ends
// the input at once. Both are answered.
func TestLines(t *testing.T) {
	const after = `{"jsonrpc":"2.0","id":"é","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"hand","version":"1"}}}`
	for line, want := range map[string]string{
		`{bad`:     `"code":-32700,"message":"not JSON; expected a message"},"id":null`,
		"\xff\xfe": `-32700`,
		`[]`:       `"code":-32600,"message":"batches are not supported: send one message at a time"},"id":null`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: `-32600`,
		`{"jsonrpc":"1.0","id":7,"method":"ping"}`: `"code":-32600,"message":"not a message of JSON-RPC 2.0: invalid message version ` +
			`tag \"1.0\"; expected \"2.0\""},"id":7`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`: `"id":null`,
		`"` + strings.Repeat("a", 9<<20) + `"`:      `the line is too long; expected at most 8 MiB`,
		"":                                          "",
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}`: "",
	} {
		server := newServer()
		var out bytes.Buffer
		if err := server.Run(t.Context(), wire.Lines(strings.NewReader(line+"\r\n"+after), &out, tools)); err != nil {
			t.Errorf("%.40q: %v", line, err)
		}
		if got := out.String(); !strings.Contains(got, want) || !strings.Contains(got, `{"jsonrpc":"2.0","id":"é","result":{`) {
			t.Errorf("%.40q: got %.300s, want %s", line, got, want)
		}
	}
}
