package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// A breaking store is a store whose reads fail after a commit, until it is
// mended.
type breaking struct {
	query.Store
	fault  func(ctx context.Context) error
	broken atomic.Bool
}

// done breaks the store after a commit.
func (b *breaking) done(err error) {
	if err == nil && b.fault != nil {
		b.broken.Store(true)
	}
}

func (b *breaking) fail(ctx context.Context) error {
	if !b.broken.Load() {
		return nil
	}
	return b.fault(ctx)
}

func (b *breaking) Edit(ctx context.Context, edit *history.Edit) (*history.Edited, error) {
	edited, err := b.Store.Edit(ctx, edit)
	b.done(err)
	return edited, err
}

func (b *breaking) Transact(ctx context.Context, once graph.Once, do func(context.Context, access.Store) error,
	result func() graph.JSON) (graph.JSON, error) {
	repeated, err := b.Store.Transact(ctx, once, do, result)
	b.done(err)
	return repeated, err
}

func (b *breaking) WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error) {
	written, err := b.Store.WriteParts(ctx, parts)
	b.done(err)
	return written, err
}

func (b *breaking) Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error) {
	if err := b.fail(ctx); err != nil {
		return nil, err
	}
	return b.Store.Entities(ctx, refs, view)
}

func (b *breaking) Revisions(ctx context.Context, ids []string) ([]graph.Revision, error) {
	if err := b.fail(ctx); err != nil {
		return nil, err
	}
	return b.Store.Revisions(ctx, ids)
}

func (b *breaking) Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error) {
	if err := b.fail(ctx); err != nil {
		return nil, err
	}
	return b.Store.Owners(ctx, refs)
}

func (b *breaking) Administers(context.Context) (bool, error) { return true, nil }

// smallGraph is what the tests change.
const smallGraph = `{"kind":"project","id":"shoplane","name":"Shop Lane"}
{"kind":"task","id":"shoplane/task/offline-queue","project_id":"shoplane","title":"Build the offline queue"}
{"kind":"task","id":"shoplane/task/entitlement","project_id":"shoplane","title":"Tap-to-phone entitlement"}
`

// faults are what may happen after a commit. "late" and "stuck" wait for the end
// of the request's time.
var faults = map[string]func(ctx context.Context) error{
	"none": nil,
	"unavailable": func(context.Context) error {
		return graph.Unavailable("the store is not available: it cannot be reached", errors.New("cut"))
	},
	"broken": func(context.Context) error { return errors.New("secret details") },
	"late":   func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	"stuck": func(ctx context.Context) error {
		<-ctx.Done()
		time.Sleep(2 * time.Second)
		return ctx.Err()
	},
	"panic": func(context.Context) error { panic("after the commit") },
}

// A breakable is a server of a store that breaks after a commit.
type breakable struct {
	*served
	breaking *breaking
	server   *httptest.Server
}

func newBreakable(t *testing.T, store *storetest.Store, fault func(context.Context) error, limit time.Duration) *breakable {
	t.Helper()
	b := &breakable{served: &served{store: store}, breaking: &breaking{Store: store, fault: fault}}
	counters := serving.NewCounters()
	b.service = query.New(b.breaking, query.Options{Now: storetest.Now, Tokens: counters.Find, Encodings: counters.Encodings()})
	b.handler = routes.New(b.service, resolvers.Schema(b.service), routes.Options{
		Timeout: limit, MaxComplexity: 50_000, MaxResponse: 3_000, Introspection: true,
		Log: slog.New(slog.DiscardHandler), Imports: routes.Imports{Store: b.breaking, MaxBytes: 1 << 20},
	})
	b.server = httptest.NewServer(b.handler)
	t.Cleanup(b.server.Close)
	return b
}

// mend lets the store be read again.
func (b *breakable) mend() { b.breaking.broken.Store(false) }

// titled returns the number of live tasks with a title.
func (b *breakable) titled(t *testing.T, title string) int {
	t.Helper()
	page, err := b.store.List(storetest.Context(), lists.List{Kind: graph.KindTask, Filter: lists.Filter{Text: &title}, First: 50})
	if err != nil {
		t.Fatal(err)
	}
	return len(slices.DeleteFunc(page.Entities, func(e graph.Entity) bool { return e.Self().Label != title }))
}

// A committed change is made by an interface, with a name for retries.
type committed struct {
	name string
	// send makes the change, and returns the answer, and whether the answer says
	// that it was not made.
	send func(t *testing.T, b *breakable) (answer string, failed bool)
	// check returns the number of times that it was made.
	times func(t *testing.T, b *breakable) int
}

// byGraphQL returns a change by a mutation.
func byGraphQL(name, document string, times func(*testing.T, *breakable) int) committed {
	return committed{name: "GraphQL " + name, times: times, send: func(t *testing.T, b *breakable) (string, bool) {
		got := b.ask(t, document, nil)
		code := got.code()
		return got.raw, code != "" && code != "WRITTEN"
	}}
}

