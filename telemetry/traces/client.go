package traces

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A client sends traces as OTLP over HTTP. The client of OpenTelemetry does the
// same, and links gRPC: 8 of 63 MB of the program.
type client struct {
	address string
	header  http.Header
	timeout time.Duration
}

// defaultTimeout is that of the specification.
const defaultTimeout = 10 * time.Second

// newClient returns the client that the environment describes.
func newClient() (*client, error) {
	c := &client{address: os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), header: http.Header{}, timeout: defaultTimeout}
	if c.address == "" {
		c.address = strings.TrimSuffix(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), "/") + "/v1/traces"
	}
	if parsed, err := url.Parse(c.address); err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL such as http://127.0.0.1:4318; got another text")
	}
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"} {
		for pair := range strings.SplitSeq(os.Getenv(variable), ",") {
			name, value, found := strings.Cut(pair, "=")
			if text, err := url.PathUnescape(strings.TrimSpace(value)); found && err == nil {
				c.header.Set(strings.TrimSpace(name), text)
			}
		}
	}
	c.header.Set("Content-Type", "application/x-protobuf")
	if limit, err := strconv.Atoi(os.Getenv("OTEL_EXPORTER_OTLP_TIMEOUT")); err == nil && limit > 0 {
		c.timeout = time.Duration(limit) * time.Millisecond
	}
	return c, nil
}

// Start implements [otlptrace.Client].
func (*client) Start(context.Context) error { return nil }

// Stop implements [otlptrace.Client].
func (*client) Stop(context.Context) error { return nil }

// UploadTraces implements [otlptrace.Client]. Traces that the collector does not
// take are lost, because a server must not keep them.
func (c *client) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans}) // the bytes of an ExportTraceServiceRequest
	if err != nil {
		return fmt.Errorf("encode traces: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("send traces: %w", err)
	}
	request.Header = c.header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("send traces: %w", err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16)) // so that the connection is used again
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("send traces to %s: got status %d", c.address, response.StatusCode)
	}
	return nil
}
