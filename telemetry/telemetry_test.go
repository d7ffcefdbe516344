package telemetry_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"dossier/telemetry"
	"dossier/telemetry/metrics"
	"dossier/telemetry/traces"
)

// A collector keeps the spans that it receives.
type collector struct {
	mu    sync.Mutex
	spans map[string]*tracepb.Span // by name
}

// ServeHTTP implements [http.Handler].
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var data tracepb.TracesData
	if err := proto.Unmarshal(body, &data); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Api-Key") != "a b" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range data.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				c.spans[span.Name] = span
			}
		}
	}
}

// collecting returns a collector, and an observer whose traces are sent to it.
func collecting(t *testing.T) (*collector, *traces.Traces, *telemetry.Observer) {
	t.Helper()
	c := &collector{spans: map[string]*tracepb.Span{}}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b")
	sent, err := traces.New(t.Context(), "v1")
	if err != nil {
		t.Fatal(err)
	}
	return c, sent, &telemetry.Observer{Metrics: metrics.New("v1", "", ""), Traces: sent}
}

// TestTraces follows one request from its caller to its statements and its line
// in the log.
func TestTraces(t *testing.T) {
	c, sent, observer := collecting(t)
	var log bytes.Buffer
	handler := observer.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, end := observer.Operation(r.Context(), "Board", "query")
		ctx, left := observer.Service(ctx, "search")
		observer.Statements(ctx, []string{"SELECT 1", "SELECT 2"})(errors.New("gone"))
		left()
		end("UNAVAILABLE", 1)
		slog.New(traces.Log(slog.NewTextHandler(&log, nil))).With("a", 1).WithGroup("g").InfoContext(ctx, "request")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	request := httptest.NewRequest(http.MethodPost, "/graphql", nil)
	const caller = "0af7651916cd43dd8448eb211c80319c"
	request.Header.Set("Traceparent", "00-"+caller+"-b7ad6b7169203331-01")
	handler.ServeHTTP(httptest.NewRecorder(), request)
	if err := sent.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "trace_id="+caller) {
		t.Errorf("the line lacks the trace: %s", &log)
	}
	parent := "b7ad6b7169203331"
	for _, name := range []string{"POST", "graphql query", "service search", "statements"} {
		span := c.spans[name]
		if span == nil {
			t.Fatalf("no span %q in %d", name, len(c.spans))
		}
		if hex.EncodeToString(span.TraceId) != caller || hex.EncodeToString(span.ParentSpanId) != parent ||
			name != "service search" && span.Status.GetCode() != tracepb.Status_STATUS_CODE_ERROR {
			t.Errorf("%s: got %v, want the parent %s and an error", name, span, parent)
		}
		parent = hex.EncodeToString(span.SpanId)
	}
}

