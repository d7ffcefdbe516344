// Package traces sends traces by OTLP: a request, its operation or call, and the
// statements of that. The standard variables of OpenTelemetry configure it.
package traces

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
)

// Traces starts spans. A nil Traces starts none.
type Traces struct {
	provider *trace.TracerProvider
	tracer   api.Tracer
	callers  propagation.TextMapPropagator
}

// variables are those that turn traces on.
var variables = []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"}

// isOn reports whether the environment has an endpoint for traces.
func isOn() bool {
	if os.Getenv("OTEL_SDK_DISABLED") == "true" || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return false
	}
	for _, name := range variables {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return false
}

// New returns traces to the endpoint of the environment, nil without one. Close
// sends the last of them.
func New(ctx context.Context, version string) (*Traces, error) {
	if !isOn() {
		return nil, nil
	}
	client, err := newClient()
	if err != nil {
		return nil, err
	}
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("send traces: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "dossier"), attribute.String("service.version", version)),
		resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return nil, fmt.Errorf("describe this service for traces: %w", err)
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about))
	return &Traces{provider, provider.Tracer("dossier"), propagation.TraceContext{}}, nil
}

// Close sends what is not sent yet.
func (t *Traces) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Received starts the span of a request, as a child of that of its caller. end is
// called with the status.
func (t *Traces) Received(r *http.Request) (ctx context.Context, end func(status int)) {
	if t == nil {
		return r.Context(), func(int) {}
	}
	ctx = t.callers.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, r.Method, api.WithSpanKind(api.SpanKindServer))
	if !span.IsRecording() {
		return ctx, func(int) {}
	}
	span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path))
	return ctx, func(status int) {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Start starts a span. end is called with the outcome, which is an error unless
// it is "ok" or "unchanged".
func (t *Traces) Start(ctx context.Context, name string, attributes ...attribute.KeyValue) (context.Context, func(outcome string)) {
	if parent := api.SpanFromContext(ctx); t == nil || parent.SpanContext().IsValid() && !parent.IsRecording() {
		return ctx, func(string) {}
	}
	ctx, span := t.tracer.Start(ctx, name, api.WithAttributes(attributes...))
	return ctx, ended(span)
}

// ended returns the function that ends a span.
func ended(span api.Span) func(outcome string) {
	return func(outcome string) {
		if outcome != "ok" && outcome != "unchanged" {
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}
}

// Called is like Start for a call of an agent. If the member _meta of its request has
// the span of the caller, that is the parent, and the span of the request over HTTP is
// linked, as the conventions of OpenTelemetry for MCP have it.
func (t *Traces) Called(ctx context.Context, meta map[string]any, name string, attributes ...attribute.KeyValue) (context.Context,
	func(outcome string)) {
	if t == nil || meta["traceparent"] == nil {
		return t.Start(ctx, name, attributes...)
	}
	carrier := propagation.MapCarrier{}
	for _, field := range t.callers.Fields() {
		if text, is := meta[field].(string); is {
			carrier.Set(field, text)
		}
	}
	parent := t.callers.Extract(ctx, carrier)
	if api.SpanContextFromContext(parent).Equal(api.SpanContextFromContext(ctx)) { // it has none that is valid
		return t.Start(ctx, name, attributes...)
	}
	options := []api.SpanStartOption{api.WithSpanKind(api.SpanKindServer), api.WithAttributes(attributes...)}
	if request := api.SpanContextFromContext(ctx); request.IsValid() {
		options = append(options, api.WithLinks(api.Link{SpanContext: request}))
	}
	ctx, span := t.tracer.Start(parent, name, options...)
	return ctx, ended(span)
}

// longestStatement bounds the text of a statement in a span. By eye.
const longestStatement = 2000

// Statements starts a span for the statements of a round trip. Their texts have
// parameters in the place of values.
func (t *Traces) Statements(ctx context.Context, statements []string) (end func(error)) {
	if t == nil || !api.SpanFromContext(ctx).IsRecording() {
		return func(error) {}
	}
	text := statements[0]
	_, span := t.tracer.Start(ctx, "statements", api.WithSpanKind(api.SpanKindClient), api.WithAttributes(
		attribute.String("db.query.text", text[:min(len(text), longestStatement)]), attribute.Int("db.operation.batch.size", len(statements))))
	return func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// ID returns the id of the trace of a context, "" for none.
func ID(ctx context.Context) string {
	if id := api.SpanContextFromContext(ctx).TraceID(); id.IsValid() {
		return id.String()
	}
	return ""
}

// Sampled returns the id of the trace of a context if it is recorded, else "".
func Sampled(ctx context.Context) string {
	if span := api.SpanContextFromContext(ctx); span.IsSampled() {
		return span.TraceID().String()
	}
	return ""
}

// Log returns a handler that adds the id of the trace to each line.
func Log(next slog.Handler) slog.Handler { return joined{next} }

type joined struct{ slog.Handler }

// Handle implements [slog.Handler].
func (j joined) Handle(ctx context.Context, record slog.Record) error {
	if id := ID(ctx); id != "" {
		record.AddAttrs(slog.String("trace_id", id))
	}
	return j.Handler.Handle(ctx, record)
}

// WithAttrs implements [slog.Handler].
func (j joined) WithAttrs(attributes []slog.Attr) slog.Handler {
	return joined{j.Handler.WithAttrs(attributes)}
}

// WithGroup implements [slog.Handler].
func (j joined) WithGroup(name string) slog.Handler { return joined{j.Handler.WithGroup(name)} }
