package metrics_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dossier/telemetry/metrics"
)

// TestRead sums what a server counted, and refuses what is not metrics.
func TestRead(t *testing.T) {
	m := metrics.New("v1", "abc", "go1")
	m.Gauge("streams", "", func() float64 { return 7 })
	m.Request("/graphql", 200, time.Millisecond, "")
	m.Request("/graphql", 503, time.Millisecond, "")
	m.Request("/mcp", 500, time.Millisecond, "")
	m.Operation("A", "query", "ok", 1, 10*time.Millisecond, "")
	m.Operation("B", "query", "ok", 1, 30*time.Millisecond, "")
	m.Call("get_entity", "ok", time.Millisecond, "")
	m.Statements([]string{"SELECT 1", "UPDATE t"}, nil, time.Millisecond, "")
	m.Statements([]string{"SELECT 1"}, errors.New("gone"), time.Millisecond, "")
	m.Document("general", "LIKELY", .8, 500, 400)
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	got, err := metrics.Read(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if age := time.Since(got.Since); got.ResidentBytes < 1 || got.OpenFiles < 1 || age < 0 || age > time.Hour {
		t.Errorf("the process: %+v", got)
	}
	got.Since, got.ResidentBytes, got.OpenFiles = time.Time{}, 0, 0
	want := metrics.Summary{Version: "v1", Requests: 3, Failed: 2, MeanMillis: 20, Documents: 1, ToolCalls: 1, Statements: 3, Streams: 7}
	if *got != want {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	if got, err := metrics.Read(strings.NewReader("<html>")); err == nil {
		t.Errorf("read a page as %+v", got)
	}
}
