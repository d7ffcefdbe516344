package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
	"dossier/mcp/wire"
)

// stalled is a store whose reads wait until they are cancelled.
type stalled struct {
	*storetest.Store
	mu      sync.Mutex
	begun   int
	waiting int
}

func (s *stalled) wait(ctx context.Context) error {
	s.mu.Lock()
	s.begun, s.waiting = s.begun+1, s.waiting+1
	s.mu.Unlock()
	<-ctx.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting--
	return ctx.Err()
}

func (s *stalled) Revisions(ctx context.Context, _ []string) ([]graph.Revision, error) {
	return nil, s.wait(ctx)
}

func (s *stalled) Entities(ctx context.Context, _ []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	return nil, s.wait(ctx)
}

func (s *stalled) Edit(ctx context.Context, _ *history.Edit) (*history.Edited, error) {
	return nil, s.wait(ctx)
}

func (s *stalled) count() (begun, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun, s.waiting
}

// stall returns a server whose store does not answer.
func stall(t *testing.T, timeout time.Duration) (*sdk.Server, *stalled) {
	t.Helper()
	store := &stalled{Store: storetest.Demo(t, "..")}
	service := query.New(store, query.Options{Now: storetest.Now, Tokens: serving.NewCounters().Find})
	return mcp.New(service, mcp.Options{
		Timeout: timeout, Request: func(ctx context.Context) context.Context {
			return reader.With(graph.WithActor(ctx, local), loaders.New(service))
		},
	}), store
}

func newClient(options *sdk.ClientOptions) *sdk.Client {
	return sdk.NewClient(&sdk.Implementation{Name: "test"}, options)
}

// overStdio connects a client by lines, as over standard input and output.
func overStdio(t *testing.T, server *sdk.Server, client *sdk.Client) *sdk.ClientSession {
	t.Helper()
	in, requests := io.Pipe()
	responses, out := io.Pipe()
	if _, err := server.Connect(t.Context(), &sdk.IOTransport{Reader: in, Writer: out}, nil); err != nil {
		t.Fatal(err)
	}
	return connected(t, client, &sdk.IOTransport{Reader: responses, Writer: requests}, "2025-11-25")
}

// overHTTP returns a function that connects a client by HTTP, in a version of
// the protocol.
func overHTTP(version string) func(*testing.T, *sdk.Server, *sdk.Client) *sdk.ClientSession {
	return func(t *testing.T, server *sdk.Server, client *sdk.Client) *sdk.ClientSession {
		t.Helper()
		listener := httptest.NewServer(wire.Handler(func() *mcp.Server { return server }, wire.HandlerOptions{Tools: mcp.ToolNames()}))
		t.Cleanup(listener.Close)
		return connected(t, client, &sdk.StreamableClientTransport{Endpoint: listener.URL, DisableStandaloneSSE: true}, version)
	}
}

