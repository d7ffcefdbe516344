package e2e_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dossier/transport"
)

// TestFloods sends many requests, messages or connections of a kind to a server.
// Each flood is answered, and leaves no descriptor behind.
func TestFloods(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes all processors for seconds")
	}
	s := startServer(t, "serve", demoFile(t))
	fetched(t, s.address+"/graphql", asked(`{ viewer { actorId } }`, "")) // opens the store
	http.DefaultClient.CloseIdleConnections()
	for name, flood := range map[string]func(t *testing.T, address string){
		"pipelined requests": pipeline, "subscriptions on a WebSocket": subscribeOften, "a frame of 3 MB": sendLargeFrame,
		"events, connected again": connectOften, "sessions of agents": openSessions, "persisted documents": persistOften,
	} {
		t.Run(name, func(t *testing.T) {
			before := descriptors(s.process.Process.Pid)
			flood(t, s.address)
			http.DefaultClient.CloseIdleConnections()
			const pool = 30 // of the store, for connections that a flood may open; a leak has thousands
			after := descriptors(s.process.Process.Pid)
			for end := time.Now().Add(time.Minute); after > before+pool && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
				after = descriptors(s.process.Process.Pid)
			}
			t.Logf("%d descriptors before, %d after", before, after)
			if after > before+pool {
				t.Errorf("the server has %d descriptors, %d before", after, before)
			}
			if status, _ := fetched(t, s.address+"/readyz", ""); status != http.StatusOK {
				t.Errorf("readyz: %d", status)
			}
		})
	}
}

// pipeline writes a thousand requests before it reads the first answer.
func pipeline(t *testing.T, address string) {
	const requests = 1000
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	one := "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
	go func() { _, _ = io.WriteString(conn, strings.Repeat(one, requests)) }() // a failure ends the answers
	in := bufio.NewReader(conn)
	for n := range requests {
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("answer %d: %v", n, err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || string(body) != "ok\n" {
			t.Fatalf("answer %d: %d %s (%v)", n, response.StatusCode, body, err)
		}
		response.Body.Close()
	}
}

// dialLive opens a WebSocket, and sends connection_init.
func dialLive(ctx context.Context, t *testing.T, address string) *websocket.Conn {
	t.Helper()
	conn, response, err := websocket.Dial(ctx, address+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	if response != nil && response.Body != nil {
		response.Body.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Write(ctx, websocket.MessageText, []byte(`{"type":"connection_init"}`)); err != nil {
		t.Fatal(err)
	}
	if _, ack, err := conn.Read(ctx); err != nil || !strings.Contains(string(ack), "connection_ack") {
		t.Fatalf("%s: %v", ack, err)
	}
	return conn
}

// subscribeOften sends 10,000 subscriptions on a WebSocket, of which it may have
// 100.
func subscribeOften(t *testing.T, address string) {
	const subscriptions, allowed = 10_000, 100
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	conn := dialLive(ctx, t, address)
	defer func() { _ = conn.CloseNow() }()
	go func() { // a failure ends the answers
		for n := range subscriptions {
			follow := fmt.Sprintf(`{"id":"%d","type":"subscribe","payload":{"query":"subscription { projectChanges(projectId: \"%s\") { `+
				`resync } }"}}`, n, withIDs("<shoplane>"))
			_ = conn.Write(ctx, websocket.MessageText, []byte(follow))
		}
	}()
	for n, refused := 0, 0; refused < subscriptions-allowed; n++ {
		_, text, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("message %d: %v", n, err)
		}
		if strings.Contains(string(text), `"limit":"socketOperations"`) {
			refused++
		} else if n-refused >= allowed {
			t.Fatalf("more than %d have begun: %s", allowed, text)
		}
	}
}

// sendLargeFrame sends a message that is larger than a body may be.
func sendLargeFrame(t *testing.T, address string) {
	conn := dialLive(t.Context(), t, address)
	defer func() { _ = conn.CloseNow() }()
	_ = conn.Write(t.Context(), websocket.MessageText, make([]byte, 3<<20)) // the server closes the connection meanwhile
	_, _, err := conn.Read(t.Context())
	if closed, is := errors.AsType[websocket.CloseError](err); is && closed.Code != websocket.StatusMessageTooBig || err == nil {
		t.Errorf("closed by %v", err)
	}
}

// connectOften opens and leaves 2,000 streams of events, more than a client may
// have at once.
func connectOften(t *testing.T, address string) {
	for n := range 2000 {
		stream, leave := context.WithCancel(t.Context())
		body := withIDs(`{"query":"subscription { projectChanges(projectId: \"<shoplane>\") { resync } }"}`)
		request, err := http.NewRequestWithContext(stream, http.MethodPost, address+"/graphql", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "text/event-stream")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatalf("stream %d: %v", n, err)
		}
		if first, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil || first != ":\n" {
			t.Fatalf("stream %d: %q %v", n, first, err)
		}
		leave()
		response.Body.Close()
	}
}

// openSessions initializes 2,000 sessions of agents. The server has none.
func openSessions(t *testing.T, address string) {
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"flood","version":"1"}}}`
	for n := range 2000 {
		response, body := sent(t, http.MethodPost, address+"/mcp", agentAccept, initialize)
		if id := response.Header.Get("Mcp-Session-Id"); response.StatusCode != http.StatusOK || id != "" ||
			!strings.Contains(body, `"serverInfo"`) {
			t.Fatalf("session %d %q: %d %s", n, id, response.StatusCode, body)
		}
	}
}

// persistOften registers 2,000 documents, of which the server keeps the last
// ones.
func persistOften(t *testing.T, address string) {
	hash := ""
	registered := func(body string) bool {
		_, answer := fetched(t, address+"/graphql", body)
		return strings.Contains(answer, `"data"`)
	}
	for n := range 2000 {
		document := fmt.Sprintf("{ viewer { actorId } } # %d", n)
		hash = transport.HashDocument(document)
		if !registered(fmt.Sprintf(`{"query":%q,"extensions":{"persistedQuery":{"version":1,"sha256Hash":"%s"}}}`, document, hash)) {
			t.Fatalf("document %d is refused", n)
		}
	}
	first := transport.HashDocument("{ viewer { actorId } } # 0")
	for hash, want := range map[string]bool{first: false, hash: true} {
		if got := registered(fmt.Sprintf(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"%s"}}}`, hash)); got != want {
			t.Errorf("%s is known: %t, want %t", hash, got, want)
		}
	}
}
