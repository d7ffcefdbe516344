package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/lens"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/reading"
	"dossier/graph/view"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/mcp/wire"
)

// TestTexts checks that the text of each tool is that of the service, which is
// the answer of GraphQL and the command line, followed by at most one line.
func TestTexts(t *testing.T) {
	a := connect(t)
	ctx := a.ctx(t)
	count, err := a.service.Counter()
	if err != nil {
		t.Fatal(err)
	}
	document := func(in contextdoc.Input) string {
		in.MaxTokens = new(900)
		d, err := a.service.Context(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		return d.Text
	}
	shoplane := graph.ID("shoplane")
	links, err := a.service.Links(ctx, shoplane, memory.LinkQuery{})
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := a.service.Snapshot(ctx, query.SnapshotInput{ProjectID: shoplane, MaxTokens: new(900)})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		tool, want string
		arguments  map[string]any
	}{
		{"get_context_document", document(contextdoc.Input{Start: contextdoc.Start{Topic: new("overdue tasks")}}),
			map[string]any{"topic": "overdue tasks"}},
		{"get_context_document", document(contextdoc.Input{Start: contextdoc.Start{ProjectID: &shoplane}}),
			map[string]any{"project": "shoplane"}},
		{"list_projects", document(contextdoc.Input{Start: contextdoc.Start{Global: new(true)}}), map[string]any{}},
		{"get_linked_entities", reading.Links(links, "", count), map[string]any{"id": "cf6112c2"}},
		{"get_graph_snapshot", snapshot.JSON(), map[string]any{"project": "cf6112c2"}},
	} {
		test.arguments["max_tokens"] = 900
		got := a.call(t, test.tool, test.arguments)
		text, next, _ := strings.Cut(textOf(got)+"\n", test.want)
		if text != "" || strings.Count(strings.TrimSpace(next), "\n") > 0 || got.StructuredContent != nil || len(got.Content) != 1 {
			t.Errorf("%s %v: got:\n%s\nwant:\n%s", test.tool, test.arguments, textOf(got), test.want)
		}
	}
}

// local is the local actor, as an agent.
var local = func() graph.Actor {
	actor := graph.LocalActor
	actor.Interface = graph.InterfaceMCP
	return actor
}()

func (a *agent) ctx(t testing.TB) context.Context {
	return reader.With(graph.WithActor(t.Context(), local), loaders.New(a.service))
}

// TestResources reads resources, and completes their names.
func TestResources(t *testing.T) {
	a := connect(t)
	for uri, want := range map[string]string{
		"dossier://project/Shoplane%20Pay%3A%20launch%20of%20the%20payments%20app": "Shoplane Pay",
		"dossier://project/cf6112c2":               "Shoplane Pay",
		"dossier://entity/69bf1307":                "Encrypted, append-only queue",
		"dossier://context/app-store%20submission": "App-store submission",
	} {
		got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(got.Contents[0].Text, want) || got.Contents[0].URI != uri {
			t.Errorf("%s: %v, %v", uri, got, err)
		}
		if err == nil && got.CacheScope != "private" {
			t.Errorf("%s may be cached by others: %+v", uri, got.Cacheable)
		}
	}
	for uri, want := range map[string]string{
		"dossier://entity/0badbeef": "uri: no entity with id 0badbeef", "dossier://project/nope": "project: no project",
		"dossier://other/x": "not found",
	} {
		if got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %s", uri, got, err, want)
		}
	}
	for _, test := range []struct {
		ref             sdk.CompleteReference
		argument, begun string
		first           string
		context         map[string]string
	}{
		{sdk.CompleteReference{Type: "ref/prompt", Name: "brief_me"}, "project", "air", "Halvorsund air: 120 stations on lamp posts", nil},
		{sdk.CompleteReference{Type: "ref/prompt", Name: "brief_me"}, "lens", "pl", "planning", nil},
		{sdk.CompleteReference{Type: "ref/prompt", Name: "brief_me"}, "kind", "ris", "risk", nil},
		{sdk.CompleteReference{Type: "ref/prompt", Name: "prepare_meeting"}, "about", "offline m", "Offline mode",
			map[string]string{"project": "shoplane"}},
		{sdk.CompleteReference{Type: "ref/resource", URI: "dossier://project/{id}"}, "id", "shop", "Shoplane Pay: launch of the payments app",
			nil},
		{sdk.CompleteReference{Type: "ref/resource", URI: "dossier://entity/{id}"}, "id", "build the o", "Build the offline queue", nil},
	} {
		params := &sdk.CompleteParams{Ref: &test.ref, Argument: sdk.CompleteParamsArgument{Name: test.argument, Value: test.begun}}
		if test.context != nil {
			params.Context = &sdk.CompleteContext{Arguments: test.context}
		}
		got, err := a.Complete(t.Context(), params)
		if err != nil || len(got.Completion.Values) == 0 || got.Completion.Values[0] != test.first {
			t.Errorf("%s %s: %+v, %v, want %s", test.argument, test.begun, got, err, test.first)
		}
	}
}

