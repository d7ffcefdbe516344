package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"dossier/db"
	"dossier/db/sqlite"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

var update = flag.Bool("update", false, "write the answers of testdata/graphql anew")

// clock stands still in the week of the demo graph.
func clock() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

// served is a service as clients see it: its HTTP handler over a store that
// counts its statements.
type served struct {
	store      query.Store
	service    *query.Service
	handler    http.Handler
	statements statements.Counter
	log        bytes.Buffer
}

// serveDemo serves the demo graph from a store of its own.
func serveDemo(t testing.TB) *served {
	t.Helper()
	s := serveStore(t, openStore(t, sqlite.Memory))
	s.load(t, demoGraph)
	return s
}

// openStore opens a SQLite store until the test ends.
func openStore(t testing.TB, path string) func(*statements.Counter) query.Store {
	return func(counter *statements.Counter) query.Store {
		t.Helper()
		store, err := sqlite.Open(localContext(), path, db.Options{Now: clock, OnStatement: counter.Count})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		return store
	}
}

func serveStore(t testing.TB, open func(*statements.Counter) query.Store) *served {
	t.Helper()
	s := &served{}
	s.store = open(&s.statements)
	s.restart()
	return s
}

// restart gives the store a service that has read nothing yet.
func (s *served) restart() {
	s.service = query.New(s.store, query.Options{Now: clock, Tokens: newCounters().find})
	options := serverOptions{Timeout: 10 * time.Second, MaxComplexity: 20_000, Introspection: true, Playground: true}
	s.handler = options.handler(s.service, slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelWarn})))
}

func (s *served) load(t testing.TB, graph []byte) {
	t.Helper()
	report, err := ndjson.Import(localContext(), s.store, bytes.NewReader(graph), ndjson.Options{Analyse: searchtext.Analyse})
	if err != nil || len(report.Rejects) > 0 {
		t.Fatalf("import: %v, rejected %v", err, report.Rejects)
	}
}

func localContext() context.Context {
	return graph.WithActor(context.Background(), graph.LocalActor)
}

// An answer is what GraphQL answers.
type answer struct {
	Data   json.RawMessage `json:"data,omitempty"`
	Errors []struct {
		Message    string         `json:"message"`
		Path       []any          `json:"path,omitempty"`
		Extensions map[string]any `json:"extensions"`
	} `json:"errors,omitempty"`
	status int
	raw    string
}

// code is that of the first error, "" for none.
func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// ask posts a query.
func (s *served) ask(t testing.TB, text string, variables map[string]any) answer {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, r)
	got := answer{status: recorder.Code, raw: recorder.Body.String()}
	if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
		t.Fatalf("the answer is no JSON: %v: %.300s", err, got.raw)
	}
	return got
}

// get asks for a page.
func (s *served) get(t testing.TB, path string) (status int, body string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil))
	return recorder.Code, recorder.Body.String()
}

// data asks a query that must be answered without errors and reads the answer.
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

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
