package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/mcp/wire"
)

// TestCalls calls tools over HTTP, and checks what is kept of the calls, and the
// address at which the explorer shows a document.
func TestCalls(t *testing.T) {
	a := connect(t)
	handler := wire.Handler(func() *mcp.Server {
		return mcp.New(a.service, mcp.Options{Timeout: 10 * time.Second, Request: func(ctx context.Context) context.Context {
			return reader.With(graph.WithActor(ctx, local), loaders.New(a.service))
		}})
	}, wire.HandlerOptions{Tools: mcp.ToolNames(), Explorer: func(r *http.Request) string { return "http://" + r.Host + "/explorer" }})
	for _, test := range []struct{ call, link, kept, refused string }{
		{
			`"get_context_document","arguments":{"topic":"what blocks fog & ice?","max_tokens":500}`,
			`"dossier/explorer":"http://dossier.example/explorer/context?budget=500\u0026q=what+blocks+fog+%26+ice%3F"`, "what blocks fog", "",
		},
		{
			`"get_context_document","arguments":{"focus":"airnet","question":"why","lens":"planning","kinds":["task"]}`,
			`budget=4000\u0026focus=airnet\u0026kinds=TASK\u0026lens=planning\u0026q=why"`, "planning", "",
		},
		{`"get_context_document","arguments":{"topic":"fog","max_tokens":1}`, "", "fog", "max_tokens"},
		{`"list_projects","arguments":{}`, "", "{}", ""},
		{`"get_entity","arguments":{"id":"nobody"}`, "", "nobody", "nobody"},
	} {
		request := httptest.NewRequest(http.MethodPost, "http://dossier.example/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`+test.call+`}}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json")
		request.Header.Set("User-Agent", "robot/1")
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		body := recorder.Body.String()
		if !strings.Contains(body, test.link) || strings.Contains(body, "dossier/explorer") != (test.link != "") {
			t.Errorf("%s: the link is not %s in %s", test.call, test.link, body)
		}
		last := graphtest.Must(a.service.AgentCalls(a.ctx(t), 1))(t)[0]
		if !strings.Contains(test.call, last.Tool) || last.Client != "robot/1" || !strings.Contains(string(last.Arguments), test.kept) {
			t.Errorf("%s: kept %+v", test.call, last)
		}
		if (last.Error != "") != (test.refused != "") || !strings.Contains(last.Error, test.refused) ||
			(last.Tokens > 0) != (test.refused == "") {
			t.Errorf("%s: kept the error %q and %d tokens", test.call, last.Error, last.Tokens)
		}
		if isDocument := last.Tool == "get_context_document" && test.refused == ""; (last.Confidence != nil) != isDocument ||
			(last.Answerability != nil) != isDocument {
			t.Errorf("%s: kept the confidence %v", test.call, last.Confidence)
		}
	}
	a.call(t, "list_projects", map[string]any{}) // over standard input and output
	if kept := graphtest.Must(a.service.AgentCalls(a.ctx(t), 20))(t); len(kept) != 5 {
		t.Errorf("kept %d calls, want those over HTTP", len(kept))
	}
}
