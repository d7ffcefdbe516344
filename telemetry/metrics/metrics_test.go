package metrics_test

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/telemetry/metrics"
)

// series returns the series of metrics, without their values.
func series(t *testing.T, m *metrics.Metrics) map[string]string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	all := map[string]string{}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if name, value, found := strings.Cut(lines.Text(), "} "); found && strings.HasPrefix(name, "dossier_") {
			all[name+"}"] = value
		}
	}
	return all
}

// TestCardinality sends what a client may choose: names of operations, and paths.
func TestCardinality(t *testing.T) {
	m := metrics.New("v1", "abc", "go1")
	before := len(series(t, m))
	for n := range 10_000 {
		m.Operation(fmt.Sprint("Failed", n), "query", "BAD_USER_INPUT", 1, time.Millisecond, "")
		m.Request(fmt.Sprint("/path", n), 404, time.Millisecond, "")
	}
	if got := len(series(t, m)) - before; got > 40 {
		t.Errorf("%d series of failures, want those of one name and one path", got)
	}
	for n := range 10_000 {
		m.Operation(fmt.Sprint("Name", n), "query", "ok", 1, time.Millisecond, "")
	}
	m.Operation(strings.Repeat("long", 1000), "query", "ok", 1, time.Millisecond, "")
	if got := len(series(t, m)) - before; got > 101*18+40 {
		t.Errorf("%d series of 10,000 names, want those of 100 and the rest together", got)
	}
	if got := series(t, m)[`dossier_operations_total{operation="other",outcome="ok",type="query"}`]; got != "9901" {
		t.Errorf("%s other operations, want 9901", got)
	}
}

func TestCounts(t *testing.T) {
	m := metrics.New("v1", "abc", "go1")
	m.Operation("", "mutation", "CONFLICT", 12, time.Second, "")
	m.Request("/explorer/assets/a.js", 200, time.Second, "")
	m.Request("/graphql-like", 404, time.Second, "")
	m.Call("search", "ok", time.Second, "")
	m.Statements([]string{"SELECT 1", "  WITH x", "PRAGMA y", "moment"}, nil, time.Second, "")
	m.Statements([]string{"INSERT INTO x"}, errors.New("full"), time.Second, "")
	m.Document("general", "LIKELY", .85, 4000, 900)
	m.Question(7, 2)
	m.Import("http", "ok", metrics.Import{Created: 3, Conflicts: 1})
	m.Import("folder", "INTERNAL", metrics.Import{})
	m.Counter("loads_total", "Loads.", func() float64 { return 3 }, "from", "file")
	m.Search(0)
	m.Gauge("held", "Held.", func() float64 { return 7 }, "a", "b")
	got := series(t, m)
	for name, want := range map[string]string{
		`dossier_build_info{commit="abc",go="go1",version="v1"}`:                             "1",
		`dossier_operations_total{operation="anonymous",outcome="CONFLICT",type="mutation"}`: "1",
		`dossier_operation_price_total{operation="anonymous"}`:                               "12",
		`dossier_operation_duration_seconds_bucket{operation="anonymous",le="1"}`:            "1",
		`dossier_http_requests_total{path="/explorer",status="200"}`:                         "1",
		`dossier_http_requests_total{path="other",status="404"}`:                             "1",
		`dossier_tool_calls_total{outcome="ok",tool="search"}`:                               "1",
		`dossier_statements_total{outcome="ok",verb="select"}`:                               "1",
		`dossier_statements_total{outcome="ok",verb="with"}`:                                 "1",
		`dossier_statements_total{outcome="ok",verb="other"}`:                                "2",
		`dossier_statements_total{outcome="error",verb="insert"}`:                            "1",
		`dossier_documents_total{answerability="LIKELY",lens="general"}`:                     "1",
		`dossier_document_tokens_total{count="used",lens="general"}`:                         "900",
		`dossier_searches_total{hits="none"}`:                                                "1",
		`dossier_document_confidence_bucket{le="0.9"}`:                                       "1",
		`dossier_document_confidence_bucket{le="0.8"}`:                                       "0",
		`dossier_question_words_total{use="read"}`:                                           "5",
		`dossier_question_words_total{use="unused"}`:                                         "2",
		`dossier_imports_total{outcome="INTERNAL",source="folder"}`:                          "1",
		`dossier_imported_total{what="created"}`:                                             "3",
		`dossier_imported_total{what="conflicts"}`:                                           "1",
		`dossier_loads_total{from="file"}`:                                                   "3",
		`dossier_held{a="b"}`:                                                                "7",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %s", name, got[name], want)
		}
	}
}

// TestExemplars looks for the trace of a request in the format that has it.
func TestExemplars(t *testing.T) {
	m := metrics.New("v1", "abc", "go1")
	const trace = "0af7651916cd43dd8448eb211c80319c"
	m.Request("/graphql", 200, time.Millisecond, trace)
	m.Operation("Board", "query", "ok", 1, time.Millisecond, trace)
	m.Call("search", "ok", time.Millisecond, trace)
	m.Statements([]string{"SELECT 1"}, nil, time.Millisecond, trace)
	m.Statements([]string{"SELECT 1"}, nil, time.Second, "")
	request := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	request.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, request)
	if got := strings.Count(answer.Body.String(), `# {trace_id="`+trace+`"}`); got != 4 {
		t.Errorf("%d exemplars, want one of each time with a trace:\n%s", got, answer.Body)
	}
}
