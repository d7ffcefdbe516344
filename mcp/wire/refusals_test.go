package wire_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestRefusals sends over HTTP what is no call. Clients read the answer to a
// message as JSON-RPC.
func TestRefusals(t *testing.T) {
	handler := newHandler()
	for _, test := range []struct {
		version, message string
		status           int
		want             string
	}{
		{"", `{"jsonrpc":"2.0","id":"a","method":"no/such"}`, 200, `"id":"a"`},
		{"", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, 200, `"code":-32601,"message":"method not found: \"no/such\""`},
		{"2025-06-18", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, 200, `"code":-32601`},
		{"2026-07-28", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, 404, `"code":-32601`},
		{"", `{"jsonrpc":"2.0","method":"notifications/none"}`, 202, ""},
		{"", `{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, 400, `"code":-32600`},
		{"", `{"id":1,"method":"tools/list"}`, 400, `"code":-32600`},
		{"", `{bad`, 400, `"error":{"code":-32700,"message":"not JSON; expected a message"},"id":null`},
		{"", `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`, 400, "batches are not supported"},
		{"", "", 400, `"code":-32600`},
		{"", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1<<20) + `"}`, 413, `"code":-32600`},
		{"1999-01-01", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 400, `"id":1`},
	} {
		request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(test.message))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		if test.version != "" {
			request.Header.Set("MCP-Protocol-Version", test.version)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		media := recorder.Header().Get("Content-Type")
		if recorder.Code != test.status || !strings.Contains(recorder.Body.String(), test.want) ||
			(test.want != "") != (media == "application/json") {
			t.Errorf("%s %.60s: got %d %s %s; want %d %s", test.version, test.message, recorder.Code, media, recorder.Body, test.status, test.want)
		}
	}
}