func connected(t *testing.T, client *sdk.Client, transport sdk.Transport, version string) *sdk.ClientSession {
	t.Helper()
	session, err := client.Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// calls are requests that need the store, by tool, resource and prompt.
var calls = map[string]func(context.Context, *sdk.ClientSession) error{
	"get_context_document": tool("get_context_document", `{"topic": "fog"}`), "search_ontology": tool("search_ontology", `{"query": "fog"}`),
	"get_entity":             tool("get_entity", `{"ids": ["69bf1307-efb1-560e-8a7c-508023f18578"]}`),
	"get_linked_entities":    tool("get_linked_entities", `{"id": "69bf1307"}`),
	"get_graph_snapshot":     tool("get_graph_snapshot", `{"focus": "69bf1307"}`),
	"get_project_graph_full": tool("get_project_graph_full", `{"project": "airnet"}`),
	"list_projects":          tool("list_projects", `{}`), "list_changes": tool("list_changes", `{"since": "7d"}`),
	"create_entities": tool("create_entities", `{"entities": [{"kind": "project", "name": "Garden"}]}`),
	"update_entities": tool("update_entities", `{"entities": [{"id": "69bf1307", "title": "Count"}]}`),
	"delete_entities": tool("delete_entities", `{"ids": ["69bf1307-efb1-560e-8a7c-508023f18578"]}`),
	"link_entities":   tool("link_entities", `{"links": [{"src": "shoplane", "rel": "has_task", "dst": "69bf1307"}]}`),
	"find_ready_work": tool("find_ready_work", `{"project": "airnet"}`),
	"remember":        tool("remember", `{"kind": "decision", "text": "Use salt.", "project": "airnet"}`),
	"resource": func(ctx context.Context, session *sdk.ClientSession) error {
		_, err := session.ReadResource(ctx, &sdk.ReadResourceParams{URI: "dossier://project/airnet"})
		return err
	},
	"prompt": func(ctx context.Context, session *sdk.ClientSession) error {
		_, err := session.GetPrompt(ctx, &sdk.GetPromptParams{Name: "brief_me", Arguments: map[string]string{"project": "airnet"}})
		return err
	},
}

func tool(name, arguments string) func(context.Context, *sdk.ClientSession) error {
	return func(ctx context.Context, session *sdk.ClientSession) error {
		_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
		return err
	}
}

// TestCancelledCalls cancels a hundred calls of all tools while they wait for
// the store, closes the connection, and checks that no goroutine remains.
func TestCancelledCalls(t *testing.T) {
	for name, connect := range map[string]func(*testing.T, *sdk.Server, *sdk.Client) *sdk.ClientSession{
		"stdio": overStdio, "HTTP 2025-06-18": overHTTP("2025-06-18"), "HTTP 2025-11-25": overHTTP("2025-11-25"),
		"HTTP 2026-07-28": overHTTP("2026-07-28"),
	} {
		server, store := stall(t, time.Minute)
		before := runtime.NumGoroutine()
		t.Run(name, func(t *testing.T) { cancelCalls(t, connect(t, server, newClient(nil)), store) })
		eventually(t, "no goroutine is left of "+name, func() bool { return runtime.NumGoroutine() <= before })
	}
}

// cancelCalls cancels a hundred calls. It checks that each ends at the server
// and at the client with its current read, and begins no other.
func cancelCalls(t *testing.T, session *sdk.ClientSession, store *stalled) {
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil || len(listed.Tools) != len(calls)-2 {
		t.Fatalf("%v: calls has not one of each of %d tools", err, len(listed.Tools))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var asking sync.WaitGroup
	names := slices.Sorted(maps.Keys(calls))
	const count = 100
	for i := range count {
		asking.Go(func() {
			if err := calls[names[i%len(names)]](ctx, session); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", names[i%len(names)], err)
			}
		})
	}
	eventually(t, "all calls wait", func() bool { _, waiting := store.count(); return waiting == count })
	cancel()
	asking.Wait()
	eventually(t, "no call waits", func() bool { _, waiting := store.count(); return waiting == 0 })
	if begun, _ := store.count(); begun != count {
		t.Errorf("%d reads began, want %d", begun, count)
	}
}

// TestTimeLimit checks that a call ends at its time limit with an error that
// names a remedy, and that it reports progress until then.
func TestTimeLimit(t *testing.T) {
	server, _ := stall(t, 1500*time.Millisecond)
	var progress sync.Map
	session := overStdio(t, server, newClient(&sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			progress.Store(r.Params.Progress, r.Params.Message)
		},
	}))
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{
		Meta: sdk.Meta{"progressToken": "p"}, Name: "list_projects", Arguments: map[string]any{},
	})
	if err != nil || !got.IsError || !strings.Contains(textOf(got), "took longer than 1.5s") {
		t.Errorf("%v, %v", got, err)
	}
	if message, reported := progress.Load(1.0); !reported || message != "list_projects is at work" {
		t.Errorf("progress %v, %v", message, reported)
	}
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}
