// Package telemetry observes a server: its metrics and traces. Its methods are
// the hooks of the packages that serve and store.
package telemetry

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"dossier/telemetry/metrics"
	"dossier/telemetry/traces"
)

// An Observer observes a server.
type Observer struct {
	*metrics.Metrics
	Traces *traces.Traces // nil for none
}

// Handler returns a handler that observes the requests of next.
func (o *Observer) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx, end := o.Traces.Received(r)
		if o.Traces != nil {
			r = r.WithContext(ctx)
		}
		seen := &seen{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			o.Request(r.URL.Path, seen.status, time.Since(start), traces.Sampled(ctx))
			end(seen.status)
		}()
		next.ServeHTTP(seen, r)
	})
}

// seen remembers the status of an answer.
type seen struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (s *seen) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the underlying writer, for [http.ResponseController].
func (s *seen) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Operation observes a GraphQL operation.
func (o *Observer) Operation(ctx context.Context, name, kind string) (context.Context, func(outcome string, price int)) {
	start := time.Now()
	ctx, end := o.Traces.Start(ctx, "graphql "+kind, attribute.String("graphql.operation.name", name),
		attribute.String("graphql.operation.type", kind))
	return ctx, func(outcome string, price int) {
		o.Metrics.Operation(name, kind, outcome, price, time.Since(start), traces.Sampled(ctx))
		end(outcome)
	}
}

// Call observes a call of an agent, as a child of the span that the member _meta of
// its request names.
func (o *Observer) Call(ctx context.Context, tool string, meta map[string]any) (context.Context, func(outcome string)) {
	start := time.Now()
	ctx, end := o.Traces.Called(ctx, meta, "mcp "+tool, attribute.String("mcp.tool.name", tool))
	return ctx, func(outcome string) {
		o.Metrics.Call(tool, outcome, time.Since(start), traces.Sampled(ctx))
		end(outcome)
	}
}

// Service observes a method of the service.
func (o *Observer) Service(ctx context.Context, method string) (context.Context, func()) {
	ctx, end := o.Traces.Start(ctx, "service "+method)
	return ctx, func() { end("ok") }
}

// Statements observes a round trip to the database.
func (o *Observer) Statements(ctx context.Context, statements []string) func(error) {
	start := time.Now()
	end := o.Traces.Statements(ctx, statements)
	return func(err error) {
		o.Metrics.Statements(statements, err, time.Since(start), traces.Sampled(ctx))
		end(err)
	}
}