// promptsAbout are what the prompts are about that need it.
var promptsAbout = map[string]string{
	"why": "Heaters only north of the river", "owner": "winter calibration", "meeting": "Marek", "slip": "heater retrofit",
	"compare": "calibration in two seasons with winter readiness", "handover": "Aisha Rahman",
}

// TestPrompts gets every prompt.
func TestPrompts(t *testing.T) {
	a := connect(t)
	listed, err := a.ListPrompts(t.Context(), nil)
	if err != nil || len(listed.Prompts) != 4+len(view.BuiltIn()) {
		t.Fatalf("%v, %v", listed, err)
	}
	for _, one := range listed.Prompts {
		about := promptsAbout[one.Name]
		got, err := a.GetPrompt(t.Context(),
			&sdk.GetPromptParams{Name: one.Name, Arguments: map[string]string{"project": "airnet", "about": about}})
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		if text := got.Messages[0].Content.(*sdk.TextContent).Text; len(text) < 1000 || tokensOf(t, text) > mcp.DefaultTokens+100 {
			t.Errorf("%s: %s", one.Name, text)
		}
		_, err = a.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: one.Name, Arguments: map[string]string{"project": "airport"}})
		if err == nil || !strings.Contains(err.Error(), "Halvorsund air") {
			t.Errorf("%s: %v", one.Name, err)
		}
		_, err = a.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: one.Name, Arguments: map[string]string{"project": "airnet"}})
		if isNeeded := slices.ContainsFunc(one.Arguments, func(p *sdk.PromptArgument) bool { return p.Required }); isNeeded != (about != "") ||
			isNeeded != (err != nil) {
			t.Errorf("%s without about: %v", one.Name, err)
		}
	}
}

// TestStrangers checks that an actor who is a member of nothing sees nothing by
// any tool, resource, prompt or completion.
func TestStrangers(t *testing.T) {
	a := connectAs(t, graph.Actor{ID: graph.ID("stranger")}, true)
	secrets := []string{"Shoplane", "Halvorsund", "Voices", "queue", "69bf1307"}
	check := func(what, text string, arguments any) {
		for _, secret := range secrets {
			if strings.Contains(text, secret) && !strings.Contains(fmt.Sprint(arguments), secret) {
				t.Errorf("%s %v has %s:\n%s", what, arguments, secret, text)
			}
		}
	}
	for tool, list := range map[string][]map[string]any{
		"get_context_document": {{"topic": "offline payments"}, {"ids": []string{graph.ID("shoplane/task/offline-queue")}},
			{"project": "shoplane"}, {"focus": "Offline mode"}},
		"search_ontology":        {{"query": "offline"}, {"query": "fog", "project": "airnet"}},
		"get_entity":             {{"ids": []string{"shoplane/plan/offline"}}, {"ids": []string{graph.ID("shoplane/plan/offline")}}},
		"get_linked_entities":    {{"id": graph.ID("shoplane")}},
		"get_graph_snapshot":     {{"project": "shoplane"}, {"focus": graph.ID("shoplane/plan/offline")}},
		"get_project_graph_full": {{"project": graph.ID("airnet")}},
		"list_projects":          {{}},
		"list_changes":           {{"since": "2020-01-01"}, {"since": "9d", "project": "airnet"}},
	} {
		for _, arguments := range list {
			got := a.call(t, tool, arguments)
			check(tool, textOf(got)+fmt.Sprint(got.StructuredContent), arguments)
		}
	}
	for _, uri := range []string{"dossier://project/cf6112c2", "dossier://entity/shoplane%2Fplan%2Foffline", "dossier://context/payments"} {
		got, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			check(uri, err.Error(), uri)
		} else {
			check(uri, got.Contents[0].Text, uri)
		}
	}
	for _, argument := range []string{"project", "about"} {
		got, err := a.Complete(t.Context(), &sdk.CompleteParams{
			Ref:      &sdk.CompleteReference{Type: "ref/prompt", Name: "prepare_meeting"},
			Argument: sdk.CompleteParamsArgument{Name: argument, Value: "o"},
		})
		if err != nil || len(got.Completion.Values) > 0 {
			t.Errorf("%s: %v, %v", argument, got, err)
		}
	}
}