// byTool returns a change by a call of a tool.
func byTool(tool, arguments string, times func(*testing.T, *breakable) int) committed {
	return committed{name: "MCP " + tool, times: times, send: func(t *testing.T, b *breakable) (string, bool) {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: b.server.URL + "/mcp", DisableStandaloneSSE: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
		if err != nil {
			return err.Error(), true
		}
		return got.Content[0].(*sdk.TextContent).Text, got.IsError
	}}
}

const offlineQueue = `id: "shoplane/task/offline-queue"`

// theTask returns a function that reports whether the task of the tests is as a
// test wants it, as 1 or 0.
func theTask(is func(*graph.Task) bool) func(*testing.T, *breakable) int {
	return func(t *testing.T, b *breakable) int {
		t.Helper()
		id := graph.ID("shoplane/task/offline-queue")
		found, err := b.store.Entities(storetest.Context(), []graph.Ref{{ID: id}}, graph.Full)
		if err != nil {
			t.Fatal(err)
		}
		if task, live := found[id].(*graph.Task); !live && is(nil) || live && is(task) {
			return 1
		}
		return 0
	}
}

// byCommand returns a change by a command over a server.
func byCommand(times func(*testing.T, *breakable) int, args ...string) committed {
	return committed{name: "--server " + args[0], times: times, send: func(t *testing.T, b *breakable) (string, bool) {
		got := command(t, "", append(args, "--server", b.server.URL)...)
		return got.out + got.errOut, got.status != 0
	}}
}

// bySocket returns a change by a mutation over a WebSocket.
func bySocket(name, document string, times func(*testing.T, *breakable) int) committed {
	return committed{name: "WebSocket " + name, times: times, send: func(t *testing.T, b *breakable) (string, bool) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		conn := dialLive(ctx, t, b.server.URL)
		defer conn.CloseNow()
		payload, err := json.Marshal(map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": document}})
		if err == nil {
			err = conn.Write(ctx, websocket.MessageText, payload)
		}
		all, message := "", []byte(nil)
		for err == nil && !strings.Contains(string(message), `"complete"`) && !strings.Contains(string(message), `"type":"error"`) {
			_, message, err = conn.Read(ctx)
			all += string(message)
		}
		isMade := strings.Contains(all, `"WRITTEN"`) || !strings.Contains(all, `"errors"`) && !strings.Contains(all, `"type":"error"`)
		return all, err != nil || !isMade
	}}
}

// titledTimes returns a function that counts tasks with a title.
func titledTimes(title string) func(*testing.T, *breakable) int {
	return func(t *testing.T, b *breakable) int { return b.titled(t, title) }
}

