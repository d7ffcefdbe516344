package mcp_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/mcp"
	"dossier/mcp/wire"
)

// TestPlainParams sends parameters as odd clients do, over HTTP and over lines: each
// message is answered as if it were written by the specification.
func TestPlainParams(t *testing.T) {
	handler := httpHandler(t)
	server, _ := stall(t, time.Minute)
	for _, test := range []struct{ method, params, want string }{
		{"initialize", `{"protocolVersion":20250618,"capabilities":{},"clientInfo":{"name":"x","version":"1"}}`, `"protocolVersion"`},
		{"initialize", `{"protocolVersion":"1.0","capabilities":[],"clientInfo":[]}`, `"protocolVersion"`},
		{"initialize", `{"protocolVersion":null,"capabilities":{"roots":true,"sampling":{},"tools":[]},"clientInfo":null}`, `"protocolVersion"`},
		{"initialize", `[]`, `"protocolVersion"`},
		{"initialize", `null`, `"protocolVersion"`},
		{"tools/list", `[]`, `"get_entity"`},
		{"tools/list", `null`, `"get_entity"`},
		{"tools/list", `{"cursor":null,"_meta":null}`, `"get_entity"`},
		{"ping", `[]`, `"result":{}`},
		{"tools/call", `{"name":"List-Projects","arguments":[]}`, `"content"`},
		{"tools/call", `{"name":"mcp__dossier__list_projects","arguments":null}`, `"content"`},
		{"tools/call", `{"name":"dossier_list_projects"}`, `"content"`},
		{"tools/call", `{"name":"dossier.list_projects","arguments":{},"_meta":{"progressToken":9007199254740993}}`, `"content"`},
		{"tools/call", `{"name":"my_listed_projects"}`, `unknown tool \"my_listed_projects\"`},
		{"prompts/get", `{"name":"brief_me","arguments":[]}`, `"messages"`},
		{"prompts/get", `{"name":"brief_me","arguments":{"project":null}}`, `"messages"`},
		{"prompts/get", `{"name":"brief_me","arguments":{"project":5}}`, `no project with the id or name \"5\"`},
	} {
		message := `{"jsonrpc":"2.0","id":7,"method":"` + test.method + `","params":` + test.params + `}`
		request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if got := recorder.Body.String(); !strings.Contains(got, test.want) || !strings.Contains(got, `"id":7`) {
			t.Errorf("HTTP, %s %s: %d %.300s", test.method, test.params, recorder.Code, got)
		}
		if test.method != "initialize" && test.method != "ping" {
			continue // the server of lines answers no calls
		}
		var out bytes.Buffer
		first := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}` + "\n"
		if test.method == "initialize" {
			first = ""
		}
		if err := server.Run(t.Context(), wire.Lines(strings.NewReader(first+message+"\n"), &out, mcp.ToolNames())); err != nil ||
			!strings.Contains(out.String(), test.want) {
			t.Errorf("lines, %s %s: %.300s, %v", test.method, test.params, out.String(), err)
		}
	}
}
