package transport_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dossier/transport"
	"dossier/transport/testdata/echo"
)

// live is a server of subscriptions.
type live struct {
	url     string
	streams *transport.Streams
	ended   chan error   // receives the reason for the end of each stream
	revoked *atomic.Bool // the credentials of the clients have expired
	root    *echo.Root
	client  *atomic.Value // the name of the client of the next connections
}

// serveLive serves the echo schema. A subscription sends the items and then
// waits. At an item "wait" it waits earlier, and at "end" it ends.
func serveLive(t *testing.T, options transport.Options, items ...string) live {
	t.Helper()
	l := live{streams: &transport.Streams{}, ended: make(chan error, 100), revoked: &atomic.Bool{}, client: &atomic.Value{}}
	l.client.Store("one")
	options.Live = &transport.Live{
		Streams: l.streams, Origins: []string{"https://app.example"},
		Request: func(ctx context.Context) context.Context { return ctx },
		Client:  func(context.Context) string { return l.client.Load().(string) },
		SignIn: func(ctx context.Context, _ http.Header, payload map[string]any) (context.Context, error) {
			if payload["key"] == "wrong" || l.revoked.Load() {
				return nil, errors.New("secret reason")
			}
			return ctx, nil
		},
	}
	served := newServer(options)
	l.root = served.root
	served.root.OnItems = func(ctx context.Context) (<-chan *echo.Item, error) {
		if len(items) == 0 {
			return nil, errKnown
		}
		stream := make(chan *echo.Item)
		go func() {
			defer close(stream)
			l.ended <- emit(ctx, stream, items)
		}()
		return stream, nil
	}
	server := httptest.NewServer(transport.Compress(served))
	t.Cleanup(func() {
		l.streams.Close()
		server.Close()
	})
	l.url = server.URL
	return l
}

