package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
	"dossier/routes"
)

// A served is a service behind its HTTP handler.
type served struct {
	store   *storetest.Store
	service *query.Service
	handler http.Handler
	schema  func(*query.Service) graphql.ExecutableSchema
	log     bytes.Buffer
}

// serveDemo serves the demo graph from a new store.
func serveDemo(t testing.TB) *served {
	t.Helper()
	return serve(storetest.Demo(t, root))
}

// serve serves a store.
func serve(store *storetest.Store) *served {
	s := &served{store: store, schema: resolvers.Schema}
	s.restart()
	return s
}

// restart replaces the service by one that has cached nothing.
func (s *served) restart() { s.restartOver(s.store) }

// restartOver is like restart, with a service on another store.
func (s *served) restartOver(store query.Store) {
	counters, secrets := serving.NewCounters(), 0
	secret := func() string { secrets++; return fmt.Sprint("secret", secrets) }
	s.service = query.New(store, query.Options{Now: storetest.Now, Secret: secret, Tokens: counters.Find, Encodings: counters.Encodings()})
	s.handler = routes.New(s.service, s.schema(s.service), routes.Options{
		Timeout: 10 * time.Second, MaxComplexity: 50_000, Introspection: true, Playground: true,
		Log: slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
}

// An answer is the body of a GraphQL response.
type answer struct {
	Data   json.RawMessage `json:"data,omitempty"`
	Errors []answerError   `json:"errors,omitempty"`
	raw    string
}

type answerError struct {
	Message    string         `json:"message"`
	Path       []any          `json:"path,omitempty"`
	Extensions map[string]any `json:"extensions"`
}

// code returns the code of the first error, "" for none.
func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// ask posts a query, and again when the server asks for that because it is busy, as it
// is on a slow machine.
func (s *served) ask(t testing.TB, text string, variables map[string]any) answer {
	t.Helper()
	for {
		got := s.askOnce(t, text, variables)
		wait := got.retryAfter()
		if wait == 0 {
			return got
		}
		time.Sleep(wait)
	}
}

// retryAfter returns how long to wait if the server was busy, 0 otherwise.
func (a answer) retryAfter() time.Duration {
	if a.code() != string(graph.CodeLimitExceeded) || a.Errors[0].Extensions["limit"] != "atOnce" {
		return 0
	}
	seconds, _ := a.Errors[0].Extensions["retryAfter"].(float64)
	return time.Duration(seconds) * time.Second
}

// askOnce posts a query.
func (s *served) askOnce(t testing.TB, text string, variables map[string]any) answer {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, r)
	got := answer{raw: recorder.Body.String()}
	if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
		t.Fatalf("the answer is not JSON: %v: %.300s", err, got.raw)
	}
	return got
}

// data posts a query that must not fail and decodes the data of the answer.
func (s *served) data(t testing.TB, text string, variables map[string]any, into any) {
	t.Helper()
	got := s.ask(t, text, variables)
	if len(got.Errors) > 0 {
		t.Fatalf("%.200s\nanswered %.500s", text, got.raw)
	}
	if err := json.Unmarshal(got.Data, into); err != nil {
		t.Fatal(err)
	}
}
