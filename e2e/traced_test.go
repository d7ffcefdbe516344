package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A collector receives spans by OTLP.
type collector struct {
	mu    sync.Mutex
	spans []*tracepb.Span
}

// ServeHTTP implements [http.Handler].
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var data tracepb.TracesData
	if err := proto.Unmarshal(body, &data); err != nil || r.URL.Path != "/v1/traces" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range data.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

// paths returns the spans of a trace, each as the names from the first to it, and
// the texts of its statements.
func (c *collector) paths(trace, caller string) (paths map[string]int, statements []string) {
	names := map[string]string{caller: ""}
	for range c.spans { // a parent may come after its children
		for _, span := range c.spans {
			if parent, known := names[hex.EncodeToString(span.ParentSpanId)]; known && hex.EncodeToString(span.TraceId) == trace {
				names[hex.EncodeToString(span.SpanId)] = parent + "/" + span.Name
			}
		}
	}
	paths = map[string]int{}
	for _, span := range c.spans {
		if name := names[hex.EncodeToString(span.SpanId)]; name != "" {
			paths[name]++
		}
		for _, attribute := range span.Attributes {
			if attribute.Key == "db.query.text" && hex.EncodeToString(span.TraceId) == trace {
				statements = append(statements, attribute.Value.GetStringValue())
			}
		}
	}
	return paths, statements
}

// TestTraces sends a query and a call of a tool to a server that sends traces: each
// has the span of its caller as parent, its statements are below it without their
// values, and its line in the log has its trace.
func TestTraces(t *testing.T) {
	c := &collector{}
	endpoint := httptest.NewServer(c)
	defer endpoint.Close()
	db := "--db=sqlite:" + filepath.Join(t.TempDir(), "traced.db")
	importDemo(t, strings.TrimPrefix(db, "--db="))
	command := process(t, "serve", db, "--index-dir=none", "--listen=127.0.0.1:0", "--log-format=json", "--timeout=1m")
	command.Env = append(command.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+endpoint.URL, "OTEL_SERVICE_NAME=traced")
	var log bytes.Buffer
	command.Stderr = &log
	s := started(t, command)
	const span = "b7ad6b7169203331"
	calls := []struct {
		trace, path, body, first string
		logs                     map[string]string // members of its line, "" for any value
	}{
		{"0af7651916cd43dd8448eb211c80319c", "/graphql",
			`{"query": "query Board { tasks(first: 3) { nodes { id title } } search(query: \"heron\") { total } }"}`,
			"/POST/graphql query/service ", map[string]string{"path": "/graphql", "operation": "Board", "outcome": "ok", "price": "", "actor": ""}},
		{"1af7651916cd43dd8448eb211c80319c", "/mcp", `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_entity", ` +
			`"arguments": {"ids": ["Build the offline queue"]}}}`, "/POST/mcp get_entity/service ",
			map[string]string{"path": "/mcp", "operation": "get_entity", "outcome": "ok", "actor": ""}},
	}
	for _, call := range calls {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.address+call.path, strings.NewReader(call.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {agentAccept},
			"Traceparent": {"00-" + call.trace + "-" + span + "-01"}}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK || strings.Contains(string(body), "rror") {
			t.Fatalf("%s: %s %.300s", call.path, answer.Status, body)
		}
	}
	page(t, s.address+"/healthz")
	s.readiness(t)
	if err := s.stop(syscall.SIGTERM); err != nil { // which sends the last spans
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "healthz") || strings.Contains(log.String(), "readyz") {
		t.Errorf("health checks are logged:\n%s", &log)
	}
	lines := logged(t, &log)
	for _, call := range calls {
		paths, statements := c.paths(call.trace, span)
		under := 0
		for path, count := range paths {
			if strings.HasPrefix(path, call.first) && strings.HasSuffix(path, "/statements") {
				under += count
			}
		}
		if under == 0 {
			t.Errorf("%s: no statements below %s in %v", call.path, call.first, paths)
		}
		if all := strings.Join(statements, "\n"); !strings.Contains(all, "SELECT ") || !strings.Contains(all, "FROM onto_") ||
			strings.Contains(all, "heron") || strings.Contains(all, "offline") {
			t.Errorf("%s: the statements %q", call.path, statements)
		}
		line := lines[call.trace]
		for name, want := range call.logs {
			if line == nil || fmt.Sprint(line[name]) != want && (want != "" || line[name] == nil) {
				t.Errorf("%s: the line of the log with its trace is %v, want %s %q", call.path, line, name, want)
			}
		}
	}
}

// logged returns the lines of a log in JSON, by their traces.
func logged(t *testing.T, log io.Reader) map[string]map[string]any {
	t.Helper()
	lines := map[string]map[string]any{}
	for scanner := bufio.NewScanner(log); scanner.Scan(); {
		line := map[string]any{}
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", scanner.Text(), err)
		}
		if trace, is := line["trace_id"].(string); is {
			lines[trace] = line
		}
	}
	return lines
}
