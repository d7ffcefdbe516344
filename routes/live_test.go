package routes_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dossier/auth"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// TestSignInByWebSocket opens WebSockets to a server that requires credentials,
// which pages can send only in the first message.
func TestSignInByWebSocket(t *testing.T) {
	store := storetest.Demo(t, "..")
	service := query.New(store, query.Options{Now: storetest.Now})
	signIn, err := auth.New(t.Context(), store, auth.Options{Token: "0123456789abcdef", Now: storetest.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 4600, Access: routes.Access{Auth: signIn}, Log: slog.New(slog.DiscardHandler),
	}))
	t.Cleanup(server.Close)
	follow := fmt.Sprintf(`{"id":"1","type":"subscribe","payload":{"query":"subscription { projectChanges(projectId: \"%s\") { resync } }"}}`,
		graph.ID("shoplane"))
	for payload, want := range map[string]string{
		`{}`: "4403", `{"Authorization":"Bearer another-secret-"}`: "4403", `{"Authorization":7}`: "4403",
		`{"Authorization":"Bearer 0123456789abcdef"}`: `{"id":"1","type":"next","payload":{"data":{"projectChanges":{"resync":true}}`,
		`{"authorization":"Bearer 0123456789abcdef"}`: `{"id":"1","type":"next","payload":{"data":{"projectChanges":{"resync":true}}`,
	} {
		conn, response, err := websocket.Dial(t.Context(), server.URL+"/graphql",
			&websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
		if response != nil && response.Body != nil {
			response.Body.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, message := range []string{`{"type":"connection_init","payload":` + payload + `}`, follow} {
			if err := conn.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
				break // it was refused
			}
			_, text, err := conn.Read(t.Context())
			if closed, is := errors.AsType[websocket.CloseError](err); is {
				got = fmt.Sprint(int(closed.Code))
				break
			}
			got = string(text)
		}
		if len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%s: got %s, want %s", payload, got, want)
		}
		_ = conn.CloseNow()
	}
}
