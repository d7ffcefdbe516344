package routes_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// open returns a handler over the demo graph, and a function to close its
// store.
func open(t *testing.T, pages bool) (handler http.Handler, closeStore func() error) {
	t.Helper()
	store := storetest.Demo(t, "..")
	service := query.New(store, query.Options{Now: storetest.Now}) // nothing here counts tokens
	handler = routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 7600, Playground: pages, Explorer: pages, Log: slog.New(slog.DiscardHandler),
	})
	return handler, store.Close
}

func get(t *testing.T, handler http.Handler, path string) (status int, body string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil))
	return recorder.Code, recorder.Body.String()
}

// TestPreflight asks as a browser does for a page of an origin that was not
// named: the answer names the flag.
func TestPreflight(t *testing.T) {
	handler, _ := open(t, false)
	for _, path := range []string{"/graphql", "/mcp"} {
		r := httptest.NewRequest(http.MethodOptions, "http://127.0.0.1"+path, nil)
		r.Header.Set("Origin", "http://localhost:5173")
		r.Header.Set("Access-Control-Request-Method", http.MethodPost)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		if recorder.Code != http.StatusForbidden || !strings.Contains(recorder.Body.String(), "--cors-origin") {
			t.Errorf("%s: %d %s", path, recorder.Code, recorder.Body)
		}
	}
}

func TestPaths(t *testing.T) {
	full, _ := open(t, true)
	bare, _ := open(t, false)
	for _, test := range []struct {
		handler http.Handler
		path    string
		status  int
		want    string
	}{
		{bare, "/schema.graphql", http.StatusNotFound, "not found"},
		{full, "/healthz", 200, "ok\n"},
		{full, "/readyz", 200, "ready\n"},
		{full, "/playground", 200, "<html"},
		{full, "/explorer", 200, "<html"},
		{full, "/explorer/context", 200, "<html"},
		{full, "/", 302, "/explorer"},
		{full, "/nowhere", 404, ""},
		{full, "/graphql?query={viewer{name}}", 200, `{"data":{"viewer":{"name":"local"}}`},
		{full, "/graphql/?query={viewer{name}}", 200, `{"data":{"viewer":{"name":"local"}}`},
		{full, "/graphql/viewer", 404, ""},
		{full, "/mcp/", 405, "Method Not Allowed"},                                    // as /mcp
		{full, "/graphql?query={tasks{nodes{directEdge}}}", 200, `"directEdge":true`}, // by the loaders
		{full, "/graphql?query={search(query:%22%22){total}}", 200, `"argument":"query"`},
		{full, "/graphql?query={tasks(first:200){nodes{id,full{props,title,description}linkedEntities{text}}}}", 200, `"code":"LIMIT_EXCEEDED"`},
		{full, "/graphql?query={__schema{types{name}}}", 200, `"errors"`},
		{bare, "/playground", 404, ""},
		{bare, "/explorer", 404, ""},
		{bare, "/", 404, ""},
		{bare, "/healthz", 200, "ok\n"},
	} {
		status, body := get(t, test.handler, test.path)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d %.300s, want %d %s", test.path, status, body, test.status, test.want)
		}
	}
}

// TestBase requests paths of a server below one of a proxy, that removes it or not.
func TestBase(t *testing.T) {
	store := storetest.Demo(t, "..")
	service := query.New(store, query.Options{Now: storetest.Now})
	handler := routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 7600, Playground: true, Explorer: true, Introspection: true, Log: slog.New(slog.DiscardHandler),
		Base: "/tools/dossier",
	})
	for _, test := range []struct {
		path   string
		status int
		want   string // in the body, or the address of a redirection
	}{
		{"/tools/dossier", 302, "/tools/dossier/"},
		{"/tools/dossier/", 302, "/tools/dossier/explorer"},
		{"/", 302, "/tools/dossier/explorer"},
		{"/tools/dossier/explorer/", 302, "/tools/dossier/explorer"},
		{"/playground/", 302, "/tools/dossier/playground"},
		{"/tools/dossier/explorer", 200, `src="/tools/dossier/explorer/assets/`},
		{"/explorer/entity/x", 200, `src="/tools/dossier/explorer/assets/`},
		{"/playground", 200, `src="/tools/dossier/playground/assets/`},
		{"/tools/dossier/explorer/clients.json", 200, "http://127.0.0.1/tools/dossier/mcp"},
		{"/explorer/clients.json", 200, "http://127.0.0.1/tools/dossier/mcp"},
		{"/tools/dossier/graphql?query={viewer{name}}", 200, `"local"`},
		{"/graphql?query={viewer{name}}", 200, `"local"`},
		{"/tools/dossier/schema.graphql", 200, "type Query"},
		{"/tools/dossier/healthz", 200, "ok"},
		{"/tools/dossiers/healthz", 404, ""},
		{"/tools/healthz", 404, ""},
	} {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+test.path, nil))
		got := recorder.Body.String()
		if test.status == http.StatusFound {
			got = recorder.Header().Get("Location") + "$"
			test.want += "$"
		}
		if recorder.Code != test.status || !strings.Contains(got, test.want) {
			t.Errorf("%s: %d %.300s, want %d %s", test.path, recorder.Code, got, test.status, test.want)
		}
	}
}

// TestLeaving requests from a server that is to stop: it answers, closes the
// connection, and is not ready.
func TestLeaving(t *testing.T) {
	store := storetest.Demo(t, "..")
	service := query.New(store, query.Options{Now: storetest.Now})
	gone := make(chan struct{})
	handler := routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 7600, Log: slog.New(slog.DiscardHandler), Leaving: gone,
	})
	ask := func(path string) (status int, connection string) {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil))
		return recorder.Code, recorder.Header().Get("Connection")
	}
	if status, connection := ask("/readyz"); status != 200 || connection != "" {
		t.Errorf("before: /readyz %d, connection %q", status, connection)
	}
	close(gone)
	for path, want := range map[string]int{"/readyz": 503, "/healthz": 200, "/graphql?query={viewer{name}}": 200} {
		if status, connection := ask(path); status != want || connection != "close" {
			t.Errorf("%s: %d, connection %q; want %d and close", path, status, connection, want)
		}
	}
}

// TestNotReady requests the readiness of a server whose store is closed.
func TestNotReady(t *testing.T) {
	handler, closeStore := open(t, false)
	if err := closeStore(); err != nil {
		t.Fatal(err)
	}
	if status, body := get(t, handler, "/readyz"); status != 503 || body != "the store does not answer\n" {
		t.Errorf("/readyz: %d %s", status, body)
	}
	if status, _ := get(t, handler, "/healthz"); status != 200 {
		t.Errorf("/healthz: %d, though the process is alive", status)
	}
}

// TestForeignHosts sends a request for another host name, as a page does that
// rebinds its host name to this machine.
func TestForeignHosts(t *testing.T) {
	handler, _ := open(t, false)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://evil.example/healthz", nil))
	if recorder.Code != http.StatusForbidden && recorder.Code != http.StatusMisdirectedRequest {
		t.Errorf("answered %d", recorder.Code)
	}
}
