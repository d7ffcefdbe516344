package routes_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"dossier/auth"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

const secret = "a secret of the whole team"

// A guarded server refuses requests without credentials.
type guarded struct {
	http.Handler
	denied []history.AuditEntry
}

// newGuarded serves the demo graph, with a fixed clock and a limit of one
// request per second for each client.
func newGuarded(t *testing.T, options auth.Options) *guarded {
	t.Helper()
	store := storetest.Demo(t, "..")
	options.Now = storetest.Now
	authenticator, err := auth.New(t.Context(), store, options)
	if err != nil {
		t.Fatal(err)
	}
	g := &guarded{}
	service := query.New(store, query.Options{Now: storetest.Now})
	g.Handler = routes.New(service, resolvers.Schema(service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 4600, Playground: true, Log: slog.New(slog.DiscardHandler),
		Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		Access: routes.Access{
			Auth: authenticator, Limiter: auth.NewLimiter(1, storetest.Now),
			Denied: func(_ context.Context, entry history.AuditEntry) { g.denied = append(g.denied, entry) },
		},
	})
	return g
}

// ask requests a path with an Authorization header, if it is not "".
func (g *guarded) ask(path, header string) *http.Response {
	request := httptest.NewRequest(http.MethodGet, "http://dossier.example"+path, nil)
	request.RemoteAddr = "10.0.0.1:1"
	request.Header.Set("X-Forwarded-For", "192.0.2.1")
	request.Header.Set("X-Forwarded-Proto", "https")
	if header != "" {
		request.Header.Set("Authorization", header)
	}
	recorder := httptest.NewRecorder()
	g.ServeHTTP(recorder, request)
	return recorder.Result()
}

const viewer = "/graphql?query={viewer{name}}"

func TestCredentials(t *testing.T) {
	for _, test := range []struct {
		path, header string
		status       int
	}{
		{viewer, "", 401}, {viewer, "Bearer wrong", 401}, {viewer, "Bearer " + secret, 200},
		{"/mcp", "", 401}, {"/healthz", "", 200}, {"/readyz", "", 200}, {"/playground", "", 200},
	} {
		response := newGuarded(t, auth.Options{Token: secret}).ask(test.path, test.header)
		if response.StatusCode != test.status {
			t.Errorf("%s with %q: %s, want %d", test.path, test.header, response.Status, test.status)
		}
		if got := response.Header.Get("WWW-Authenticate"); (got == `Bearer realm="dossier"`) != (test.status == 401) {
			t.Errorf("%s: WWW-Authenticate is %q", test.path, got)
		}
	}
}

// TestMetadata reads the issuer of tokens for a server.
func TestMetadata(t *testing.T) {
	server := newGuarded(t, auth.Options{JWTSecret: strings.Repeat("s", 32), Issuer: "https://issuer.example", Audience: "dossier"})
	want := `Bearer realm="dossier", resource_metadata="https://dossier.example/.well-known/oauth-protected-resource"`
	if got := server.ask("/mcp", "").Header.Get("WWW-Authenticate"); got != want {
		t.Errorf("WWW-Authenticate is %s, want %s", got, want)
	}
	body := new(strings.Builder)
	if err := server.ask("/.well-known/oauth-protected-resource", "").Write(body); err != nil {
		t.Fatal(err)
	}
	want = `{"authorization_servers":["https://issuer.example"],"bearer_methods_supported":["header"],` +
		`"resource":"https://dossier.example/mcp"}`
	if !strings.Contains(body.String(), want) {
		t.Errorf("got %s, want %s", body, want)
	}
}

// TestRateLimit exceeds the burst of two requests, as an actor and as an
// address with wrong credentials.
func TestRateLimit(t *testing.T) {
	for _, header := range []string{"Bearer " + secret, "Bearer wrong"} {
		server := newGuarded(t, auth.Options{Token: secret})
		first := server.ask(viewer, header).StatusCode
		for i, want := range []int{first, http.StatusTooManyRequests} {
			response := server.ask(viewer, header)
			if after := response.Header.Get("Retry-After"); response.StatusCode != want || (after == "1") != (want == http.StatusTooManyRequests) {
				t.Errorf("request %d with %q: %s, Retry-After %q, want %d", i+2, header, response.Status, after, want)
			}
		}
		last := server.denied[len(server.denied)-1]
		if last.Code != graph.CodeRateLimited || last.Subject != "address 192.0.2.1" {
			t.Errorf("noted %+v", last)
		}
	}
}

// TestNoExamplesForAnyone checks that the examples of the playground contain
// data of the store only if clients need not sign in.
func TestNoExamplesForAnyone(t *testing.T) {
	body := new(strings.Builder)
	if err := newGuarded(t, auth.Options{Token: secret}).ask("/playground/examples.json", "").Write(body); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(body.String(), graph.ID("airnet")) || strings.Contains(body.String(), graph.ID("shoplane")) {
		t.Errorf("the examples name a project: %s", body)
	}
}
