package wire_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/mcp/wire"
)

// ids are ids as clients write them: the SDK would return some of them as other
// numbers.
var ids = []string{
	"1", "0", "-7", `"a"`, `""`, `"7"`, "9007199254740993", "18446744073709551615", "123456789012345678901234567890", "1.5", "0.1",
	"1e3", "1.0", "-0", "-1.25e-3", `"\u0000id:7"`, `"\u0000id:"`, `"é"`, `"\u00e9"`, `"a\"b\\"`, `"id"`,
}

// TestIDs checks that the id of each request is returned as it came, over
// standard input and output and over HTTP, in answers and in errors.
func TestIDs(t *testing.T) {
	handler := newHandler()
	for _, id := range ids {
		for _, method := range []string{"tools/list", "no/such"} {
			message := "\ufeff" + `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `"}`
			for _, accept := range []string{"application/json", "application/json, text/event-stream"} {
				request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Accept", accept)
				recorder := httptest.NewRecorder()
				handler.ServeHTTP(recorder, request)
				if got := recorder.Body.String(); recorder.Code != http.StatusOK || !hasID(got, id) {
					t.Errorf("HTTP, %s: %d %.200s", message, recorder.Code, got)
				}
			}
		}
	}
}

// hasID reports whether an answer has an id, which may be escaped differently.
func hasID(answer, id string) bool {
	plain := strings.ReplaceAll(id, `\u00e9`, "é")
	return slices.ContainsFunc([]string{id, plain}, func(id string) bool {
		return strings.Contains(answer, `"id":`+id+`,`) || strings.Contains(answer, `"id":`+id+`}`)
	})
}

// TestIDsOfLines checks the ids of messages on lines, the first of which has a
// byte order mark.
func TestIDsOfLines(t *testing.T) {
	server := newServer()
	for _, version := range []string{"2.0", "1.0"} {
		for _, id := range ids {
			checkLineID(t, server, version, id)
		}
	}
}

func checkLineID(t *testing.T, server *sdk.Server, version, id string) {
	t.Helper()
	in := "\ufeff" + `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"hand","version":"1"}}}` + "\n" +
		`{"jsonrpc":"` + version + `","id":` + id + `,"method":"ping"}` + "\n"
	var out bytes.Buffer
	if err := server.Run(t.Context(), wire.Lines(strings.NewReader(in), &out, tools)); err != nil {
		t.Errorf("%s: %v", id, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(out.String(), `"id":"first"`) {
		t.Errorf("%s: got %d lines: %s", id, len(lines), out.String())
	}
	for _, line := range lines {
		if !strings.Contains(line, `"id":"first"`) && !hasID(line, id) {
			t.Errorf("%s: got %s", id, line)
		}
	}
}