// TestBothEras calls a tool over HTTP with each version of the protocol.
func TestBothEras(t *testing.T) {
	handler := httpHandler(t)
	for _, version := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		server := httptest.NewServer(handler)
		client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
		session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true},
			&sdk.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_projects", Arguments: map[string]any{}})
		if err != nil || got.IsError || !strings.Contains(textOf(got), "# Projects (3)") {
			t.Errorf("%s: %v, %v", version, got, err)
		}
		if negotiated := session.InitializeResult().ProtocolVersion; negotiated != version {
			t.Errorf("negotiated %s, want %s", negotiated, version)
		}
		session.Close()
		server.Close()
	}
}

func httpHandler(t *testing.T) http.Handler {
	t.Helper()
	a := connect(t)
	return wire.Handler(func() *mcp.Server {
		return mcp.New(a.service, mcp.Options{Timeout: 10 * time.Second, Request: func(context.Context) context.Context { return a.ctx(t) }})
	}, wire.HandlerOptions{Tools: mcp.ToolNames(), Origins: []string{"https://board.example"}})
}

// TestOrigins checks which pages may call a server.
func TestOrigins(t *testing.T) {
	handler := httpHandler(t)
	for origin, want := range map[string]int{
		"": http.StatusOK, "http://localhost:5173": http.StatusOK, "http://127.0.0.1:8080": http.StatusOK, "http://[::1]:8080": http.StatusOK,
		"https://board.example": http.StatusOK, "https://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
		"http://localhost.evil.example": http.StatusForbidden,
	} {
		request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		request.Header.Set("Origin", origin)
		recorder := httptest.NewRecorder()
		if handler.ServeHTTP(recorder, request); recorder.Code != want {
			t.Errorf("%q: %d, want %d: %s", origin, recorder.Code, want, recorder.Body)
		}
	}
}

// TestAccept calls a tool with the headers Accept of plain HTTP clients.
func TestAccept(t *testing.T) {
	handler := httpHandler(t)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","_meta":{"progressToken":1}}}`
	for accept, want := range map[string]string{
		"": "text/event-stream", "*/*": "text/event-stream", "application/json, text/event-stream": "text/event-stream",
		"application/json": "application/json", "Application/JSON": "application/json",
	} {
		request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(call))
		request.Header.Set("Content-Type", "application/json")
		if accept != "" {
			request.Header.Set("Accept", accept)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if media := recorder.Header().Get("Content-Type"); recorder.Code != http.StatusOK || media != want ||
			!strings.Contains(recorder.Body.String(), "# Projects (3)") {
			t.Errorf("%q: got %d %s, want %s: %s", accept, recorder.Code, media, want, recorder.Body)
		}
	}
}

// broken is a store whose errors must not reach clients.
type broken struct {
	*storetest.Store
	panics bool
}

func (b broken) Revisions(context.Context, []string) ([]graph.Revision, error) {
	if b.panics {
		panic("SELECT secret")
	}
	return nil, errors.New("SELECT secret FROM onto_tasks: syntax error")
}

// TestInternalErrors checks that internal errors are only in the log.
func TestInternalErrors(t *testing.T) {
	for _, panics := range []bool{false, true} {
		testInternalError(t, panics)
	}
}

func testInternalError(t *testing.T, panics bool) {
	a := connect(t)
	a.service = query.New(broken{a.store, panics}, query.Options{Now: storetest.Now, Tokens: serving.NewCounters().Find})
	near, far := sdk.NewInMemoryTransports()
	server := mcp.New(a.service, mcp.Options{
		Timeout: time.Second, NewID: func() string { return "ID1" }, Log: slog.New(slog.NewTextHandler(a.log, nil)),
		Request: func(ctx context.Context) context.Context { return graph.WithActor(ctx, local) },
	})
	if _, err := server.Connect(t.Context(), near, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_changes", Arguments: map[string]any{"since": "1d"}})
	answer := fmt.Sprint(err)
	if err == nil {
		answer = textOf(got)
	}
	if err == nil && !got.IsError || strings.Contains(answer, "SELECT") || !strings.Contains(answer, "ID1") {
		t.Errorf("%s", answer)
	}
	if !strings.Contains(a.log.String(), "SELECT secret") || !strings.Contains(a.log.String(), "id=ID1") {
		t.Errorf("the log has %q", a.log)
	}
}

// TestPrintTools prints the tools for each API.
func TestPrintTools(t *testing.T) {
	for _, api := range []string{"openai", "anthropic"} {
		text, err := mcp.PrintTools(lens.BuiltIn(), api, false)
		if err != nil || !slices.Contains(strings.Fields(text), `"get_entity",`) {
			t.Errorf("%s: %s, %v", api, text, err)
		}
	}
}