// TestCallers gives calls of agents the span of their caller, in the header of the
// request, in its member _meta, or in both.
func TestCallers(t *testing.T) {
	const (
		header, meta = "0af7651916cd43dd8448eb211c80319c", "4bf92f3577b34da6a3ce929d0e0e4736"
		span         = "b7ad6b7169203331"
	)
	for name, test := range map[string]struct {
		header string
		meta   any
		want   string // the id of the trace, "" for a new one
		linked bool
	}{
		"none":              {"", nil, "", false},
		"header":            {header, nil, header, false},
		"meta":              {"", "00-" + meta + "-" + span + "-01", meta, false},
		"both":              {header, "00-" + meta + "-" + span + "-01", meta, true},
		"damaged meta":      {header, "00-xyz", header, false},
		"a number as meta":  {header, 7, header, false},
		"an empty meta":     {"", "", "", false},
		"zeros":             {header, "00-" + strings.Repeat("0", 32) + "-" + span + "-01", header, false},
		"a later version":   {"", "cc-" + meta + "-" + span + "-01-more", meta, false},
		"a damaged header":  {"x", "00-" + meta + "-" + span + "-01", meta, true},
		"meta not sampled":  {"", "00-" + meta + "-" + span + "-00", "-", false},
		"upper case digits": {header, "00-" + strings.ToUpper(meta) + "-" + span + "-01", header, false},
	} {
		t.Run(name, func(t *testing.T) {
			c, sent, observer := collecting(t)
			called := map[string]any{"progressToken": 1}
			if test.meta != nil {
				called["traceparent"] = test.meta
			}
			call := func(ctx context.Context) {
				_, end := observer.Call(ctx, "search", called)
				end("ok")
			}
			if test.header == "" { // over standard input
				call(t.Context())
			} else {
				request := httptest.NewRequest(http.MethodPost, "/mcp", nil)
				request.Header.Set("Traceparent", "00-"+test.header+"-"+span+"-01")
				observer.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { call(r.Context()) })).
					ServeHTTP(httptest.NewRecorder(), request)
			}
			if err := sent.Close(context.WithoutCancel(t.Context())); err != nil {
				t.Fatal(err)
			}
			got := c.spans["mcp search"]
			switch {
			case test.want == "-" && got != nil, test.want != "-" && got == nil:
				t.Errorf("got %v", got)
			case got == nil:
			case test.want == "" && len(got.ParentSpanId) > 0, test.want != "" && hex.EncodeToString(got.TraceId) != test.want,
				(len(got.Links) > 0) != test.linked:
				t.Errorf("got %v, want the trace %q", got, test.want)
			}
		})
	}
}

// TestOff checks that nothing is traced without an endpoint.
func TestOff(t *testing.T) {
	for name, variables := range map[string]map[string]string{
		"no endpoint":  {},
		"disabled":     {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"},
		"not exported": {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
	} {
		t.Run(name, func(t *testing.T) {
			for variable, value := range variables {
				t.Setenv(variable, value)
			}
			sent, err := traces.New(t.Context(), "v1")
			if err != nil || sent != nil {
				t.Fatalf("got %v, %v", sent, err)
			}
			observer := &telemetry.Observer{Metrics: metrics.New("v1", "", ""), Traces: sent}
			ctx, end := observer.Call(t.Context(), "search",
				map[string]any{"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})
			observer.Statements(ctx, []string{"SELECT 1"})(nil)
			end("ok")
			if traces.ID(ctx) != "" {
				t.Error("there is a trace")
			}
		})
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318")
	if _, err := traces.New(t.Context(), "v1"); err == nil || !strings.Contains(err.Error(), "OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL") {
		t.Errorf("got %v", err)
	}
}

// BenchmarkObserver observes a request with two round trips to the database.
func BenchmarkObserver(b *testing.B) {
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer collector.Close()
	for _, mode := range []struct{ name, endpoint, sampled string }{{"metrics", "", ""}, {"traces 1 %", collector.URL, "0.01"},
		{"traces", collector.URL, "1"}} {
		b.Run(mode.name, func(b *testing.B) {
			b.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", mode.endpoint)
			b.Setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
			b.Setenv("OTEL_TRACES_SAMPLER_ARG", mode.sampled)
			sent, err := traces.New(b.Context(), "v1")
			if err != nil {
				b.Fatal(err)
			}
			observer := &telemetry.Observer{Metrics: metrics.New("v1", "", ""), Traces: sent}
			handler := observer.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				ctx, end := observer.Operation(r.Context(), "Board", "query")
				ctx, left := observer.Service(ctx, "search")
				for range 2 {
					observer.Statements(ctx, []string{"SELECT 1 FROM onto_tasks"})(nil)
				}
				left()
				end("ok", 100)
			}))
			request, answer := httptest.NewRequest(http.MethodPost, "/graphql", nil), httptest.NewRecorder()
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(answer, request)
			}
			if err := sent.Close(context.WithoutCancel(b.Context())); err != nil {
				b.Fatal(err)
			}
		})
	}
}