func emit(ctx context.Context, stream chan<- *echo.Item, items []string) error {
	for _, item := range items {
		switch item {
		case "end":
			return nil
		case "wait":
			<-ctx.Done()
		}
		select {
		case stream <- &echo.Item{ID: item}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	<-ctx.Done()
	return ctx.Err()
}

// dial opens a WebSocket.
func (l live) dial(t *testing.T, header http.Header, subprotocols ...string) *websocket.Conn {
	t.Helper()
	conn, response, err := websocket.Dial(t.Context(), l.url, &websocket.DialOptions{Subprotocols: subprotocols, HTTPHeader: header})
	if response != nil && response.Body != nil {
		response.Body.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// talk sends messages, and returns the messages that it reads, until there are
// count or the connection is closed.
func talk(t *testing.T, conn *websocket.Conn, send []string, count int) (read []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for _, text := range send {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for range count {
		_, text, err := conn.Read(ctx)
		if closed, is := errors.AsType[websocket.CloseError](err); is {
			return append(read, fmt.Sprint(int(closed.Code), " ", closed.Reason))
		}
		if err != nil {
			t.Fatalf("after %s: %v", read, err)
		}
		read = append(read, string(text))
	}
	return read
}

const (
	initial = `{"type":"connection_init"}`
	ack     = `{"type":"connection_ack"}`
	items   = `{"id":"1","type":"subscribe","payload":{"query":"subscription { items { id } }"}}`
	first   = `{"id":"1","type":"next","payload":{"data":{"items":{"id":"a"}},"extensions":{"price":102}}}`
)

// TestWebSocket tests conversations in graphql-transport-ws.
func TestWebSocket(t *testing.T) {
	for _, test := range []struct {
		name       string
		items      string
		send, want []string
	}{
		{"a stream that ends", "a b end", []string{initial, items},
			[]string{ack, first, strings.Replace(first, `"a"`, `"b"`, 1), `{"id":"1","type":"complete"}`}},
		{"a ping", "a", []string{`{"type":"pong"}`, initial, `{"type":"ping","payload":{"n":1}}`},
			[]string{ack, `{"type":"pong","payload":{"n":1}}`}},
		{"a query", "a", []string{initial, `{"id":"q","type":"subscribe","payload":{"query":"{ echo(text: \"x\") }"}}`},
			[]string{ack, `{"id":"q","type":"next","payload":{"data":{"echo":"x"},"extensions":{"price":101}}}`, `{"id":"q","type":"complete"}`}},
		{"an id that is free again", "wait", []string{initial, items, `{"id":"1","type":"complete"}`, items, `{"type":"ping"}`},
			[]string{ack, `{"type":"pong"}`}},
		{"an error at the start", "", []string{initial, items},
			[]string{ack, `{"id":"1","type":"error","payload":[{"message":"no item","path":["items"],"locations":[{"line":1,"column":16}],` +
				`"extensions":{"argument":"id","code":"NOT_FOUND"}}]}`}},
		{"a document that is not valid", "a", []string{initial, `{"id":"1","type":"subscribe","payload":{"query":"subscription { nothing }"}}`},
			[]string{ack, `{"id":"1","type":"error","payload":[{"message":"Cannot query field \"nothing\" on type \"Subscription\".`}},
		{"an operation too many", "a", []string{initial, items, strings.ReplaceAll(items, `"1"`, `"2"`), strings.ReplaceAll(items, `"1"`, `"3"`)},
			[]string{ack, "", "", ""}},
		{"no connection_init", "a", []string{items}, []string{"4401 expected connection_init first"}},
		{"two of them", "a", []string{initial, initial}, []string{ack, "4429 connection_init came twice"}},
		{"an id in use", "wait", []string{initial, items, items}, []string{ack, "4409 an operation of this id is running"}},
		{"no JSON", "a", []string{initial, `{`}, []string{ack, "4400 invalid message: expected a text that is a JSON object"}},
		{"an unknown type", "a", []string{initial, `{"type":"start"}`}, []string{ack, `4400 invalid message: unknown type "start"`}},
		{"no document", "a", []string{initial, `{"id":"1","type":"subscribe","payload":{}}`},
			[]string{ack, "4400 invalid message: subscribe has no query"}},
		{"variables of another type", "a", []string{initial, `{"id":"1","type":"subscribe","payload":{"query":"{item{id}}","variables":[]}}`},
			[]string{ack, `4400 invalid message: subscribe: the parameter "variables" must be an object`}},
		{"a long id", "a", []string{initial, strings.Replace(items, "1", strings.Repeat("1", 201), 1)},
			[]string{ack, "4400 invalid message: expected an id of 1 to 200 bytes"}},
		{"a long type", "a", []string{initial, `{"type":"` + strings.Repeat("ö", 200) + `"}`}, []string{ack, "4400 invalid message"}},
		{"a wrong key", "a", []string{`{"type":"connection_init","payload":{"key":"wrong"}}`}, []string{"4403 forbidden"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := serveLive(t, transport.Options{}, strings.Fields(test.items)...)
			got := talk(t, l.dial(t, nil, "graphql-transport-ws"), test.send, len(test.want))
			for i, want := range test.want {
				if i >= len(got) || !strings.HasPrefix(got[i], want) {
					t.Fatalf("got %s, want %s", got, test.want)
				}
			}
		})
	}
}

// TestNameOfTheSubprotocol reads the answer to the opening of a WebSocket: some
// clients find the header only as the protocol spells it.
func TestNameOfTheSubprotocol(t *testing.T) {
	l := serveLive(t, transport.Options{})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(l.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-ws, graphql-transport-ws\r\n\r\n")
	var head strings.Builder
	for reader := bufio.NewScanner(conn); reader.Scan() && reader.Text() != ""; {
		head.WriteString(reader.Text() + "\n")
	}
	if strings.Count(head.String(), "\nSec-WebSocket-Protocol: graphql-transport-ws\n") != 1 {
		t.Errorf("got\n%s", head.String())
	}
}

// TestWebSocketIsRefused opens WebSockets of another protocol and another
// origin.
func TestWebSocketIsRefused(t *testing.T) {
	l := serveLive(t, transport.Options{}, "a")
	if got := talk(t, l.dial(t, nil, "graphql-ws"), nil, 1); got[0] != "4406 expected the subprotocol graphql-transport-ws" {
		t.Errorf("of another protocol: %s", got)
	}
	l.dial(t, http.Header{"Origin": {"https://app.example"}}, "graphql-transport-ws")
	_, response, err := websocket.Dial(t.Context(), l.url,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://other.example"}}})
	if err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("of another origin: %v", err)
	}
	if response != nil {
		response.Body.Close()
	}
}

// subscribed requests a stream of events and returns the response.
func (l live) subscribed(t *testing.T, query string) *http.Response {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.url, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", plainJSON)
	request.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// TestEvents reads streams of server-sent events to their end.
func TestEvents(t *testing.T) {
	const complete = "event: complete\ndata:\n\n"
	for _, test := range []struct{ name, items, query, want string }{
		{"a stream", "a end", `subscription { items { id } }`,
			":\n\nevent: next\ndata: {\"data\":{\"items\":{\"id\":\"a\"}},\"extensions\":{\"price\":102}}\n\n" + complete},
		{"a query", "a", `{ echo(text: "x") }`,
			":\n\nevent: next\ndata: {\"data\":{\"echo\":\"x\"},\"extensions\":{\"price\":101}}\n\n" + complete},
		{"an error at the start", "", `subscription { items { id } }`,
			":\n\nevent: next\ndata: {\"errors\":[{\"message\":\"no item\",\"path\":[\"items\"],\"locations\":[{\"line\":1,\"column\":16}]," +
				"\"extensions\":{\"argument\":\"id\",\"code\":\"NOT_FOUND\"}}]}\n\n" + complete},
	} {
		response := serveLive(t, transport.Options{}, strings.Fields(test.items)...).subscribed(t, test.query)
		text, err := io.ReadAll(response.Body)
		if media := response.Header.Get("Content-Type"); err != nil || string(text) != test.want || media != "text/event-stream; charset=utf-8" {
			t.Errorf("%s: got %s as %s (%v), want %s", test.name, text, media, err, test.want)
		}
	}
	if got := serveLive(t, transport.Options{}, "a").subscribed(t, ""); got.StatusCode != http.StatusBadRequest {
		t.Errorf("without a query: %d, want 400", got.StatusCode)
	}
}

// TestQueryOfUrql accepts events and JSON equally, as urql does.
func TestQueryOfUrql(t *testing.T) {
	l := serveLive(t, transport.Options{}, "a")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.url, strings.NewReader(`{"query":"{ echo(text: \"x\") }"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", plainJSON)
	request.Header.Set("Accept", graphqlJSON+", application/graphql+json, "+plainJSON+", text/event-stream, multipart/mixed")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if media := response.Header.Get("Content-Type"); media != graphqlJSON+"; charset=utf-8" {
		t.Errorf("got %s, want JSON", media)
	}
}

// TestSubscriptionByPost sends a subscription without accepting events.
func TestSubscriptionByPost(t *testing.T) {
	s := newServer(transport.Options{})
	if got := s.query(t, `subscription { items { id } }`); got.status != http.StatusMethodNotAllowed ||
		!strings.Contains(got.message(), "text/event-stream") {
		t.Errorf("got %d %s", got.status, got.message())
	}
}

// TestLiveLimits exceeds each limit on open connections.
func TestLiveLimits(t *testing.T) {
	two := strings.ReplaceAll(items, `"1"`, `"2"`)
	for name, test := range map[string]struct {
		limits transport.Limits
		want   string
	}{
		"subscriptions":    {transport.Limits{Subscriptions: 1}, "limit exceeded: subscriptions 2, allowed 1"},
		"socketOperations": {transport.Limits{SocketOperations: 1}, "limit exceeded: socketOperations 2, allowed 1"},
		"socketBytes":      {transport.Limits{BodyBytes: 83}, "limit exceeded: socketBytes 84, allowed 83"},
	} {
		conn := serveLive(t, transport.Options{Limits: test.limits}, "a").dial(t, nil, "graphql-transport-ws")
		talk(t, conn, []string{initial, items}, 2)
		if got := talk(t, conn, []string{two}, 1); !strings.Contains(got[0], test.want) || !strings.Contains(got[0], `"type":"error"`) {
			t.Errorf("%s: got %s", name, got)
		}
		if got := talk(t, conn, []string{`{"id":"1","type":"complete"}`, `{"type":"ping"}`, items}, 1); !strings.Contains(got[0], "pong") {
			t.Errorf("%s, when one has ended: got %s", name, got)
		}
	}
	large := serveLive(t, transport.Options{Limits: transport.Limits{ResponseBytes: 100}}, "a", strings.Repeat("b", 60),
		strings.Repeat("c", 60), strings.Repeat("d", 200))
	got := talk(t, large.dial(t, nil, "graphql-transport-ws"), []string{initial, items}, 5)
	if !strings.Contains(got[4], "responseBytes") || !strings.Contains(got[3], "ccc") {
		t.Errorf("an event that is too large: got %s", got)
	}
}

// TestStop stops the server while a WebSocket and a stream of events are open.
func TestStop(t *testing.T) {
	l := serveLive(t, transport.Options{}, "a")
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial, items}, 2)
	events := bufio.NewReader(l.subscribed(t, `subscription { items { id } }`).Body)
	if line, err := events.ReadString('{'); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	go l.streams.Close()
	if got := talk(t, conn, nil, 1); got[0] != "1001 the server stops; connect again" {
		t.Errorf("the WebSocket: %s", got)
	}
	if rest, err := io.ReadAll(events); err != nil || strings.Contains(string(rest), "complete") {
		t.Errorf("the events end with %s: %v; want no completion, so that clients connect again", rest, err)
	}
	for range 2 {
		if err := <-l.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a stream of items ended by %v", err)
		}
	}
	l.streams.Close()
	if got := l.subscribed(t, `subscription { items { id } }`); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after the stop: %d, want 503", got.StatusCode)
	}
}

// TestCredentialsEnd checks that connections end when credentials expire.
func TestCredentialsEnd(t *testing.T) {
	l := serveLive(t, transport.Options{Limits: transport.Limits{KeepAlive: time.Millisecond}}, "wait")
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial, items}, 1)
	events := l.subscribed(t, `subscription { items { id } }`)
	l.revoked.Store(true)
	if got := talk(t, conn, nil, 1); got[0] != "4403 forbidden" {
		t.Errorf("the WebSocket: %s", got)
	}
	if rest, err := io.ReadAll(events.Body); err != nil || strings.Contains(string(rest), "next") {
		t.Errorf("the events: %s (%v)", rest, err)
	}
}

// TestClientsThatDoNotRead checks that their streams end.
func TestClientsThatDoNotRead(t *testing.T) {
	much := strings.Repeat("x", 1<<20)
	l := serveLive(t, transport.Options{Limits: transport.Limits{WriteTimeout: 50 * time.Millisecond}},
		strings.Fields(strings.Repeat(much+" ", 64))...)
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial, items}, 1)
	l.subscribed(t, `subscription { items { id } }`)
	for range 2 {
		if err := <-l.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a stream of items ended by %v", err)
		}
	}
}

// TestRevokedOperations checks that a WebSocket runs no operation after the
// credentials of its client have expired.
func TestRevokedOperations(t *testing.T) {
	l := serveLive(t, transport.Options{}, "wait")
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial}, 1)
	l.revoked.Store(true)
	if got := talk(t, conn, []string{`{"id":"2","type":"subscribe","payload":{"query":"mutation { bump }"}}`}, 1); got[0] != "4403 forbidden" {
		t.Errorf("got %s", got)
	}
}

// TestQueriesOfSocketsHaveATimeLimit queries a field whose resolver does not
// return. The client has an answer at the deadline.
func TestQueriesOfSocketsHaveATimeLimit(t *testing.T) {
	l := serveLive(t, transport.Options{Limits: transport.Limits{Timeout: 50 * time.Millisecond}}, "a")
	blocked := make(chan struct{})
	l.root.OnAnswer = func(context.Context) (*string, error) {
		<-blocked
		return nil, nil
	}
	conn := l.dial(t, nil, "graphql-transport-ws")
	got := talk(t, conn, []string{initial, `{"id":"1","type":"subscribe","payload":{"query":"{answer}"}}`}, 2)
	if len(got) < 2 || !strings.Contains(got[1], `"type":"next"`) || !strings.Contains(got[1], "TIMEOUT") {
		t.Errorf("got %s", got)
	}
	close(blocked)
	if got = talk(t, conn, nil, 1); len(got) < 1 || got[0] != `{"id":"1","type":"complete"}` {
		t.Errorf("when the resolver had returned: %s", got)
	}
}