func committedChanges() []committed {
	renamed := theTask(func(task *graph.Task) bool { return task != nil && task.Title == "Renamed" })
	gone := theTask(func(task *graph.Task) bool { return task == nil })
	return []committed{
		byGraphQL("createEntity", `mutation { createEntity(input: {task: {projectId: "shoplane", title: "New"}}, clientMutationId: "m") { `+
			`entity { id label ... on Task { project { name } } } } }`, titledTimes("New")),
		byGraphQL("updateEntity", `mutation { updateEntity(input: {task: {`+offlineQueue+
			`, title: "Renamed"}}, clientMutationId: "m") { changed entity { label ... on Task { owner { label } } } } }`, renamed),
		byGraphQL("deleteEntity", `mutation { deleteEntity(input: {`+offlineQueue+`}, clientMutationId: "m") { operation entity { label } } }`,
			gone),
		byGraphQL("linkEntities", `mutation { linkEntities(input: {srcId: "shoplane/task/offline-queue", rel: RELATES_TO, dstId: "shoplane"}, `+
			`clientMutationId: "m") { edgeId event { revision } entity { id } } }`,
			func(*testing.T, *breakable) int { return 1 }),
		byGraphQL("applyChanges",
			`mutation { applyChanges(changes: [{name: "$a", create: {task: {projectId: "shoplane", title: "First"}}}, {update: {task: {`+
				offlineQueue+`, title: "Renamed"}}}], clientMutationId: "m") { changes { entity { id label } } } }`, titledTimes("First")),
		byGraphQL("a field with a fragment", `mutation { __typename ...change } fragment change on Mutation { a: createEntity(input: {task: `+
			`{projectId: "shoplane", title: "Twice"}}, clientMutationId: "a") { entity { id } } }`, titledTimes("Twice")),
		byGraphQL("too large an answer", `mutation { createEntity(input: {task: {projectId: "shoplane", title: "`+largeTitle+
			`"}}, clientMutationId: "m") { entity { id `+aliases(50)+` } } }`, titledTimes(largeTitle)),
		byGraphQL("saveRecordType", `mutation { saveRecordType(input: {key: "wand", name: "Wand"}, clientMutationId: "m") { name } }`,
			func(t *testing.T, b *breakable) int {
				t.Helper()
				types, err := b.store.RecordTypes(storetest.Context())
				if err != nil {
					t.Fatal(err)
				}
				return len(slices.DeleteFunc(types, func(one graph.RecordType) bool { return one.Name != "Wand" }))
			}),
		byGraphQL("createKey", `mutation { createKey(input: {scopes: [READ]}, clientMutationId: "m") { key { keyId name } } }`,
			func(t *testing.T, b *breakable) int {
				t.Helper()
				keys, err := b.store.Keys(storetest.Context(), lists.Span{Limit: 50})
				if err != nil {
					t.Fatal(err)
				}
				return len(keys)
			}),
		bySocket("createEntity", `mutation { createEntity(input: {task: {projectId: "shoplane", title: "By socket"}}, clientMutationId: "m") `+
			`{ entity { id label ... on Task { project { name } } } } }`, titledTimes("By socket")),
		bySocket("updateEntity",
			`mutation { updateEntity(input: {task: {`+offlineQueue+`, title: "Renamed"}}, clientMutationId: "m") { entity { label } } }`, renamed),
		byCommand(titledTimes("By command"), "create", "task", "project=shoplane", "title=By command", "--mutation-id", "m"),
		byCommand(gone, "rm", "shoplane/task/offline-queue", "--mutation-id", "m"),
		byTool("create_entities", `{"entities": [{"kind": "task", "project": "shoplane", "title": "By tool"}], "idempotency_key": "m"}`,
			titledTimes("By tool")),
		byTool("update_entities", `{"entities": [{"id": "Build the offline queue", "title": "Renamed"}], "idempotency_key": "m"}`, renamed),
		byTool("delete_entities", `{"ids": ["Build the offline queue"], "idempotency_key": "m"}`, gone),
		byTool("link_entities", `{"links": [{"src": "Build the offline queue", "rel": "relates_to", "dst": "Tap-to-phone entitlement"}], `+
			`"idempotency_key": "m"}`, func(*testing.T, *breakable) int { return 1 }),
		byTool("remember", `{"text": "We build the queue first.", "kind": "decision", "project": "shoplane", "about": ["Build the offline `+
			`queue"], "idempotency_key": "m"}`, func(t *testing.T, b *breakable) int {
			t.Helper()
			page, err := b.store.List(storetest.Context(),
				lists.List{Kind: graph.KindDecision, Filter: lists.Filter{Text: new("We build the queue first")}, First: 50})
			if err != nil {
				t.Fatal(err)
			}
			return len(page.Entities)
		}),
		{"POST /import", func(_ *testing.T, b *breakable) (string, bool) {
			const lines = `{"kind":"task","id":"imported","project_id":"shoplane","title":"Imported"}`
			request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/import?clientMutationId=m", strings.NewReader(lines))
			request.Header.Set("Content-Type", "application/x-ndjson")
			recorder := httptest.NewRecorder()
			b.handler.ServeHTTP(recorder, request)
			return recorder.Body.String(), recorder.Code != http.StatusOK
		}, titledTimes("Imported")},
	}
}

// largeTitle is the title of a task whose answer is too large.
const largeTitle = "A title that is so long that fifty of them are an answer which is larger than the server of the test sends"

// aliases returns fields that make an answer large.
func aliases(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "a%d: label ", i)
	}
	return text.String()
}

// TestCommitted makes changes by every interface, with a fault after the commit:
// the answer says that the change was made. Then it repeats them by their names:
// they are not made twice, and the answer is that of the first. Faults are above the
// store, so that Postgres has only two of them.
func TestCommitted(t *testing.T) {
	for name, open := range map[string]func(testing.TB) *storetest.Store{"SQLite": storetest.Open, "Postgres": openPostgres} {
		t.Run(name, func(t *testing.T) {
			for fault, fails := range faults {
				isFew, isShort := fault == "late" || fault == "unavailable", testing.Short()
				if isShort && name == "Postgres" || (isShort || name == "Postgres") && !isFew {
					continue
				}
				t.Run(fault, func(t *testing.T) {
					for _, change := range committedChanges() {
						t.Run(change.name, func(t *testing.T) {
							t.Parallel() // most of the time, they wait
							limit := time.Minute
							if fault == "late" || fault == "stuck" {
								limit = 700 * time.Millisecond
							}
							testCommitted(t, newBreakable(t, open(t), fails, limit), change)
						})
					}
				})
			}
		})
	}
}

func testCommitted(t *testing.T, b *breakable, change committed) {
	b.store.Load(t, smallGraph)
	answer, failed := change.send(t, b)
	for tries := 0; failed && b.breaking.fault != nil && !b.breaking.broken.Load() && tries < 10; tries++ {
		answer, failed = change.send(t, b) // a busy machine reached the limit before the commit
	}
	if failed || strings.Contains(answer, "not done within") || strings.Contains(answer, "stopped") ||
		strings.Contains(answer, "secret details") {
		t.Errorf("answered %.600s", answer)
	}
	if n := change.times(t, b); n != 1 {
		t.Fatalf("made %d times: %.600s", n, answer)
	}
	b.mend()
	b.breaking.fault = nil
	again, failed := change.send(t, b)
	if n := change.times(t, b); failed || n != 1 {
		t.Errorf("repeated: made %d times: %.600s", n, again)
	}
}
