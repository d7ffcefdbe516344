package transport_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dossier/transport"
)

// TestStay checks that requests that stay open end when the server stops and
// when credentials expire, and that the number of them for a client is limited.
func TestStay(t *testing.T) {
	for name, test := range map[string]func(streams *transport.Streams, revoked *atomic.Bool){
		"the server stops": func(streams *transport.Streams, _ *atomic.Bool) { streams.Close() },
		"a key is revoked": func(_ *transport.Streams, revoked *atomic.Bool) { revoked.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			var revoked atomic.Bool
			live := &transport.Live{Streams: &transport.Streams{}, Client: func(context.Context) string { return "ann" },
				SignIn: func(ctx context.Context, _ http.Header, _ map[string]any) (context.Context, error) {
					if revoked.Load() {
						return ctx, errors.New("revoked")
					}
					return ctx, nil
				}}
			staying := live.Stay(transport.Limits{KeepAlive: time.Millisecond, Subscriptions: 1},
				http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.WriteString(w, "open") // the client reads it
					w.(http.Flusher).Flush()
					<-r.Context().Done()
				}))
			server := httptest.NewServer(staying)
			defer server.Close()
			open, err := http.Get(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer open.Body.Close()
			first := make([]byte, 4)
			if _, err := io.ReadFull(open.Body, first); err != nil {
				t.Fatal(err)
			}
			second, err := http.Get(server.URL)
			if err != nil || second.StatusCode != http.StatusTooManyRequests {
				t.Errorf("another one: %v, %v", second, err)
			}
			second.Body.Close()
			test(live.Streams, &revoked)
			if rest, err := io.ReadAll(open.Body); len(rest) > 0 || err != nil {
				t.Errorf("got %q, %v, want the end", rest, err)
			}
		})
	}
}

// TestStreamsAreBounded opens more connections than may stay open, of each form.
func TestStreamsAreBounded(t *testing.T) {
	l := serveLive(t, transport.Options{}, "a", "wait")
	l.streams.Most = 2
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial}, 1)
	l.client.Store("two")
	if got := l.subscribed(t, `subscription { items { id } }`); got.StatusCode != http.StatusOK {
		t.Fatalf("the second: %s", got.Status)
	}
	l.client.Store("three")
	l.refuses(t, "2 connections stay open")
	if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	l.awaitPlace(t)
}

// refuses checks that another stream is refused.
func (l live) refuses(t *testing.T, want string) {
	t.Helper()
	got := l.subscribed(t, `subscription { items { id } }`)
	if text, _ := io.ReadAll(got.Body); got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), want) {
		t.Errorf("another one: %s, %s", got.Status, text)
	}
}

// awaitPlace opens a stream as soon as the server has noticed that another one
// has ended.
func (l live) awaitPlace(t *testing.T) {
	t.Helper()
	for range 100 {
		if got := l.subscribed(t, `subscription { items { id } }`); got.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("no place for another stream")
}

// TestStreamsOfAClient opens as many connections as one client may keep open,
// which leaves a place for each other one.
func TestStreamsOfAClient(t *testing.T) {
	l := serveLive(t, transport.Options{}, "a", "wait")
	l.streams.Most = 4
	conn := l.dial(t, nil, "graphql-transport-ws")
	talk(t, conn, []string{initial}, 1)
	if got := l.subscribed(t, `subscription { items { id } }`); got.StatusCode != http.StatusOK {
		t.Fatalf("the second: %s", got.Status)
	}
	l.refuses(t, "2 connections of this client stay open already")
	third := l.dial(t, nil, "graphql-transport-ws")
	if got := talk(t, third, []string{initial}, 1); !strings.HasPrefix(got[0], "1013 2 connections of this client") {
		t.Errorf("over a WebSocket: %s", got)
	}
	l.client.Store("two")
	if got := l.subscribed(t, `subscription { items { id } }`); got.StatusCode != http.StatusOK {
		t.Errorf("of another client: %s", got.Status)
	}
	if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	l.client.Store("three")
	l.awaitPlace(t)
}
